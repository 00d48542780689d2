//! What is wrong with a suite: a message, where it stands, and what to do.
//!
//! Mistakes are collected, never thrown at the first: a user sees all of a suite's mistakes at once.
//! [`crate::diagnostic`] shows them.

use super::place::Place;

/// One thing wrong with a suite, its cases or an option.
#[derive(Clone, Debug)]
pub struct Mistake {
    /// What is wrong, in lower case and without a full stop.
    pub message: String,
    /// Where; none when it is about no text, e.g. a file that does not exist.
    pub place: Option<Place>,
    /// A few words beside the marked text.
    pub label: Option<String>,
    /// Further places that belong to it, e.g. the first use of a duplicate id.
    pub also: Vec<(Place, String)>,
    /// What to do.
    pub help: Option<String>,
}

impl Mistake {
    /// A mistake that no text shows.
    #[must_use]
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), place: None, label: None, also: Vec::new(), help: None }
    }

    /// A mistake that stands at `place`.
    #[must_use]
    pub fn at(place: &Place, message: impl Into<String>) -> Self {
        Self { place: Some(place.clone()), ..Self::new(message) }
    }

    /// With a few words beside the marked text.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = Some(label.into());
        self
    }

    /// With another place that belongs to it.
    #[must_use]
    pub fn also(mut self, place: &Place, label: impl Into<String>) -> Self {
        self.also.push((place.clone(), label.into()));
        self
    }

    /// With what to do about it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// With "did you mean", when one of `candidates` is close to `written`; else with what there is, when that is short.
    #[must_use]
    pub fn suggest<'a>(self, written: &str, candidates: impl IntoIterator<Item = &'a str>) -> Self {
        let candidates: Vec<&str> = candidates.into_iter().collect();
        match closest(written, &candidates) {
            Some(near) => self.help(format!("did you mean `{near}`?")),
            None if candidates.is_empty() || candidates.len() > 12 => self,
            None => self.help(format!("there is {}", listed(&candidates))),
        }
    }
}

/// The candidate that is close enough to be what was meant.
#[must_use]
pub fn closest<'a>(written: &str, candidates: &[&'a str]) -> Option<&'a str> {
    let written = written.to_lowercase();
    candidates
        .iter()
        .map(|candidate| (strsim::damerau_levenshtein(&written, &candidate.to_lowercase()), *candidate))
        .filter(|(distance, candidate)| {
            *distance <= 1 + candidate.chars().count().min(written.chars().count()) / 4
        })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// "`a`, `b` and `c`".
#[must_use]
pub fn listed(names: &[&str]) -> String {
    match names {
        [] => "none".to_owned(),
        [one] => format!("`{one}`"),
        [rest @ .., last] => {
            let rest: Vec<String> = rest.iter().map(|name| format!("`{name}`")).collect();
            format!("{} and `{last}`", rest.join(", "))
        }
    }
}
