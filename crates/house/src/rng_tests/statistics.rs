//! How unlikely a count is: p-values of chi-square, normal, Poisson and Kolmogorov-Smirnov statistics.
//!
//! Every p-value is two-sided: outcomes that are too even are as suspicious as outcomes that are too uneven. Floating
//! point is at home here and nowhere near money.

/// The natural logarithm of the gamma function, for an argument above nought (Lanczos, about fifteen digits).
fn ln_gamma(x: f64) -> f64 {
    const TERMS: [f64; 8] = [
        676.520_368_121_885_1,
        -1_259.139_216_722_402_8,
        771.323_428_777_653_1,
        -176.615_029_162_140_6,
        12.507_343_278_686_905,
        -0.138_571_095_265_720_12,
        9.984_369_578_019_572e-6,
        1.505_632_735_149_311_6e-7,
    ];
    let x = x - 1.0;
    let base = x + 7.5;
    let series =
        (1..).zip(TERMS).fold(0.999_999_999_999_809_9, |sum, (place, term)| sum + term / (x + f64::from(place)));
    0.5 * (2.0 * std::f64::consts::PI).ln() + (x + 0.5) * base.ln() - base + series.ln()
}

/// The regularised incomplete gamma function, both sides: P(a, x) and Q(a, x), which add up to one.
fn gamma(a: f64, x: f64) -> (f64, f64) {
    if x <= 0.0 {
        return (0.0, 1.0);
    }
    let scale = (a * x.ln() - x - ln_gamma(a)).exp();
    if x < a + 1.0 {
        let lower = scale * lower_series(a, x);
        (lower, 1.0 - lower)
    } else {
        let upper = scale * upper_fraction(a, x);
        (1.0 - upper, upper)
    }
}

/// Enough steps for any number of degrees of freedom that a deck has; both expansions converge long before.
const STEPS: u32 = 100_000;

fn lower_series(a: f64, x: f64) -> f64 {
    let (mut term, mut sum) = (1.0 / a, 1.0 / a);
    for step in 1..STEPS {
        term *= x / (a + f64::from(step));
        sum += term;
        if term < sum * f64::EPSILON {
            break;
        }
    }
    sum
}

/// The continued fraction of the upper side, by the method of Lentz.
fn upper_fraction(a: f64, x: f64) -> f64 {
    const TINY: f64 = 1e-300;
    let mut b = x + 1.0 - a;
    let (mut c, mut d) = (1.0 / TINY, 1.0 / b);
    let mut fraction = d;
    for step in 1..STEPS {
        let step = f64::from(step);
        let an = -step * (step - a);
        b += 2.0;
        let denominator = an * d + b;
        d = 1.0 / if denominator.abs() < TINY { TINY } else { denominator };
        c = b + an / c;
        if c.abs() < TINY {
            c = TINY;
        }
        let change = d * c;
        fraction *= change;
        if (change - 1.0).abs() < f64::EPSILON {
            break;
        }
    }
    fraction
}

fn two_sided(lower: f64, upper: f64) -> f64 {
    (2.0 * lower.min(upper)).clamp(0.0, 1.0)
}

/// The p-value of a chi-square statistic.
pub(super) fn chi_square(statistic: f64, freedom: f64) -> f64 {
    let (lower, upper) = gamma(freedom / 2.0, statistic / 2.0);
    two_sided(lower, upper)
}

/// The p-value of a standard normal deviate.
pub(super) fn normal(z: f64) -> f64 {
    gamma(0.5, z * z / 2.0).1
}

/// The p-value of a count where so many are expected.
pub(super) fn poisson(count: u64, expected: f64) -> f64 {
    let count = count as f64;
    let at_most = gamma(count + 1.0, expected).1;
    let at_least = if count == 0.0 { 1.0 } else { gamma(count, expected).0 };
    two_sided(at_most, at_least)
}

/// The statistic of Kolmogorov and Smirnov for numbers that should lie evenly between nought and one, with its p-value.
pub(super) fn kolmogorov_smirnov(numbers: &mut [f64]) -> (f64, f64) {
    numbers.sort_unstable_by(f64::total_cmp);
    let count = numbers.len() as f64;
    let distance = (0_u32..).zip(&*numbers).fold(0.0_f64, |most, (place, &number)| {
        let (before, after) = (f64::from(place) / count, f64::from(place + 1) / count);
        most.max(after - number).max(number - before)
    });
    let scaled = (count.sqrt() + 0.12 + 0.11 / count.sqrt()) * distance;
    let terms = (1..=100).map(|term| {
        let term = f64::from(term);
        (if term % 2.0 == 1.0 { 2.0 } else { -2.0 }) * (-2.0 * term * term * scaled * scaled).exp()
    });
    // Near nought the series no longer alternates towards anything, and the distance is as small as it can be.
    (distance, if scaled < 0.2 { 1.0 } else { terms.sum::<f64>().clamp(0.0, 1.0) })
}

