//! The table of results and targets at the end of `cargo xtask bench`.

use std::fmt;

/// One line of the table.
#[derive(Debug)]
pub(crate) struct Figure {
    /// What was measured.
    pub(crate) name: String,
    /// How much it is in `unit`, or why it is not known.
    pub(crate) measured: Result<f64, String>,
    /// What it is counted in.
    pub(crate) unit: &'static str,
    /// What it should be.
    pub(crate) target: Target,
}

/// What a figure should be.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Target {
    /// No more than this.
    AtMost(f64),
    /// No less than this.
    AtLeast(f64),
    /// Nothing: it stands beside the others to be compared with them.
    None,
}

impl Target {
    fn is_met(self, measured: f64) -> Option<bool> {
        match self {
            Self::AtMost(most) => Some(measured <= most),
            Self::AtLeast(least) => Some(measured >= least),
            Self::None => None,
        }
    }

    fn display(self, unit: &str) -> String {
        match self {
            Self::AtMost(most) => format!("≤ {most} {unit}"),
            Self::AtLeast(least) => format!("≥ {least} {unit}"),
            Self::None => String::new(),
        }
    }
}

/// The figures as a table.
pub(crate) struct FigureTable<'a>(pub(crate) &'a [Figure]);

impl fmt::Display for FigureTable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.0.iter().map(|figure| figure.name.chars().count()).max().unwrap_or(0);
        writeln!(f, "{:<width$}  {:>19}  {:>21}", "figure", "measured", "target")?;
        for Figure { name, measured, unit, target } in self.0 {
            let (shown, verdict) = match measured {
                Ok(measured) => (format!("{measured:.2} {unit}"), target.is_met(*measured)),
                Err(_) => ("not measured".to_owned(), None),
            };
            let verdict = match (measured, verdict) {
                (Err(why), _) => why,
                (Ok(_), Some(true)) => "met",
                (Ok(_), Some(false)) => "NOT MET",
                (Ok(_), None) => "",
            };
            let line = format!("{name:<width$}  {shown:>19}  {:>21}  {verdict}", target.display(unit));
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(measured: Result<f64, String>, target: Target) -> String {
        let figures = [Figure { name: "a hand".to_owned(), measured, unit: "s", target }];
        FigureTable(&figures).to_string().lines().nth(1).unwrap().to_owned()
    }

    #[test]
    fn a_figure_at_its_target_meets_it_and_one_beyond_does_not() {
        for (measured, target, met) in [
            (0.3, Target::AtMost(0.3), true),
            (0.31, Target::AtMost(0.3), false),
            (10.0, Target::AtLeast(10.0), true),
            (9.99, Target::AtLeast(10.0), false),
        ] {
            let line = verdict(Ok(measured), target);
            assert_eq!(!line.ends_with("NOT MET"), met, "{line}");
            assert!(line.to_lowercase().ends_with(" met"), "{line}");
        }
    }

    #[test]
    fn what_is_not_measured_says_why_and_what_has_no_target_is_not_judged() {
        assert!(verdict(Err("no valgrind".to_owned()), Target::AtMost(16.0)).ends_with("no valgrind"));
        assert!(verdict(Ok(20.0), Target::None).ends_with("20.00 s"));
    }
}
