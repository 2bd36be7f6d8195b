//! The schemas are true: whatever a table is told, tells or shows is as its schema says.
//!
//! The checker knows only what the generator writes, and stops at any word of a schema that it does not know.

#![cfg(feature = "schema")]
#![allow(dead_code, reason = "the driver is shared with the test of the table's properties")]

#[path = "properties/desk.rs"]
mod desk;
#[path = "properties/driver.rs"]
mod driver;
#[path = "properties/model.rs"]
mod model;
#[path = "properties/nonsense.rs"]
mod nonsense;
#[path = "properties/secrets.rs"]
mod secrets;
#[path = "bench/submissions.rs"]
mod submissions;

use croupier_rules::Revision;
use croupier_table::{
    Actor, Audience, Command, CommandEnvelope, DealMode, Event, Openings, PersonId, Refusal, Timestamp, View,
};
use driver::{Driver, house_from};
use regex::Regex;
use serde::Serialize;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use submissions::SUBMISSIONS;
use utoipa::ToSchema;

/// All schemas by name, as the document of an API would hold them.
#[derive(Default)]
struct Schemas {
    named: BTreeMap<String, Value>,
    patterns: RefCell<BTreeMap<String, Regex>>,
}

impl Schemas {
    fn with<T: ToSchema>(mut self) -> Self {
        let mut found = vec![(T::name().into_owned(), T::schema())];
        T::schemas(&mut found);
        for (name, schema) in found {
            let schema = serde_json::to_value(schema).expect("a schema is written");
            let before = self.named.insert(name.clone(), schema.clone());
            assert!(before.is_none_or(|before| before == schema), "two schemas are called {name}");
        }
        self
    }

    fn check<T: ToSchema + Serialize>(&self, value: &T) -> Result<(), String> {
        let written = serde_json::to_value(value).expect("a value is written");
        self.of(&T::name(), &written)
    }

    fn of(&self, name: &str, value: &Value) -> Result<(), String> {
        let schema = self.named.get(name).ok_or_else(|| format!("no schema is called {name}"))?;
        self.holds(schema, value).map_err(|why| format!("{name}: {why} in {value}"))
    }

    fn holds(&self, schema: &Value, value: &Value) -> Result<(), String> {
        for (word, says) in schema.as_object().ok_or("no schema")? {
            self.word(schema, word, says, value)?;
        }
        Ok(())
    }

    fn word(&self, schema: &Value, word: &str, says: &Value, value: &Value) -> Result<(), String> {
        let wrong = |what: &str| Err(format!("{what} {says}: {value}"));
        match word {
            "$ref" => self.of(says.as_str().unwrap_or_default().trim_start_matches("#/components/schemas/"), value),
            "oneOf" => {
                let kinds = says.as_array().ok_or("no list")?;
                match kinds.iter().filter(|kind| self.holds(kind, value).is_ok()).count() {
                    1 => Ok(()),
                    many => Err(format!("{many} of {} kinds fit {value}", kinds.len())),
                }
            }
            "type" => {
                let types = says.as_array().cloned().unwrap_or_else(|| vec![says.clone()]);
                let is = |kind: &Value| match kind.as_str() {
                    Some("string") => value.is_string(),
                    Some("integer") => value.is_i64() || value.is_u64(),
                    Some("boolean") => value.is_boolean(),
                    Some("object") => value.is_object(),
                    Some("array") => value.is_array(),
                    Some("null") => value.is_null(),
                    _ => false,
                };
                if types.iter().any(is) { Ok(()) } else { wrong("not of type") }
            }
            "enum" if !says.as_array().is_some_and(|words| words.contains(value)) => wrong("none of"),
            "pattern" => {
                let pattern = says.as_str().ok_or("no pattern")?;
                let mut patterns = self.patterns.borrow_mut();
                let known =
                    patterns.entry(pattern.to_owned()).or_insert_with(|| Regex::new(pattern).expect("a pattern"));
                if known.is_match(value.as_str().unwrap_or_default()) { Ok(()) } else { wrong("not of pattern") }
            }
            "minimum" if value.as_i64().is_some_and(|number| number < says.as_i64().unwrap_or(i64::MAX)) => {
                wrong("below")
            }
            "maximum" if value.as_i64().is_some_and(|number| number > says.as_i64().unwrap_or(i64::MIN)) => {
                wrong("above")
            }
            "required" => {
                let has = |name: &Value| value.get(name.as_str().unwrap_or_default()).is_some();
                if says.as_array().is_some_and(|names| names.iter().all(has)) { Ok(()) } else { wrong("lacks some of") }
            }
            // Nobody writes a field that the schema does not name, whether or not others would be let pass.
            "properties" => {
                for (name, field) in value.as_object().ok_or("no fields")? {
                    let known = says.get(name).ok_or_else(|| format!("a field {name} unknown to the schema"))?;
                    self.holds(known, field).map_err(|why| format!("{name}: {why}"))?;
                }
                Ok(())
            }
            "items" if says.is_object() => {
                value.as_array().into_iter().flatten().try_for_each(|one| self.holds(says, one))
            }
            "items" => {
                let (has, may) =
                    (value.as_array().map_or(0, Vec::len), schema["prefixItems"].as_array().map_or(0, Vec::len));
                if has <= may { Ok(()) } else { wrong("more items than") }
            }
            "prefixItems" => {
                let pairs = says.as_array().into_iter().flatten().zip(value.as_array().into_iter().flatten());
                pairs.into_iter().try_for_each(|(kind, one)| self.holds(kind, one))
            }
            "enum" | "minimum" | "maximum" | "description" | "examples" | "format" => Ok(()),
            other => panic!("the checker does not know `{other}` in {schema}"),
        }
    }
}

