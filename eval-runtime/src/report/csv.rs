//! `results.csv`: a row a run.

use std::io::{self, Write};
use std::sync::Arc;

use crate::outcome::{RunOutcome, RunState};
use crate::record::Results;
use crate::suite::DEFAULT;
use crate::value::short;

/// Writes `results.csv`: what was run, how it ended, and a column for each metric and each component
/// (`<metric>.<component>`). A cell is empty where there is no value.
///
/// # Errors
///
/// When `out` cannot be written.
pub fn write_results_csv(results: &Results, out: &mut dyn Write) -> io::Result<()> {
    let components = components(results);
    let mut writer = csv::Writer::from_writer(out);
    let fixed = ["case", "tags", "model", "variant", "repeat", "state", "missed", "failure"];
    let metrics = results.head.metrics.iter().map(|metric| &*metric.name);
    let parts = components.iter().map(|component| format!("{}.{}", component.metric, component.name));
    writer
        .write_record(fixed.into_iter().map(str::to_owned).chain(metrics.map(str::to_owned)).chain(parts))?;
    for candidate in &results.candidates {
        let head = &results.head.candidates[candidate.candidate];
        let model = head.model.as_ref().map_or(DEFAULT, |model| &model.label);
        for case in &candidate.cases {
            let case_head = &results.head.cases[case.case];
            let tags = case_head.tags.join(";");
            for run in &case.runs {
                let missed: Vec<&str> = run.misses().map(|metric| &*metric.name).collect();
                let failure = run.failure.as_ref().map_or("", |failure| &failure.message);
                let (repeat, missed) = (run.repeat.to_string(), missed.join(";"));
                for cell in
                    [&*case_head.id, &tags, model, &head.variant, &repeat, run.state.name(), &missed, failure]
                {
                    writer.write_field(cell)?;
                }
                for (position, metric) in results.head.metrics.iter().enumerate() {
                    let score = run.metric(position, &metric.name).and_then(|metric| metric.score());
                    writer.write_field(score.map(ToString::to_string).unwrap_or_default())?;
                }
                for component in &components {
                    writer.write_field(part(run, component))?;
                }
                writer.write_record(None::<&[u8]>)?;
            }
            for _ in 0..case.not_started {
                let state = RunState::NotStarted.name();
                let fixed = [&*case_head.id, &tags, model, &head.variant, "", state, "", ""];
                let empty = results.head.metrics.len() + components.len();
                writer.write_record(fixed.into_iter().chain(std::iter::repeat_n("", empty)))?;
            }
        }
    }
    writer.flush()
}

/// A column of a component.
struct Component {
    /// The metric's position and name.
    position: usize,
    metric: Arc<str>,
    name: String,
}

/// Every component of every metric, in the order of the metrics.
fn components(results: &Results) -> Vec<Component> {
    let mut components: Vec<Component> = Vec::new();
    for (position, metric) in results.head.metrics.iter().enumerate() {
        for run in results.candidates.iter().flat_map(|candidate| candidate.runs()) {
            let notes = run.metric(position, &metric.name).and_then(|metric| metric.notes.as_ref());
            for (name, _) in notes.iter().flat_map(|notes| &notes.components) {
                if !components.iter().any(|known| known.position == position && known.name == *name) {
                    components.push(Component { position, metric: metric.name.clone(), name: name.clone() });
                }
            }
        }
    }
    components
}

fn part(run: &RunOutcome, component: &Component) -> String {
    let metric = run.metric(component.position, &component.metric);
    let Some(notes) = metric.and_then(|metric| metric.notes.as_ref()) else { return String::new() };
    match notes.components.iter().find(|(name, _)| *name == component.name) {
        Some((_, number)) if notes.binary_components => {
            if number.get() >= 1.0 {
                "success".to_owned()
            } else {
                "failure".to_owned()
            }
        }
        Some((_, number)) => short(number.get()),
        None => String::new(),
    }
}
