//! The fields of a suite, its candidates and its integrations.

use std::time::Duration;

use serde_json::json;

use crate::suite::file::testing::{Folder, complete, load_text, suite};
use crate::suite::{Behaviour, ReportKind, Suite};

/// That a suite is refused for this field with this message.
#[track_caller]
fn check_mistake(text: &str, message: &str) {
    let error = load_text(text).expect_err("a mistake");
    let [mistake] = error.mistakes() else { panic!("one mistake, not\n{error}") };
    assert_eq!(mistake.message, message, "{text}");
}

#[test]
fn what_a_file_leaves_out_is_none() {
    let Suite { description, agent, integrations, models, variants, repeats, parallel, timeout, .. } =
        suite("");
    assert_eq!((description, repeats, parallel, timeout), (None, None, None, None));
    assert_eq!((&*agent.kind.value, agent.config), ("planner", json!({})));
    assert!(integrations.is_empty() && models.is_empty() && variants.is_empty());
    let Suite { metric_timeout, min_pass_rate, metrics, reports, cases, .. } = suite("");
    assert_eq!((metric_timeout, min_pass_rate, reports), (None, None, None));
    assert_eq!((metrics.len(), cases.len()), (0, 1));
}

#[test]
fn every_field_is_read() {
    let suite = suite(
        "name: 1.10\ndescription: Plans meals.\nagent: {type: my_crate::planner, config: {days: 3}}\nrepeats: 2\n\
         parallel: 4096\ntimeout_s: 0.5\nmetric_timeout_s: 30\nmin_pass_rate: 0.8\nreports: [traces, report]\n\
         x-anything: [1, 2]\n",
    );
    assert_eq!((&*suite.name, suite.description.as_deref()), ("1.10", Some("Plans meals.")));
    assert_eq!((&*suite.agent.kind.value, &suite.agent.config), ("my_crate::planner", &json!({"days": 3})));
    assert_eq!((suite.repeats, suite.parallel), (Some(2), Some(4096)));
    assert_eq!(suite.timeout, Some(Duration::from_millis(500)));
    assert_eq!(suite.metric_timeout, Some(Duration::from_secs(30)));
    assert_eq!(suite.min_pass_rate, Some(0.8));
    assert_eq!(suite.reports, Some(vec![ReportKind::Traces, ReportKind::Report]));
}

#[test]
fn the_name_defaults_to_the_folders() {
    let folder = Folder::new(&[("suite.yaml", complete(""))]);
    let suite = folder.load().expect("a suite");
    assert_eq!(suite.name, "demo");
    assert_eq!(
        (suite.path, suite.dir),
        (folder.path("suite.yaml"), folder.path("suite.yaml").parent().expect("a folder").to_owned())
    );
}

#[test]
fn numbers_without_meaning_are_mistakes() {
    for text in
        ["repeats: 0", "repeats: -1", "repeats: 1.5", "repeats: 4294967296", "repeats: '3'", "repeats: [1]"]
    {
        check_mistake(text, "`repeats` must be a whole number of at least 1");
    }
    for text in ["parallel: 0", "parallel: 4097", "parallel: many", "parallel: true"] {
        check_mistake(text, "`parallel` must be a whole number from 1 to 4096");
    }
    for text in ["timeout_s: 0", "timeout_s: -1", "timeout_s: 1e300", "timeout_s: 2 min", "timeout_s:"] {
        check_mistake(text, "`timeout_s` must be a number of seconds greater than 0");
    }
    check_mistake("metric_timeout_s: 0", "`metric_timeout_s` must be a number of seconds greater than 0");
    check_mistake("timeout_s: .inf", "`.inf` is no number that can be compared or written down");
    for text in ["min_pass_rate: 80", "min_pass_rate: -0.1", "min_pass_rate: 1.01", "min_pass_rate: 80%"] {
        check_mistake(text, "`min_pass_rate` must be a number from 0 to 1");
    }
    for (text, rate) in [("0", 0.0), ("1", 1.0), ("8e-1", 0.8)] {
        assert_eq!(suite(&format!("min_pass_rate: {text}")).min_pass_rate, Some(rate));
    }
}