/// The chi-square statistic of counts against their chances, with its degrees of freedom. Cells where fewer than five
/// are expected are counted together with their neighbours, since the statistic says nothing about them.
pub(super) fn against(counts: &[u64], chances: &[f64]) -> (f64, f64) {
    let total = counts.iter().sum::<u64>() as f64;
    let mut cells: Vec<(f64, f64)> = Vec::new();
    let (mut seen, mut expected) = (0.0, 0.0);
    for (&count, &chance) in counts.iter().zip(chances) {
        seen += count as f64;
        expected += chance * total;
        if expected >= 5.0 {
            cells.push((seen, expected));
            (seen, expected) = (0.0, 0.0);
        }
    }
    match cells.last_mut() {
        Some(last) => *last = (last.0 + seen, last.1 + expected),
        None => cells.push((seen, expected)),
    }
    let statistic = cells.iter().map(|(seen, expected)| (seen - expected).powi(2) / expected).sum();
    (statistic, (cells.len() - 1) as f64)
}

/// The same where all cells are equally likely.
pub(super) fn evenly(counts: &[u64]) -> (f64, f64) {
    against(counts, &vec![1.0 / counts.len() as f64; counts.len()])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(value: f64, expected: f64) {
        assert!((value - expected).abs() < 1e-9 + 1e-7 * expected.abs(), "{value} is not {expected}");
    }

    /// The critical values every statistics book prints, and the closed form for two degrees of freedom.
    #[test]
    fn chi_square_agrees_with_the_printed_tables() {
        for (statistic, freedom, upper) in [
            (6.634_896_601_021_213, 1.0, 0.01),
            (11.344_866_730_144_373, 3.0, 0.01),
            (23.209_251_158_954_356, 10.0, 0.01),
            (135.806_723_177_168_83, 100.0, 0.01),
        ] {
            near(gamma(freedom / 2.0, statistic / 2.0).1, upper);
            near(chi_square(statistic, freedom), 2.0 * upper);
        }
        for statistic in [0.1_f64, 1.0, 5.0, 40.0] {
            near(gamma(1.0, statistic / 2.0).1, (-statistic / 2.0).exp());
        }
    }

    #[test]
    fn chi_square_of_many_degrees_of_freedom_is_nearly_normal() {
        let freedom = 2704.0_f64;
        for z in [-3.0, -1.0, 0.0, 1.0, 3.0] {
            // Wilson and Hilferty: the cube root is nearly normal.
            let part = 2.0 / (9.0 * freedom);
            let statistic = freedom * (1.0 - part + z * part.sqrt()).powi(3);
            assert!((chi_square(statistic, freedom) - normal(z)).abs() < 1e-3, "{z}");
        }
    }

    #[test]
    fn normal_agrees_with_the_printed_tables() {
        near(normal(0.0), 1.0);
        near(normal(2.575_829_303_548_901), 0.01);
        near(normal(-1.959_963_984_540_054), 0.05);
    }

    #[test]
    fn poisson_counts_both_tails() {
        near(poisson(0, 5.0), 2.0 * (-5.0_f64).exp());
        near(poisson(3, 0.5), 2.0 * (1.0 - (-0.5_f64).exp() * (1.0 + 0.5 + 0.125)));
        near(poisson(0, 0.1), 1.0);
    }

    #[test]
    fn kolmogorov_smirnov_knows_even_numbers_from_crowded_ones() {
        let mut even: Vec<f64> = (0..100).map(|place| (f64::from(place) + 0.5) / 100.0).collect();
        assert!(kolmogorov_smirnov(&mut even).1 > 0.99);
        let mut crowded: Vec<f64> = even.iter().map(|number| number.powi(2)).collect();
        assert!(kolmogorov_smirnov(&mut crowded).1 < 0.001);
        // The printed critical value at 1 % for many numbers is 1.6276 over the root of their count.
        let shift = 1.6276 / (10_000.0_f64.sqrt() + 0.12 + 0.0011);
        let mut shifted: Vec<f64> =
            (0..10_000).map(|place| ((f64::from(place) + 1.0) / 10_000.0 - shift).max(0.0)).collect();
        assert!((kolmogorov_smirnov(&mut shifted).1 - 0.01).abs() < 2e-4);
    }

    #[test]
    fn cells_where_little_is_expected_are_counted_together() {
        let (statistic, freedom) = against(&[40, 50, 4, 3, 3], &[0.4, 0.5, 0.04, 0.03, 0.03]);
        assert_eq!((statistic, freedom), (0.0, 2.0));
        assert_eq!(evenly(&[10, 20]), (10.0 / 3.0, 1.0));
    }
}
