//! The sheet as CSV in long form: what it is of, which figure, its value. One header, one shape, easy to load.

use super::ParSheet;
use super::wager::WagerPar;
use crate::fraction::Fraction;

type Rows = Vec<[String; 4]>;

/// Writes the sheet.
///
/// # Errors
/// If the rows cannot be written, which memory does not refuse.
pub fn csv(sheet: &ParSheet) -> Result<Vec<u8>, csv::Error> {
    let mut rows = Rows::new();
    let mut tell = |part: &str, of: &str, figure: &str, value: String| {
        rows.push([part.to_owned(), of.to_owned(), figure.to_owned(), value]);
    };
    for (figure, value) in [
        ("submission", sheet.submission.as_str()),
        ("game", sheet.game),
        ("text", sheet.text),
        ("effective", &sheet.effective),
        ("rules_hash", &sheet.hashes.rules),
        ("odds_hash", &sheet.hashes.odds),
        ("submission_sha256", &sheet.hashes.submission),
    ] {
        tell("sheet", "", figure, value.to_owned());
    }
    sheet.options.iter().for_each(|option| tell("option", "", &option.name, option.value.clone()));
    sheet.readings.iter().for_each(|taken| tell("reading", "", &taken.reading, taken.side.to_owned()));
    for wager in &sheet.wagers {
        of_wager(wager, &mut tell);
    }
    of_exposure(sheet, &mut tell);
    of_session(sheet, &mut tell);
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(["part", "of", "figure", "value"])?;
    for row in &rows {
        writer.write_record(row)?;
    }
    writer.into_inner().map_err(|error| error.into_error().into())
}

fn of_wager(wager: &WagerPar, tell: &mut impl FnMut(&str, &str, &str, String)) {
    let report = &wager.report;
    let name = report.wager.name();
    let mut figure = |figure: &str, value: String| tell(name, "", figure, value);
    figure("paytable", report.paytable.map(String::from).unwrap_or_default());
    figure("clause", report.clause.clone());
    figure("minimum_cents", wager.stake.minimum.to_string());
    figure("maximum_cents", wager.stake.maximum.to_string());
    figure("combinations", report.combinations.to_string());
    figure("long_run_edge", wager.long_run_edge.to_string());
    figure("hit_frequency", report.hit_frequency.to_string());
    figure("variance", wager.round_variance.to_string());
    figure("standard_deviation", wager.round_deviation.clone());
    let exact = [("house_edge", report.house_edge), ("fixed_return", report.fixed_return)];
    let main = report.main.iter().flat_map(|main| {
        [("average_wager", Some(main.average_wager)), ("element_of_risk", Some(main.element_of_risk))]
    });
    let progressive = report.progressive.iter().flat_map(|wager| {
        [("long_run_return", Some(wager.long_run_return)), ("return_at_seeds", Some(wager.return_now))]
    });
    for (name, value) in exact.into_iter().chain(main).chain(progressive) {
        if let Some(value) = value {
            figure(name, value.to_string());
        }
    }
    for result in &wager.results {
        tell(name, &result.result, "count", result.count.to_string());
        tell(name, &result.result, "probability", result.probability.to_string());
        tell(name, &result.result, "pays", result.pays.clone().unwrap_or_default());
        tell(name, &result.result, "net", result.net.to_string());
        tell(name, &result.result, "return", result.returns.to_string());
    }
    let counted: u128 = wager.results.iter().map(|result| result.count).sum();
    let returned: Fraction = wager.results.iter().map(|result| result.returns).sum();
    tell(name, "total", "count", counted.to_string());
    tell(name, "total", "return", returned.to_string());
    for meter in report.progressive.iter().flat_map(|progressive| &progressive.meters) {
        let of = format!("meter {}", meter.meter);
        tell(name, &of, "seed_cents", meter.seed.0.to_string());
        tell(name, &of, "reseed_cents", meter.reseed.0.to_string());
        tell(name, &of, "rate_percent", meter.primary.to_string());
        tell(name, &of, "reserve_percent", meter.reserve.to_string());
        tell(name, &of, "break_even_cents", meter.break_even.map_or(String::new(), |even| even.to_string()));
    }
    for draw in &report.draws {
        tell(name, &draw.draw, "return_per_draw", draw.per_draw.to_string());
        tell(name, &draw.draw, "return", draw.returns.map_or(String::new(), |returns| returns.to_string()));
    }
    for envy in &report.envy {
        let of = format!("envy at {}", envy.amount);
        tell(name, &of, "cents_per_other_player", envy.cents_per_other_player.to_string());
    }
    for interval in &wager.intervals {
        let of = format!("{} rounds", interval.rounds);
        tell(name, &of, "low_percent", interval.low_percent.clone());
        tell(name, &of, "high_percent", interval.high_percent.clone());
    }
}

fn of_exposure(sheet: &ParSheet, tell: &mut impl FnMut(&str, &str, &str, String)) {
    let exposure = &sheet.exposure;
    for wager in &exposure.wagers {
        tell("exposure", wager.wager, "paid_cents", wager.paid.to_string());
    }
    tell("exposure", "area", "unlimited_cents", exposure.area_unlimited.to_string());
    if let Some(limit) = exposure.payout_limit {
        tell("exposure", "area", "payout_limit_cents", limit.to_string());
    }
    tell("exposure", "area", "paid_cents", exposure.area.to_string());
    tell("exposure", "area", "envy_cents", exposure.envy_to_one_area.to_string());
    tell("exposure", "table", "paid_cents", exposure.table.to_string());
}

fn of_session(sheet: &ParSheet, tell: &mut impl FnMut(&str, &str, &str, String)) {
    let session = &sheet.session;
    tell("session", "", "seats", session.seats.to_string());
    tell("session", "", "rounds_per_hour", session.rounds_per_hour.to_string());
    for wager in &session.wagers {
        tell("session", wager.wager, "percent_of_players", wager.percent_of_players.to_string());
        tell("session", wager.wager, "average_stake_cents", wager.average_stake.to_string());
        tell("session", wager.wager, "wagered_per_hour_cents", wager.wagered_per_hour.to_string());
        tell("session", wager.wager, "envy_per_hour_cents", wager.envy_per_hour.to_string());
        tell("session", wager.wager, "win_per_hour_cents", wager.win_per_hour.to_string());
    }
    tell("session", "total", "wagered_per_hour_cents", session.wagered_per_hour.to_string());
    tell("session", "total", "win_per_hour_cents", session.win_per_hour.to_string());
    for expected in &session.expected {
        let of = format!("{} hours", expected.hours);
        tell("session", &of, "low_cents", expected.low.to_string());
        tell("session", &of, "mean_cents", expected.mean.to_string());
        tell("session", &of, "high_cents", expected.high.to_string());
    }
}