fn schemas() -> Schemas {
    Schemas::default().with::<CommandEnvelope>().with::<View>().with::<Event>().with::<Refusal>().with::<Openings>()
}

/// The names serde knows of a type's variants: it lists them when it is given one that does not exist.
fn variants<T: for<'de> serde::Deserialize<'de>>() -> BTreeSet<String> {
    let unknown = serde_json::from_str::<T>("\"no such thing\"").err().expect("unknown").to_string();
    unknown.split('`').skip(3).step_by(2).map(str::to_owned).collect()
}

fn name(value: &impl Serialize) -> String {
    let written = serde_json::to_string(value).expect("a value is written");
    written.split('"').nth(1).unwrap_or_default().to_owned()
}

#[test]
fn all_that_is_told_and_shown_is_as_its_schema_says() {
    let schemas = schemas();
    let right = |checked: Result<(), String>| checked.unwrap_or_else(|why| panic!("{why}"));
    let (mut commands, mut events, mut refused, mut opened) = (BTreeSet::new(), BTreeSet::new(), 0, 0);
    let mut told = |event: &Event| {
        right(schemas.check(event));
        events.insert(name(event));
    };
    for (submission, seed) in
        (0..SUBMISSIONS.len()).flat_map(|submission| [1, 2, 3, 4, 5].map(|seed| (submission, seed)))
    {
        for mode in [DealMode::Sealed, DealMode::Observed] {
            // One of five tables begins by the first rules and adopts those of today.
            let revision = if seed == 1 { Revision::FIRST } else { Revision::CURRENT };
            let mut driver = Driver::new(house_from(submission, mode, revision), seed);
            for step in 0..150 {
                driver.step(6).unwrap_or_else(|why| panic!("{}: {why}", SUBMISSIONS[submission].0));
                // What nobody with sense would say has a schema too.
                let desk = driver.desk.clone();
                let (by, command) = nonsense::command(&mut driver);
                driver.desk = desk;
                driver.desk.rng.next();
                let envelope = CommandEnvelope { id: None, at: Timestamp(u64::MAX), by, command };
                right(schemas.check(&envelope));
                commands.insert(name(&envelope.command));
                match driver.table.decide(&envelope) {
                    Ok(would_come) => would_come.iter().for_each(&mut told),
                    Err(refusal) => {
                        right(schemas.check(&refusal));
                        refused += 1;
                    }
                }
                if step % 5 == 0 {
                    let audiences =
                        [Audience::Player(PersonId::new(101)), Audience::Floor, Audience::Auditor, Audience::Public];
                    for audience in audiences {
                        right(schemas.check(&driver.table.view(audience)));
                        opened += usize::from(driver.table.openings(audience).is_some());
                        driver.table.openings(audience).iter().for_each(|openings| right(schemas.check(openings)));
                    }
                }
            }
            for (envelope, came) in &driver.envelope {
                right(schemas.check(envelope));
                commands.insert(name(&envelope.command));
                came.iter().for_each(&mut told);
            }
        }
    }
    assert_eq!(commands, variants::<Command>(), "every command was given");
    assert_eq!(events, variants::<Event>(), "every event came");
    assert!(refused > 100 && opened > 100, "{refused} refusals, {opened} openings");
}