#[test]
fn a_pass_rate_of_eighty_asks_whether_eighty_percent_was_meant() {
    for (text, help) in [
        ("80", Some("did you mean 0.8?")),
        ("99.5", Some("did you mean 0.995?")),
        ("101", None),
        ("-1", None),
    ] {
        let error = load_text(&format!("min_pass_rate: {text}")).expect_err("a mistake");
        assert_eq!(error.mistakes()[0].help.as_deref(), help);
    }
}

#[test]
fn models_are_mappings_or_text() {
    let suite = suite(
        "models: [{provider: OpenAI, model: gpt-4o-mini, label: mini}, 'OpenAI:gpt-4o', openai/o1, {provider: x, model: 4.10}]",
    );
    let models: Vec<[&str; 3]> =
        suite.models.iter().map(|model| [&*model.provider, &*model.model, &*model.label]).collect();
    assert_eq!(
        models,
        [
            ["OpenAI", "gpt-4o-mini", "mini"],
            ["OpenAI", "gpt-4o", "gpt-4o"],
            ["openai", "o1", "o1"],
            ["x", "4.10", "4.10"]
        ]
    );
    for text in [
        "gpt-4o",
        "'OpenAI:'",
        "/x",
        "[a]",
        "{provider: x}",
        "{model: x}",
        "{provider: x, model: y, price: 1}",
        "~",
    ] {
        assert!(load_text(&format!("models: [{text}]")).is_err(), "{text}");
    }
}

#[test]
fn model_labels_are_unique() {
    check_mistake("models: ['a:x', 'b:x']", "a second model `x`");
    check_mistake("models: ['a:x', {provider: a, model: y, label: ' x '}]", "a second model `x`");
    assert_eq!(suite("models: ['a:x', {provider: b, model: x, label: y}]").models.len(), 2);
}

#[test]
fn a_variant_has_a_config_or_a_prompt_or_both() {
    let folder = Folder::new(&[
        (
            "suite.yaml",
            &*complete(
                "variants: [{name: a, agent_config: {days: 1}}, {name: b, system_prompt_file: prompts/b.txt}]",
            ),
        ),
        ("prompts/b.txt", "\u{feff}You are terse.\r\nVery.\n"),
    ]);
    let suite = folder.load().expect("a suite");
    assert_eq!(
        (suite.variants[0].agent_config.as_ref(), suite.variants[0].system_prompt.as_deref()),
        (Some(&json!({"days": 1})), None)
    );
    assert_eq!(
        (suite.variants[1].agent_config.as_ref(), suite.variants[1].system_prompt.as_deref()),
        (None, Some("You are terse.\nVery.\n"))
    );
    check_mistake("variants: [{name: a}]", "a variant needs `agent_config` or `system_prompt_file`, or both");
}

#[test]
fn variant_names_are_unique_and_default_is_taken() {
    check_mistake(
        "variants: [{name: a, agent_config: {}}, {name: a, agent_config: {}}]",
        "a second variant `a`",
    );
    check_mistake(
        "variants: [{name: default, agent_config: {}}]",
        "`default` is the agent as it is, and no other variant",
    );
}

#[test]
fn reports_are_those_that_there_are() {
    check_mistake("reports: [report, junit]", "there is no report `junit`");
    check_mistake("reports: [report, report]", "the report `report` is listed twice");
    check_mistake("reports: report", "`reports` must be a list");
    assert_eq!(suite("reports: []").reports, Some(Vec::new()));
}

