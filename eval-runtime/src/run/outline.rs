//! Which trials a start has: cases x candidates, named, and narrowed by our own selection. Nothing is built yet, so that
//! listing is cheap.

use std::sync::Arc;

use super::Candidate;
use super::candidate::DEFAULT;
use crate::suite::trial::{Names, identifier, trial_name};
use crate::suite::{Mistake, Model, Suite, Variant};

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
    /// The test front's own filters, as given, for the record; they are applied to trial names.
    pub filters: Vec<String>,
}

impl Selection {
    /// Whether nothing is filtered.
    #[must_use]
    pub fn is_all(&self) -> bool {
        let Self { models, variants, cases, tags, filters } = self;
        [models, variants, cases, tags, filters].iter().all(|list| list.is_empty())
    }
}

/// A suite's candidates and trials.
#[derive(Debug)]
pub struct Outline {
    /// The suite.
    pub suite: Arc<Suite>,
    /// The suite's name as trial names have it.
    pub segment: String,
    /// The selected candidates.
    pub candidates: Vec<Candidate>,
    /// The selected trials, case by case.
    pub trials: Vec<Trial>,
    /// How many trials the suite has with these candidates, whatever cases were selected.
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

/// Outlines suites under one selection. Each thing that the selection names must be in one of the suites.
///
/// # Errors
///
/// A mistake for every selected thing that is nowhere, and for two suites of one name.
pub fn outline(suites: Vec<Suite>, selection: &Selection) -> Result<Vec<Outline>, Vec<Mistake>> {
    let mut mistakes = unknown(&suites, selection);
    let mut outlines: Vec<Outline> = Vec::with_capacity(suites.len());
    for suite in suites {
        let outline = outline_one(Arc::new(suite), selection);
        if let Some(other) = outlines.iter().find(|other| other.segment == outline.segment) {
            mistakes.push(
                Mistake::new(format!(
                    "two suites of this target are named `{}`: {} and {}",
                    outline.segment,
                    other.suite.path.display(),
                    outline.suite.path.display()
                ))
                .help("give one of them another `name`"),
            );
        }
        outlines.push(outline);
    }
    if mistakes.is_empty() { Ok(outlines) } else { Err(mistakes) }
}

fn outline_one(suite: Arc<Suite>, selection: &Selection) -> Outline {
    let models = selected_models(&suite, &selection.models);
    let variants: Vec<Option<&Variant>> = std::iter::once(None)
        .chain(
            suite
                .variants
                .iter()
                .filter(|variant| selection.variants.is_empty() || selection.variants.contains(&variant.name))
                .map(Some),
        )
        .collect();
    let candidates: Vec<Candidate> = models
        .iter()
        .flat_map(|model| variants.iter().map(|variant| Candidate::new(&suite, model.as_ref(), *variant)))
        .collect();
    let segment = identifier(&suite.name);
    let texts: Vec<String> = candidates.iter().map(Candidate::trial_text).collect();
    let candidate_segments = Names::of(texts.iter().map(String::as_str));
    let case_segments = Names::of(suite.cases.iter().map(|case| case.id.as_str()));
    let mut trials = Vec::new();
    for (position, (case, case_segment)) in suite.cases.iter().zip(&case_segments).enumerate() {
        let unfiltered = selection.cases.is_empty() && selection.tags.is_empty();
        let selected = unfiltered
            || selection.cases.iter().any(|id| id.trim() == case.id)
            || selection.tags.iter().any(|tag| case.tags.contains(tag));
        if !selected {
            continue;
        }
        trials.extend(candidate_segments.iter().enumerate().map(|(candidate, candidate_segment)| Trial {
            case: position,
            candidate,
            name: trial_name(&segment, case_segment, candidate_segment),
        }));
    }
    let suite_trials = suite.cases.len() * candidates.len();
    Outline { suite, segment, candidates, trials, suite_trials }
}

/// The models to run: `None` is the agent's own.
fn selected_models(suite: &Suite, selected: &[String]) -> Vec<Option<Model>> {
    if selected.is_empty() {
        let all = suite.models.iter().cloned().map(Some);
        return if suite.models.is_empty() { vec![None] } else { all.collect() };
    }
    let mut models: Vec<Option<Model>> = Vec::new();
    for text in selected {
        let of_suite = suite.models.iter().find(|model| model.label == *text);
        if let Some(model) = of_suite.cloned().or_else(|| Model::parse(text))
            && !models.contains(&Some(model.clone()))
        {
            models.push(Some(model));
        }
    }
    models
}

/// A mistake for every selected thing that no suite has.
fn unknown(suites: &[Suite], selection: &Selection) -> Vec<Mistake> {
    let mut mistakes = Vec::new();
    let mut check = |what: &str, option: &str, written: &[String], there: &[&str]| {
        for text in written {
            if !there.contains(&text.trim()) {
                let mistake = Mistake::new(format!("no {what} `{text}` (--{option})"));
                mistakes.push(mistake.suggest(text, there.iter().copied()));
            }
        }
    };
    let cases: Vec<&str> =
        suites.iter().flat_map(|suite| &suite.cases).map(|case| case.id.as_str()).collect();
    let mut tags: Vec<&str> = suites
        .iter()
        .flat_map(|suite| &suite.cases)
        .flat_map(|case| &case.tags)
        .map(String::as_str)
        .collect();
    tags.sort_unstable();
    tags.dedup();
    let mut variants: Vec<&str> =
        suites.iter().flat_map(|suite| &suite.variants).map(|variant| variant.name.as_str()).collect();
    variants.push(DEFAULT);
    let labels: Vec<&str> =
        suites.iter().flat_map(|suite| &suite.models).map(|model| model.label.as_str()).collect();
    let named: Vec<String> =
        selection.models.iter().filter(|text| Model::parse(text).is_none()).cloned().collect();
    check("case", "case", &selection.cases, &cases);
    check("tag", "tag", &selection.tags, &tags);
    check("variant", "variant", &selection.variants, &variants);
    check("model", "model", &named, &labels);
    mistakes
}
