//! What a plan refuses before anything is started, and what a selection selects.

use eval_runtime::run::Selection;
use eval_runtime::suite::Mistake;

use crate::started::{LIMITS, plan};

#[track_caller]
fn refused(suite: &str) -> Vec<Mistake> {
    plan(suite, &Selection::default(), LIMITS).err().expect("mistakes")
}

/// One mistake, that says `message` and marks a text that begins with `marked`.
#[track_caller]
fn check(suite: &str, message: &str, marked: &str) {
    let mistakes = refused(suite);
    let [mistake] = &mistakes[..] else { panic!("{mistakes:?}") };
    let whole = format!("{} {}", mistake.message, mistake.help.as_deref().unwrap_or_default());
    assert!(whole.contains(message), "{whole}");
    let place = mistake.place.as_ref().expect("a place");
    let text = &place.source().text[place.range()];
    assert!(text.starts_with(marked), "{whole} marks {text}");
}

#[test]
fn a_name_that_is_not_registered_is_a_mistake_where_it_stands() {
    check("agent: {type: ecko}\ncases: [{id: a}]", "did you mean `echo`?", "ecko");
    check("agent: {type: planner}\ncases: [{id: a}]", "write `use my_crate as _;`", "planner");
    let metric = |metric: &str| format!("agent: {{type: echo}}\nmetrics:\n  - {metric}\ncases: [{{id: a}}]");
    check(&metric("{type: field_mach}"), "did you mean `field_match`?", "field_mach");
    check(&metric("{type: my.own.metric}"), "write `use my_crate as _;`", "my.own.metric");
    check(
        &metric("{type: mock_called, params: {method: price}}"),
        "no mock of this suite has a method `price`",
        "price",
    );
    let mock = "agent: {type: echo}\nintegrations: [{class: shop}]\ncases: [{id: a}]";
    check(mock, "`methods` or `config.data`", "shop");
}

#[test]
fn params_that_do_not_fit_are_mistakes_where_they_stand() {
    let metric = |metric: &str| format!("agent: {{type: echo}}\nmetrics:\n  - {metric}\ncases: [{{id: a}}]");
    check(&metric("{type: tool_called, params: {nme: x}}"), "has no param `nme` did you mean `name`?", "x");
    check(
        &metric("{type: tool_called, params: {name: [x]}}"),
        "the param `name` of the metric `tool_called` cannot be used: invalid type: sequence, expected a string",
        "[x]",
    );
    check(&metric("{type: tool_called}"), "needs the param `name`", "{type");
    check(&metric("{type: tool_order, params: {sequence: []}}"), "names no tool", "[]");
    check(
        &metric("{type: field_match, params: {path: a, mode: numerical}}"),
        "unknown match mode `numerical`",
        "numerical",
    );
    check(&metric("{type: json_schema}"), "one of `schema` and `schema_file`", "{type");
    check(
        &metric("{type: json_schema, params: {schema: {type: nonsense}}}"),
        "no JSON Schema",
        "{type: nonsense",
    );
    check(&metric("{type: json_schema, params: {schema_file: gone.json}}"), "gone.json", "gone.json");
    check(&metric("{type: attempts, params: {per: 1}}"), "has no param `per`", "1");
}

#[test]
fn a_threshold_that_does_not_fit_the_values_is_a_mistake() {
    let metric = |metric: &str| format!("agent: {{type: echo}}\nmetrics:\n  - {metric}\ncases: [{{id: a}}]");
    check(&metric("{type: field_match, pass_threshold: {equals: yes}}"), "true or false", "{equals");
    check(&metric("{type: field_match, pass_threshold: {min: 1}}"), "use equals", "{min");
    check(&metric("{type: json_subset, pass_threshold: {min: 80}}"), "from 0 to 1", "{min");
    check(&metric("{type: failure_code, pass_threshold: {equals: true}}"), "labels", "{equals");
    let fits = metric("{type: attempts, pass_threshold: {min: 0}}");
    plan(&fits, &Selection::default(), LIMITS).expect("0 is a bound");
}

#[test]
fn the_names_of_what_is_always_measured_are_taken() {
    let suite = "agent: {type: echo}\nmetrics: [{name: attempts, type: fine}]\ncases: [{id: a}]";
    check(suite, "measured on every run", "{name");
    let suite = "
agent: {type: echo}
metrics: [{type: fine}]
cases: [{id: a, metrics: [{name: fine, type: own_steps}]}]";
    check(suite, "number values, while elsewhere it has bool values", "a");
}