#[test]
fn an_integration_has_config_data_and_methods() {
    let folder = Folder::new(&[
        (
            "suite.yaml",
            &*complete(
                "integrations:\n\
                 \x20 - class: my_crate::mocks::shop\n\
                 \x20   config: {currency: EUR, data: {recipes: data/recipes.yaml, users: users.JSON, notes: [a, {b: 1}]}}\n\
                 \x20   methods: {get: {returns: {price: 9.5}}, set: {returns: null}, put: {raises: 503}, del: {raises: {message: no, code: 404}}}\n\
                 \x20 - {class: my_crate.mail, name: post}\n\
                 \x20 - {class: my_crate.clock}\n",
            ),
        ),
        ("data/recipes.yaml", "- {id: 1, title: Soup}\n- {id: 2, title: no}\n"),
        ("users.JSON", "[{\"name\": \"\\ud83c\\udf89\", \"n\": 1.0}]"),
    ]);
    let suite = folder.load().expect("a suite");
    let [shop, mail, clock] = &*suite.integrations else { panic!("three integrations") };
    assert_eq!(clock.name, "clock");
    assert_eq!(
        (&*shop.class.value, &*shop.name, &shop.config),
        ("my_crate::mocks::shop", "shop", &json!({"currency": "EUR"}))
    );
    assert_eq!(json!(shop.data["recipes"]), json!([{"id": 1, "title": "Soup"}, {"id": 2, "title": "no"}]));
    assert_eq!(json!(shop.data["users"]), json!([{"name": "🎉", "n": 1.0}]));
    assert_eq!(json!(shop.data["notes"]), json!(["a", {"b": 1}]));
    let raises = |message: &str, code: Option<&str>| Behaviour::Raises {
        message: message.to_owned(),
        code: code.map(ToOwned::to_owned),
    };
    let methods: Vec<(&str, &Behaviour)> =
        shop.methods.iter().map(|method| (&*method.name.value, &method.behaviour)).collect();
    assert_eq!(
        methods,
        [
            ("get", &Behaviour::Returns(json!({"price": 9.5}))),
            ("set", &Behaviour::Returns(json!(null))),
            ("put", &raises("503", None)),
            ("del", &raises("no", Some("404"))),
        ]
    );
    assert_eq!((&*mail.class.value, &*mail.name, &mail.config), ("my_crate.mail", "post", &json!({})));
    assert!(mail.data.is_empty() && mail.methods.is_empty());
}

#[test]
fn a_method_either_returns_or_raises() {
    let method = |text: &str| format!("integrations: [{{class: shop, methods: {{get: {text}}}}}]");
    check_mistake(&method("{returns: 1, raises: x}"), "`get` either returns or raises, not both");
    check_mistake(&method("{}"), "`get` says neither what it returns nor what it raises");
    check_mistake(&method("{return: 1}"), "a mocked method has no field `return`");
    check_mistake(&method("{raises: }"), "`raises` must be text");
    check_mistake(&method("{raises: {code: x}}"), "`raises` needs `message`");
    check_mistake(&method("5"), "`get` must be a mapping");
}

#[test]
fn integration_names_are_unique() {
    check_mistake("integrations: [{class: a::shop}, {class: b::shop}]", "a second integration `shop`");
    assert_eq!(
        suite("integrations: [{class: a::shop}, {class: b::shop, name: other}]").integrations.len(),
        2
    );
}

#[test]
fn data_is_a_list_of_records() {
    let check = |file: &str, content: &str, message: &str| {
        let text = complete(&format!("integrations: [{{class: shop, config: {{data: {{users: {file}}}}}}}]"));
        let error = Folder::new(&[("suite.yaml", &*text), (file, content)]).load().expect_err("a mistake");
        assert_eq!(error.mistakes().iter().map(|mistake| &*mistake.message).collect::<Vec<_>>(), [message]);
        let place = error.mistakes()[0].place.as_ref().expect("a place");
        assert!(place.source().path.ends_with(file), "{error}");
    };
    check("users.yaml", "a: 1\n", "the file must hold a list of records");
    check("users.yaml", "", "the file must hold a list of records");
    check("users.json", "{\"a\": 1}", "the file must hold a list of records");
    check("users.json", "[1,\n 2,]", "this is no JSON: trailing comma");
    check("users.json", "", "this is no JSON: EOF while parsing a value");
    check("users.yaml", "- a: .nan\n", "`.nan` is no number that can be compared or written down");
    check("users.json", "[{\"a\": 1, \"a\": 2}]", "this is no JSON: `a` is written twice in one mapping");
    check_mistake(
        "integrations: [{class: shop, config: {data: {users: {a: 1}}}}]",
        "`users` must be a list of records, or the path of a file with one",
    );
}

