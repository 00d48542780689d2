//! Which trials a command line selects by name, in libtest's manner, but exact where a whole name is given.

use eval_runtime::run::ByName;
use eval_runtime::suite::{Mistake, trial};

/// Filters on trial names.
#[derive(Clone, Debug, Default)]
pub(crate) struct Filter {
    /// What was given.
    pub(crate) by_name: ByName,
    /// Whether nothing can match, as for `--ignored`.
    pub(crate) nothing: bool,
}

/// How one filter reads, given the names that there are.
enum Pattern<'a> {
    /// The trial of this name.
    Whole(&'a str),
    /// The trials below this module path.
    Module(&'a str),
    /// The trials whose name contains this.
    Part(&'a str),
}

impl Filter {
    /// Whether each name is selected.
    pub(crate) fn select(&self, names: &[&str]) -> Vec<bool> {
        if self.nothing {
            return vec![false; names.len()];
        }
        let filters: Vec<_> =
            self.by_name.filters.iter().map(|filter| self.pattern(unpadded(filter), names)).collect();
        let skip: Vec<_> =
            self.by_name.skip.iter().map(|filter| self.pattern(unpadded(filter), names)).collect();
        names
            .iter()
            .map(|name| {
                let wanted = filters.is_empty() || filters.iter().any(|pattern| pattern.matches(name));
                wanted && !skip.iter().any(|pattern| pattern.matches(name))
            })
            .collect()
    }

    /// A filter that equals a whole name or a module path means exactly that: editors send no `--exact` for it, and a
    /// match of another name would cost money.
    fn pattern<'a>(&self, filter: &'a str, names: &[&str]) -> Pattern<'a> {
        if self.by_name.exact || names.contains(&filter) {
            Pattern::Whole(filter)
        } else if names.iter().any(|name| is_below(name, filter)) {
            Pattern::Module(filter)
        } else {
            Pattern::Part(filter)
        }
    }

    /// A mistake for every filter that names something of one of these suites, and matches nothing: a case that someone
    /// named did not run.
    pub(crate) fn unmatched(&self, names: &[&str], suites: &[String]) -> Vec<Mistake> {
        let named = |filter: &&str| {
            suites.iter().any(|suite| {
                let module = format!("{}::{suite}", trial::ROOT);
                *filter == module || is_below(filter, &module)
            })
        };
        let filters = self.by_name.filters.iter().map(|filter| unpadded(filter)).filter(named);
        filters
            .filter(|filter| {
                let pattern = self.pattern(filter, names);
                !names.iter().any(|name| pattern.matches(name))
            })
            .map(|filter| {
                Mistake::new(format!("no trial is named `{filter}`")).suggest(filter, names.iter().copied())
            })
            .collect()
    }
}

/// Runners and shells leave spaces around names.
fn unpadded(filter: &str) -> &str {
    filter.trim()
}

fn is_below(name: &str, module: &str) -> bool {
    name.strip_prefix(module).is_some_and(|rest| rest.starts_with("::"))
}

impl Pattern<'_> {
    fn matches(&self, name: &str) -> bool {
        match self {
            Self::Whole(whole) => name == *whole,
            Self::Module(module) => is_below(name, module),
            Self::Part(part) => name.contains(part),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 5] = [
        "eval::plan::one::mini__default",
        "eval::plan::one::mini__default_v2",
        "eval::plan::one_more::mini__default",
        "eval::plan::two::mini__default",
        "eval::chat::one::mini__default",
    ];

    #[track_caller]
    fn check(filters: &[&str], skip: &[&str], exact: bool, selected: &[usize]) {
        let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
        let by_name = ByName { filters: texts(filters), skip: texts(skip), exact };
        let filter = Filter { by_name, nothing: false };
        let picked = filter.select(&NAMES);
        let picked: Vec<usize> = (0..NAMES.len()).filter(|position| picked[*position]).collect();
        assert_eq!(picked, selected, "{filters:?} {skip:?} {exact}");
    }

    #[test]
    fn a_whole_name_and_a_module_path_select_exactly_that() {
        check(&[], &[], false, &[0, 1, 2, 3, 4]);
        check(&["eval::plan::one::mini__default"], &[], false, &[0]);
        check(&["eval::plan::one"], &[], false, &[0, 1]);
        check(&["eval::plan"], &[], false, &[0, 1, 2, 3]);
        check(&["eval::plan::on"], &[], false, &[0, 1, 2]);
        check(&["one", "two"], &[], false, &[0, 1, 2, 3, 4]);
        check(&["one"], &["eval::plan::one", "chat"], false, &[2]);
        check(&["one"], &[], true, &[]);
        check(&["eval::plan::two::mini__default", "one"], &[], true, &[3]);
    }

    #[test]
    fn a_name_of_a_suite_here_that_matches_nothing_is_a_mistake_and_others_are_not() {
        let unmatched = |text: &str, exact| {
            let by_name = ByName { filters: vec![text.to_owned()], exact, ..ByName::default() };
            let filter = Filter { by_name, nothing: false };
            filter.unmatched(&NAMES, &["plan".to_owned(), "chat".to_owned()]).len()
        };
        assert_eq!(unmatched("eval::plan::three::mini__default", true), 1);
        assert_eq!(unmatched("eval::plan::three", false), 1);
        assert_eq!(unmatched("eval::plan", true), 1);
        assert_eq!(unmatched("eval::plan", false), 0);
        assert_eq!(unmatched("eval::planner::one", true), 0);
        assert_eq!(unmatched("other::test", true), 0);
        assert_eq!(unmatched("no such", false), 0);
    }
}