#[test]
fn every_mistake_is_told_at_once() {
    let suite = "agent: {type: ecko}\nmetrics: [{type: field_mach}, {type: tool_called}]\ncases: [{id: a}]";
    assert_eq!(refused(suite).len(), 3);
}

#[test]
fn bools_gate_unless_they_are_always_measured_and_a_listed_one_replaces_its_default() {
    let gates = |metrics: &str| {
        let suite = format!("agent: {{type: echo}}\nmetrics: {metrics}\ncases: [{{id: a}}]");
        let (_folder, plan) = plan(&suite, &Selection::default(), LIMITS).expect("a plan");
        let gates =
            plan.metrics.iter().filter(|metric| metric.rule.required && metric.rule.threshold.is_some());
        gates.map(|metric| metric.rule.name.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(gates("[]"), ["execution_succeeded"]);
    assert_eq!(gates("[{type: fine}, {type: own_steps}]"), ["execution_succeeded", "fine"]);
    assert_eq!(gates("[{type: execution_succeeded, required: false}]"), Vec::<String>::new());
    let listed = "[{type: first_attempt_success, pass_threshold: {equals: true}}]";
    assert_eq!(gates(listed), ["execution_succeeded", "first_attempt_success"]);
}

#[test]
fn a_selection_narrows_cases_and_candidates_and_names_what_is_nowhere() {
    let suite = "
agent: {type: echo}
models: [{provider: OpenAI, model: gpt-4o-mini, label: mini}, 'Anthropic:claude-haiku']
variants: [{name: brief, agent_config: {days: 1}}, {name: long, agent_config: {days: 9}}]
cases: [{id: a, tags: [x]}, {id: b, tags: [x, y]}, {id: c}]";
    let trials = |selection: Selection| {
        let (_folder, plan) = plan(suite, &selection, LIMITS).map_err(|mistakes| mistakes.len())?;
        let name = |trial: usize| format!("{} {}", plan.case(trial).id, plan.candidate(trial).name);
        Ok::<_, usize>((0..plan.trials.len()).map(name).collect::<Vec<_>>())
    };
    let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
    assert_eq!(trials(Selection::default()).map(|trials| trials.len()), Ok(18));
    let selection = Selection {
        models: texts(&["mini"]),
        variants: texts(&["brief"]),
        cases: texts(&["c"]),
        tags: texts(&["y"]),
        ..Selection::default()
    };
    assert_eq!(
        trials(selection),
        Ok(texts(&["b mini/default", "b mini/brief", "c mini/default", "c mini/brief"]))
    );
    let other = Selection {
        models: texts(&["Ollama:llama"]),
        cases: texts(&["a"]),
        variants: texts(&["default"]),
        ..Selection::default()
    };
    assert_eq!(trials(other), Ok(texts(&["a llama/default"])));
    let nowhere = Selection {
        models: texts(&["maxi"]),
        variants: texts(&["brif"]),
        cases: texts(&["d"]),
        tags: texts(&["z"]),
        ..Selection::default()
    };
    assert_eq!(trials(nowhere), Err(4));
}

#[test]
fn a_selection_gives_no_trial_the_name_of_another() {
    let suite = "
agent: {type: echo}
variants: [{name: a-b, agent_config: {days: 1}}, {name: a_b, agent_config: {days: 9}}]
cases: [{id: a}]";
    let name = |variant: &str| {
        let selection = Selection { variants: vec![variant.to_owned()], ..Selection::default() };
        let (_folder, plan) = plan(suite, &selection, LIMITS).expect("a plan");
        plan.trials[1].name.clone()
    };
    assert!(name("a-b").ends_with("::a::default__a_b"), "{}", name("a-b"));
    assert!(name("a_b").contains("::a::default__a_b_"), "{}", name("a_b"));
}

#[test]
fn two_models_of_one_label_are_not_told_apart_and_so_refused() {
    let suite = "agent: {type: echo}\nmodels: ['OpenAI:o3']\ncases: [{id: a}]";
    let select = |models: &[&str]| {
        let models = models.iter().map(|model| (*model).to_owned()).collect();
        let selection = Selection { models, ..Selection::default() };
        plan(suite, &selection, LIMITS)
            .map(|(_folder, plan)| plan.trials.len())
            .map_err(|mistakes| mistakes[0].message.clone())
    };
    assert_eq!(select(&["o3"]), Ok(1));
    assert_eq!(select(&["OpenAI:o3"]), Ok(1));
    assert_eq!(select(&["o3", "OpenAI:o4"]), Ok(2));
    let message = select(&["o3", "Azure:o3"]).expect_err("a mistake");
    assert!(message.contains("has the label of OpenAI:o3"), "{message}");
}
