//! Which trials a start has: cases x candidates, named, and narrowed by our own selection. Nothing is built yet, so that
//! listing is cheap.

use std::sync::Arc;

use super::Candidate;
use crate::suite::trial::{Names, identifier, trial_name};
use crate::suite::{DEFAULT, Mistake, Model, Suite, Variant};

/// What a start was told to run; empty lists are no filter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// Models, by label or as `Provider:model`.
    pub models: Vec<String>,
    /// Variants, besides `default`.
    pub variants: Vec<String>,
    /// Case ids.
    pub cases: Vec<String>,
    /// Tags; a case is selected by its id or by a tag.
    pub tags: Vec<String>,
    /// What the test runner was told, for the record: it selects trials by name.
    pub by_name: ByName,
}

/// A test runner's own filters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ByName {
    /// What a trial's name must match.
    pub filters: Vec<String>,
    /// What it must not match.
    pub skip: Vec<String>,
    /// Whether only whole names match.
    pub exact: bool,
}

impl Selection {
    /// Whether nothing is filtered.
    #[must_use]
    pub fn is_all(&self) -> bool {
        let Self { models, variants, cases, tags, by_name } = self;
        let lists = [models, variants, cases, tags, &by_name.filters, &by_name.skip];
        lists.iter().all(|list| list.is_empty())
    }
}

/// A suite's candidates and trials.
#[derive(Debug)]
pub struct Outline {
    /// The suite.
    pub suite: Arc<Suite>,
    /// The candidates of the trials.
    pub candidates: Vec<Candidate>,
    /// The selected trials, case by case.
    pub trials: Vec<Trial>,
    /// How many trials the suite has, whatever was selected.
    pub suite_trials: usize,
}

/// One case x candidate, the unit that test runners list; it holds its repeats.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The case's position in the suite.
    pub case: usize,
    /// The candidate's position in the outline.
    pub candidate: usize,
    /// `eval::<suite>::<case>::<model>__<variant>`.
    pub name: String,
}

/// Outlines suites under one selection. Each thing that the selection names must be in one of the suites, and together
/// they must select something.
///
/// # Errors
///
/// A mistake for every selected thing that is nowhere, and for two suites of one name.
pub fn outline(suites: Vec<Suite>, selection: &Selection) -> Result<Vec<Outline>, Vec<Mistake>> {
    let mut mistakes = unknown(&suites, selection);
    for (position, suite) in suites.iter().enumerate() {
        let segment = identifier(&suite.name);
        if let Some(other) = suites[..position].iter().find(|other| identifier(&other.name) == segment) {
            let (one, two) = (other.path.display(), suite.path.display());
            mistakes.push(
                Mistake::new(format!("two suites of this target are named `{segment}`: {one} and {two}"))
                    .help("give one of them another `name`"),
            );
        }
    }
    if !mistakes.is_empty() {
        return Err(mistakes);
    }
    let outlines: Vec<Outline> =
        suites.into_iter().map(|suite| outline_one(Arc::new(suite), selection)).collect::<Result<_, _>>()?;
    if outlines.iter().all(|outline| outline.trials.is_empty()) {
        let nothing = Mistake::new("nothing is selected: no suite has all that the options name together");
        return Err(vec![nothing.help("select less, or run the suites one by one with --suite")]);
    }
    Ok(outlines)
}

impl Outline {
    /// Keeps the trials that are wanted, and the candidates that they have.
    pub fn retain(&mut self, wanted: impl FnMut(&Trial) -> bool) {
        self.trials.retain(wanted);
        let used = |candidate: usize| self.trials.iter().any(|trial| trial.candidate == candidate);
        let kept: Vec<bool> = (0..self.candidates.len()).map(used).collect();
        let mut keeps = kept.iter();
        self.candidates.retain(|_| keeps.next() == Some(&true));
        for trial in &mut self.trials {
            trial.candidate = kept[..trial.candidate].iter().filter(|kept| **kept).count();
        }
    }
}

