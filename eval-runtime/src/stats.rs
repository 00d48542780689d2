//! Means and other figures over numbers, and how rates are printed. Pure functions.

/// The mean; `None` over nothing.
#[must_use]
pub(crate) fn mean(numbers: impl IntoIterator<Item = f64>) -> Option<f64> {
    let (mut count, mut sum) = (0_u32, 0.0);
    for number in numbers {
        count += 1;
        sum += number;
    }
    (count > 0).then(|| sum / f64::from(count))
}

/// `part / whole`; `None` when there is no whole: no rate, not 0 and not 1.
#[must_use]
pub(crate) fn rate(part: usize, whole: usize) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

/// A rate for people, to one digit after the point, that reads `100%` and `0%` only when it is.
#[must_use]
pub(crate) fn percent(rate: f64) -> String {
    let percent = rate * 100.0;
    let rounded = (percent * 10.0).round() / 10.0;
    if rate < 1.0 && rounded >= 100.0 {
        ">99.9%".to_owned()
    } else if rate > 0.0 && rounded <= 0.0 {
        "<0.1%".to_owned()
    } else if rounded.fract() == 0.0 {
        format!("{rounded:.0}%")
    } else {
        format!("{rounded:.1}%")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_no_mean_and_no_rate_of_nothing() {
        assert_eq!(mean([]), None);
        assert_eq!(mean([1.0, 2.0]), Some(1.5));
        assert_eq!(rate(0, 0), None);
        assert_eq!(rate(2, 8), Some(0.25));
    }

    #[test]
    fn a_rate_below_one_never_reads_100_percent() {
        for (rate, text) in [
            (1.0, "100%"),
            (0.0, "0%"),
            (0.25, "25%"),
            (0.995, "99.5%"),
            (199.0 / 200.0, "99.5%"),
            (0.9996, ">99.9%"),
            (0.999_999, ">99.9%"),
            (0.0001, "<0.1%"),
            (2.0 / 3.0, "66.7%"),
        ] {
            assert_eq!(percent(rate), text, "{rate}");
        }
    }
}