#[test]
fn text_must_be_text_and_keeps_its_spelling() {
    check_mistake("name:", "`name` must be text");
    check_mistake("name: ~", "`name` must be text");
    check_mistake("name: [a]", "`name` must be text");
    check_mistake("description: {a: b}", "`description` must be text");
    check_mistake("name: ''", "`name` must not be empty");
    check_mistake("name: \"a\\nb\"", "`name` must not hold a line break");
    for text in ["007", "1.10", "true", "no", "0x10", "2024-01-01", "'~'"] {
        assert_eq!(suite(&format!("name: {text}")).name, text.trim_matches('\''));
    }
    assert_eq!(suite("agent: {type: 007}").agent.kind.value, "007");
}

#[test]
fn a_suite_needs_an_agent_metrics_and_cases() {
    let error = Folder::new(&[("suite.yaml", "name: x\n")]).load().expect_err("mistakes");
    let messages: Vec<&str> = error.mistakes().iter().map(|mistake| &*mistake.message).collect();
    assert_eq!(messages, ["a suite needs `agent`", "a suite needs `metrics`", "a suite needs `cases`"]);
}

#[test]
fn a_suite_is_a_mapping() {
    for (text, message) in [
        ("", "the suite is empty"),
        ("# later\n---\n", "the suite is empty"),
        ("~\n", "the suite is empty"),
        ("- agent: x\n", "a suite must be a mapping of its fields"),
        ("planner\n", "a suite must be a mapping of its fields"),
    ] {
        let error = Folder::new(&[("suite.yaml", text)]).load().expect_err("a mistake");
        assert_eq!(error.mistakes().iter().map(|mistake| &*mistake.message).collect::<Vec<_>>(), [message]);
        assert!(error.mistakes()[0].help.as_deref().is_some_and(|help| help.contains("agent: {type: ")));
    }
}

#[test]
fn fields_of_nobody_are_mistakes_and_a_misspelt_one_is_not_missing_too() {
    check_mistake("agent: {type: a, confg: {}}", "an agent has no field `confg`");
    check_mistake("judge: {model: x}", "a suite has no field `judge`");
    check_mistake("agent: {type: a, x-note: 1}", "an agent has no field `x-note`");
    check_mistake("agent: {tpe: a}", "an agent has no field `tpe`");
}

#[test]
fn all_mistakes_of_all_files_are_returned_in_order() {
    let folder = Folder::new(&[
        (
            "suite.yaml",
            "cases: z/cases.yaml\nname: []\nmetrics: [{type: a, params: 1}]\nvariants: [{name: v, system_prompt_file: no.txt}]\nrepeats: 0\n",
        ),
        ("z/cases.yaml", "- id: a\n  tags: x\n- id: a\n"),
    ]);
    let error = folder.load().expect_err("mistakes");
    let root = folder.root().display().to_string();
    assert_eq!(
        error.to_string().replace(&root, ""),
        "/evals/demo/suite.yaml:1:1: a suite needs `agent`\n\
         /evals/demo/suite.yaml:2:7: `name` must be text\n\
         /evals/demo/suite.yaml:3:29: `params` must be a mapping\n\
         /evals/demo/suite.yaml:4:42: there is no file /evals/demo/no.txt\n\
         /evals/demo/suite.yaml:5:10: `repeats` must be a whole number of at least 1\n\
         /evals/demo/z/cases.yaml:2:9: `tags` must be a list\n\
         /evals/demo/z/cases.yaml:3:7: a second case `a`"
    );
}