/// What serde would not read the schema does not let pass.
#[test]
fn what_cannot_be_read_is_against_the_schema() {
    let schemas = schemas();
    for (right, wrong) in [
        (
            json!({"place": {"seat": 3, "wager": "main", "amount": 1500, "tender": "chips"}}),
            json!({"place": {"seat": 7, "wager": "main", "amount": 1500, "tender": "chips"}}),
        ),
        (
            json!({"place": {"seat": 3, "wager": "main", "amount": 1500, "tender": "chips"}}),
            json!({"place": {"seat": 3, "wager": "mane", "amount": 1500, "tender": "chips"}}),
        ),
        (
            json!({"place": {"seat": 3, "wager": "main", "amount": 1500, "tender": "chips"}}),
            json!({"place": {"seat": 3, "wager": "main", "amount": 15.5, "tender": "chips"}}),
        ),
        (
            json!({"place": {"seat": 3, "wager": "main", "amount": 1500, "tender": "chips"}}),
            json!({"place": {"seat": 3, "wager": "main", "tender": "chips"}}),
        ),
        (
            json!({"set-hands": {"seat": 3, "setting": "As Ah Kd 9s | Kc 7h | 2d"}}),
            json!({"set-hands": {"seat": 3, "setting": "As Ah Kd 9x | Kc 7h | 2d"}}),
        ),
        (
            json!({"set-hands": {"seat": 3, "setting": "As Ah Kd 9s 8s | Jk"}}),
            json!({"set-hands": {"seat": 3, "setting": "As Ah | Kd | 9s | 8s"}}),
        ),
        (json!({"set-hands": {"seat": 3}}), json!({"set-hands": 3})),
        (json!("no-more-bets"), json!("no more bets")),
        (json!({"fold": 1}), json!({"fold": 0})),
        (json!({"report": {"exposed": "bonus card"}}), json!({"report": {"exposed": "seat 9"}})),
        (json!({"close-round": {"secret": "0".repeat(64)}}), json!({"close-round": {"secret": "0".repeat(63)}})),
        (json!({"void-round": {"reason": "a fire"}}), json!({"void-round": {}})),
    ] {
        assert_eq!(schemas.of("Command", &right), Ok(()));
        assert!(serde_json::from_value::<Command>(right.clone()).is_ok(), "{right}");
        assert!(schemas.of("Command", &wrong).is_err(), "{wrong}");
        assert!(serde_json::from_value::<Command>(wrong.clone()).is_err(), "{wrong}");
    }
}

/// A field that is left out because it is nothing is not required, and one that is always there is.
#[test]
fn fields_are_required_as_they_are_written() {
    let schemas = schemas();
    let required = |name: &str| -> BTreeSet<String> {
        let names = schemas.named[name]["required"].as_array().cloned().unwrap_or_default();
        names.iter().filter_map(|name| Some(name.as_str()?.to_owned())).collect()
    };
    let ruling = ["seat", "wager", "verdict", "stake", "clause"].map(str::to_owned);
    assert_eq!(required("Ruling"), BTreeSet::from(ruling));
    assert!(required("View").is_superset(&["sequence", "phase", "seats", "asks"].map(str::to_owned).into()));
    assert!(required("Reservation").len() > 6, "{:?}", required("Reservation"));
    let envelope = CommandEnvelope { id: None, at: Timestamp(0), by: Actor::HOUSE, command: Command::Validate };
    assert_eq!(schemas.check(&envelope), Ok(()));
}