fn outline_one(suite: Arc<Suite>, selection: &Selection) -> Result<Outline, Vec<Mistake>> {
    let models = models(&suite, &selection.models)?;
    let variants = || std::iter::once(None).chain(suite.variants.iter().map(Some));
    let selects = |variant: Option<&Variant>| {
        let named = |variant: &Variant| selection.variants.contains(&variant.name);
        selection.variants.is_empty() || variant.is_none_or(named)
    };
    // All candidates are named, so that no selection gives a trial another's name.
    let all: Vec<(Candidate, bool)> = models
        .iter()
        .flat_map(|(model, selected)| {
            variants().map(move |variant| (model, variant, *selected && selects(variant)))
        })
        .enumerate()
        .map(|(position, (model, variant, selected))| {
            (Candidate::new(position, &suite, model.as_ref(), variant), selected)
        })
        .collect();
    let segments = Names::of(all.iter().map(|(candidate, _)| candidate.trial_text()));
    let (candidates, candidate_segments): (Vec<Candidate>, Vec<String>) = all
        .into_iter()
        .zip(segments)
        .filter_map(|((candidate, selected), segment)| selected.then_some((candidate, segment)))
        .unzip();
    let case_segments = Names::of(suite.cases.iter().map(|case| case.id.as_str()));
    let mut trials = Vec::new();
    for (position, (case, case_segment)) in suite.cases.iter().zip(&case_segments).enumerate() {
        let unfiltered = selection.cases.is_empty() && selection.tags.is_empty();
        let selected = unfiltered
            || selection.cases.contains(&case.id)
            || selection.tags.iter().any(|tag| case.tags.contains(tag));
        if selected {
            trials.extend(candidate_segments.iter().enumerate().map(|(candidate, candidate_segment)| {
                Trial {
                    case: position,
                    candidate,
                    name: trial_name(&suite.name, case_segment, candidate_segment),
                }
            }));
        }
    }
    let suite_trials = suite.cases.len() * suite.models.len().max(1) * (suite.variants.len() + 1);
    Ok(Outline { suite, candidates, trials, suite_trials })
}

/// The models of a suite and the ones that only the selection names, each with whether it is selected. `None` is the
/// agent's own.
fn models(suite: &Suite, selected: &[String]) -> Result<Vec<(Option<Model>, bool)>, Vec<Mistake>> {
    let named = |model: &Model| selected.is_empty() || selected.contains(&model.label);
    let mut models: Vec<(Option<Model>, bool)> =
        suite.models.iter().map(|model| (Some(model.clone()), named(model))).collect();
    if models.is_empty() {
        models.push((None, selected.is_empty()));
    }
    let mut mistakes = Vec::new();
    for text in selected {
        if suite.models.iter().any(|model| model.label == *text) {
            continue;
        }
        let Some(model) = Model::parse(text) else { continue };
        let same_label = |other: &&mut (Option<Model>, bool)| {
            other.0.as_ref().is_some_and(|other| other.label == model.label)
        };
        match models.iter_mut().find(same_label) {
            Some((Some(other), chosen)) if *other == model => *chosen = true,
            Some((Some(other), _)) => mistakes.push(
                Mistake::new(format!(
                    "`{text}` (--model) has the label of {}:{}, `{}`",
                    other.provider, other.model, other.label
                ))
                .help("list both under `models` with labels of their own"),
            ),
            Some((None, _)) | None => models.push((Some(model), true)),
        }
    }
    if mistakes.is_empty() { Ok(models) } else { Err(mistakes) }
}

/// A mistake for every selected thing that no suite has.
fn unknown(suites: &[Suite], selection: &Selection) -> Vec<Mistake> {
    let mut mistakes = Vec::new();
    let mut check = |what: &str, written: &[String], there: &[&str]| {
        for text in written {
            if !there.contains(&text.as_str()) {
                let mistake = Mistake::new(format!("no {what} `{text}` (--{what})"));
                mistakes.push(mistake.suggest(text, there.iter().copied()));
            }
        }
    };
    let cases = || suites.iter().flat_map(|suite| &suite.cases);
    let ids: Vec<&str> = cases().map(|case| case.id.as_str()).collect();
    let mut tags: Vec<&str> = cases().flat_map(|case| &case.tags).map(String::as_str).collect();
    tags.sort_unstable();
    tags.dedup();
    let variants = suites.iter().flat_map(|suite| &suite.variants).map(|variant| variant.name.as_str());
    let variants: Vec<&str> = variants.chain([DEFAULT]).collect();
    let labels: Vec<&str> =
        suites.iter().flat_map(|suite| &suite.models).map(|model| model.label.as_str()).collect();
    let named: Vec<String> =
        selection.models.iter().filter(|text| Model::parse(text).is_none()).cloned().collect();
    check("case", &selection.cases, &ids);
    check("tag", &selection.tags, &tags);
    check("variant", &selection.variants, &variants);
    check("model", &named, &labels);
    mistakes
}
