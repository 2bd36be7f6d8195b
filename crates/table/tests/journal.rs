//! Journals of tables that played by themselves: written, read, restored, audited, damaged and forged.

#![allow(
    clippy::disallowed_methods,
    reason = "a table touches no files, but the submissions its tests play by are files"
)]

mod simulated;

use croupier_rules::{Cents, Regulation, Seat, submission};
use croupier_table::commitment::Digest;
use croupier_table::journal::{Header, Journal, JournalFaultKind, audit, follow, read, restore, seal, sealed, verify};
use croupier_table::{Actor, Command, CommandEnvelope, CommandId, DealMode, Event, PersonId, Table, Timestamp};
use simulated::{Simulated, rechained};

fn journal(text: Regulation, mode: DealMode, rounds: usize) -> Simulated {
    let place = Regulation::ALL.iter().position(|known| *known == text).expect("a text that is shipped");
    let mut simulated = Simulated::open(&submission::template(text), mode, place as u64 + 1);
    simulated.play(rounds);
    simulated
}

fn lines(journal: &str) -> Vec<String> {
    journal.lines().map(str::to_owned).collect()
}

#[test]
fn journals_of_all_games_verify_and_end_where_the_table_does() {
    for text in Regulation::ALL {
        for mode in [DealMode::Sealed, DealMode::Observed] {
            let simulated = journal(text, mode, 40);
            let report = verify(simulated.lines.as_bytes());
            assert_eq!(report.fault, None, "{text} {mode:?}");
            assert_eq!(report.rounds, 40);
            assert_eq!(report.lines, simulated.lines.lines().count());
            assert_eq!(report.head, simulated.head());
            let table = report.table.expect("a table");
            assert_eq!(table.state(), simulated.table.state(), "{text} {mode:?}");
            assert_eq!(table.state().ledger.total(), 0);
        }
    }
}

/// The shipped submissions offer every wager, device and way of dealing.
#[test]
fn journals_of_all_shipped_submissions_verify() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../submissions");
    let mut submissions = 0;
    for entry in std::fs::read_dir(folder).expect("submissions") {
        let file = entry.expect("a file").path();
        if file.extension().is_none_or(|kind| kind != "toml") {
            continue;
        }
        let submission = std::fs::read_to_string(&file).expect("a submission");
        for mode in [DealMode::Sealed, DealMode::Observed] {
            println!("{} {mode:?}", file.display());
            let mut simulated = Simulated::open(&submission, mode, submissions);
            simulated.play(25);
            let report = verify(simulated.lines.as_bytes());
            assert_eq!(report.fault, None, "{} {mode:?}", file.display());
            assert_eq!(report.table.expect("a table").state(), simulated.table.state());
        }
        submissions += 1;
    }
    assert!(submissions > 10, "{submissions}");
}

#[test]
fn each_round_names_what_it_is_played_by() {
    let simulated = journal(Regulation::Pa670a, DealMode::Sealed, 2);
    let (header, entries) = read(simulated.lines.as_bytes()).expect("a journal");
    let events = entries.flat_map(|entry| entry.expect("a line").events().expect("events"));
    let marks: Vec<_> = events
        .filter_map(|event| match event {
            Event::RoundOpened { marks, .. } => Some(marks.expect("marks")),
            _ => None,
        })
        .collect();
    assert_eq!(marks.len(), 2);
    for mark in marks {
        assert_eq!(mark.program, simulated::PROGRAM);
        assert_eq!(mark.submission, Digest::of(header.submission.as_bytes()));
    }
}

#[test]
fn any_changed_byte_is_found_in_its_line() {
    let chain = |journal: &[u8]| match read(journal) {
        Ok((_, lines)) => lines.filter_map(Result::err).next(),
        Err(fault) => Some(fault),
    };
    for text in Regulation::ALL {
        let good = journal(text, DealMode::Sealed, 1).lines.into_bytes();
        let mut bad = good.clone();
        let mut line = 1;
        for place in 0..good.len() {
            // Every byte of one game, and a sample of the others.
            if text == Regulation::Pa670a || place % 31 == 0 || good[place] == b'\n' {
                bad[place] ^= 1 << (place % 8);
                let fault = chain(&bad).unwrap_or_else(|| panic!("{text}: byte {place}"));
                assert_eq!(fault.line, line, "{text}: byte {place}: {fault}");
                bad[place] = good[place];
            }
            line += usize::from(good[place] == b'\n');
        }
    }
}

#[test]
fn a_cut_tail_is_named_and_what_stands_before_it_is_kept() {
    let good = journal(Regulation::Pa657a, DealMode::Sealed, 3).lines;
    let last = good.trim_end().rfind('\n').expect("lines") + 1;
    for upto in [last + 1, last + 40, good.len() - 1] {
        let report = verify(&good.as_bytes()[..upto]);
        let fault = report.fault.expect("a fault");
        assert_eq!((fault.line, fault.what), (good.lines().count(), JournalFaultKind::Torn));
        assert_eq!(report.lines, good.lines().count() - 1);
        assert_eq!(report.table.expect("a table").round().number, 3);
    }
    assert_eq!(verify(&good.as_bytes()[..last]).fault, None, "a chain alone does not show missing lines at the end");
}

#[test]
fn a_line_left_out_twice_or_moved_breaks_the_chain() {
    let good = lines(&journal(Regulation::Pa575, DealMode::Sealed, 1).lines);
    for (change, line) in [
        (Box::new(|lines: &mut Vec<String>| drop(lines.remove(9))) as Box<dyn Fn(&mut Vec<String>)>, 10),
        (Box::new(|lines: &mut Vec<String>| lines.insert(9, lines[8].clone())), 10),
        (Box::new(|lines: &mut Vec<String>| lines.swap(9, 10)), 10),
    ] {
        let mut bad = good.clone();
        change(&mut bad);
        let fault = verify((bad.join("\n") + "\n").as_bytes()).fault.expect("a fault");
        assert_eq!(fault.line, line);
        assert!(matches!(fault.what, JournalFaultKind::Chain { .. }), "{fault}");
        let fault = verify(rechained(&bad).as_bytes()).fault.expect("a fault");
        assert_eq!(fault.line, line);
        assert!(matches!(fault.what, JournalFaultKind::Sequence { .. }), "{fault}");
    }
}

/// Every event of a round in turn, its numbers changed and the chain made good again.
#[test]
fn a_forged_and_rechained_journal_is_found_by_the_audit() {
    for text in Regulation::ALL {
        let good = lines(&journal(text, DealMode::Sealed, 1).lines);
        let mut forged = 0;
        for place in 1..good.len() {
            let at = good[place].find("\"events\":[").expect("events");
            let end = good[place].rfind(",\"hash\":").expect("a hash");
            let Some(digit) = good[place][at..end].find(|c: char| c.is_ascii_digit()).map(|digit| at + digit) else {
                continue;
            };
            let mut bad = good.clone();
            let other = if &good[place][digit..=digit] == "1" { "2" } else { "1" };
            bad[place].replace_range(digit..=digit, other);
            let bad = rechained(&bad);
            let fault = verify(bad.as_bytes()).fault.expect("a fault");
            assert_eq!(fault.line, place + 1, "{text}: {fault}");
            // The chain itself is sound, so that it is restored unless the change made it no event at all.
            if let Some(fault) = restore(bad.as_bytes()).fault {
                assert!(matches!(fault.what, JournalFaultKind::Unread(_)), "{fault}");
            }
            forged += 1;
        }
        assert!(forged > 40, "{text}: {forged}");
    }
}

#[test]
fn a_forged_win_is_shown_beside_the_right_one() {
    let good = lines(&journal(Regulation::Pa657a, DealMode::Sealed, 3).lines);
    let place = good.iter().position(|line| line.contains("\"verdict\":\"loses\",\"stake\":10000")).expect("a loss");
    let mut bad = good;
    bad[place] = bad[place].replace("\"verdict\":\"loses\"", "\"verdict\":\"returned\"");
    let fault = audit(rechained(&bad).as_bytes()).fault.expect("a fault");
    assert_eq!(fault.line, place + 1);
    let said = fault.to_string();
    assert!(said.contains("\"verdict\":\"loses\"") && said.contains("\"verdict\":\"returned\""), "{said}");
}

#[test]
fn commands_that_could_not_have_been_taken_are_refused_with_the_reason() {
    let good = lines(&journal(Regulation::Pa659a, DealMode::Sealed, 1).lines);
    let check = |from: &str, to: &str, expected: &str| {
        let place = good.iter().position(|line| line.contains(from)).expect(from);
        let mut bad = good.clone();
        bad[place] = bad[place].replacen(from, to, 1);
        let fault = verify(rechained(&bad).as_bytes()).fault.expect("a fault");
        assert_eq!(fault.line, place + 1, "{fault}");
        assert!(fault.to_string().contains(expected), "{fault}");
    };
    check("\"seat\":3,\"wager\":\"main\",\"amount\":10000", "\"seat\":3,\"wager\":\"main\",\"amount\":7", "steps of");
    check("\"role\":\"player\",\"who\":103}", "\"role\":\"player\",\"who\":104}", "players can only seat themselves");
    check(
        "\"by\":{\"role\":\"dealer\"",
        "\"by\":{\"role\":\"player\"",
        "requires the dealer or a floorperson (got player)",
    );
    check("\"croupier-journal\":1", "\"croupier-journal\":2", "version 2");
    check("positions      = 6", "positions      = 7", "has a fault");
    check("\"mode\":\"sealed\"", "\"mode\":\"secret\"", "not a journal line");
    let time = |line: &str| {
        let at = line.find("\"at\":").expect("a time") + 5;
        line[at..at + 13].to_owned()
    };
    check(&format!("\"at\":{}", time(&good[20])), "\"at\":1600000000000", "time goes back");
}

#[test]
fn a_command_given_twice_has_no_second_line() {
    let good = lines(&journal(Regulation::Pa575, DealMode::Sealed, 1).lines);
    let id = |line: &str| {
        let at = line.find("\"id\":")? + 5;
        line.get(at..at + 13).map(str::to_owned)
    };
    let (place, found) =
        good.iter().enumerate().skip(5).find_map(|(place, line)| Some((place, id(line)?))).expect("an id");
    let by = |line: &str| line.split("\"by\":").nth(1).and_then(|rest| rest.split('}').next()).map(str::to_owned);
    let same = good.iter().enumerate().skip(place + 1).filter(|(_, line)| by(line) == by(&good[place]));
    let (later, other) = same.filter_map(|(later, line)| Some((later, id(line)?))).next().expect("another of his");
    let mut bad = good.clone();
    bad[later] = bad[later].replace(&format!("\"id\":{other}"), &format!("\"id\":{found}"));
    let fault = restore(rechained(&bad).as_bytes()).fault.expect("a fault");
    assert_eq!(fault.line, later + 1);
    assert!(matches!(fault.what, JournalFaultKind::Repeated(_)), "{fault}");
}

/// The first line of an excerpt after so many lines of a journal, and the lines that follow.
fn excerpt(whole: &str, after: usize) -> (Header, Journal, String) {
    let (before, rest) = whole.split_at(whole.match_indices('\n').nth(after).expect("so many lines").0 + 1);
    let report = restore(before.as_bytes());
    let header = report.header.expect("a header");
    let state = report.table.expect("a table").state().clone();
    (
        header.excerpt(&Journal::resume(after as u64, report.head), state),
        Journal::resume(0, report.head),
        rest.to_owned(),
    )
}

/// Wherever a journal is cut in two, in the middle of a round too, the second part holds by itself.
#[test]
fn an_excerpt_from_any_line_on_verifies_and_ends_where_the_whole_does() {
    for text in Regulation::ALL {
        for mode in [DealMode::Sealed, DealMode::Observed] {
            let simulated = journal(text, mode, 3);
            let lines = simulated.lines.lines().count();
            for after in (0..lines).step_by(19) {
                let (header, _, rest) = excerpt(&simulated.lines, after);
                let (_, first) = Journal::begin(&header);
                let report = verify((first + &rest).as_bytes());
                assert_eq!(report.fault, None, "{text} {mode:?} after {after}");
                assert_eq!(report.after(), Some(after as u64));
                assert_eq!(report.commands as usize, lines - 1 - after);
                assert_eq!(report.head, simulated.head());
                assert_eq!(report.table.expect("a table").state(), simulated.table.state());
            }
        }
    }
}

#[test]
fn an_excerpt_that_does_not_fit_its_lines_is_found() {
    let simulated = journal(Regulation::Pa659a, DealMode::Sealed, 2);
    let (header, _, rest) = excerpt(&simulated.lines, 60);
    let fault = |header: &Header, rest: &str| {
        let (_, first) = Journal::begin(header);
        verify((first + rest).as_bytes()).fault.map(|fault| (fault.line, fault.what.to_string())).expect("a fault")
    };
    let without_first = &rest[rest.find('\n').expect("a line") + 1..];
    assert!(matches!(fault(&header, without_first), (2, said) if said.starts_with("the chain is broken")));
    let mut other = header.clone();
    other.excerpt.as_mut().expect("an excerpt").after = 61;
    let said = "the excerpt begins after command 61, but its state has 60 commands";
    assert_eq!(fault(&other, &rest), (1, said.to_owned()));
    // A state from outside is decided upon, so that no number in it may be beyond counting.
    let mut other = header.clone();
    other.excerpt.as_mut().expect("an excerpt").state.last[2].stakes[0] = Cents(i64::MAX);
    let said = "not a journal line: the stakes in its state are impossible";
    assert_eq!(fault(&other, &rest), (1, said.to_owned()));
    let mut other = header.clone();
    let state = &mut other.excerpt.as_mut().expect("an excerpt").state;
    state.clock = Timestamp(u64::MAX / 2);
    assert!(matches!(fault(&other, &rest), (2, said) if said.starts_with("time goes back")));
    // A table without its decks cannot have come to what the lines say.
    let mut other = header;
    other.excerpt.as_mut().expect("an excerpt").state.decks = Default::default();
    assert!(matches!(
        fault(&other, &rest),
        (2.., said) if said.contains("leads to different events") || said.contains("refused")
    ));
}

/// A restart reads the lines in pieces; each goes on where the last ended.
#[test]
fn a_journal_followed_piece_by_piece_is_the_whole() {
    let simulated = journal(Regulation::Pa657a, DealMode::Sealed, 4);
    let (header, entries) = read(simulated.lines.as_bytes()).expect("a journal");
    let whole: Vec<CommandEnvelope> = entries.map(|entry| entry.expect("a line").envelope).collect();
    let mut table = header.table().expect("rules");
    let (mut journal, _) = Journal::begin(&header);
    let lines: Vec<&str> = simulated.lines.split_inclusive('\n').skip(1).collect();
    let mut followed = Vec::new();
    for piece in lines.chunks(5) {
        followed.extend(follow(&mut table, &mut journal, piece.concat().as_bytes()).expect("lines that hold"));
    }
    assert_eq!(table.state(), simulated.table.state());
    assert_eq!((journal.head(), journal.commands()), (simulated.head(), lines.len() as u64));
    assert_eq!(followed.into_iter().map(|(envelope, _)| envelope).collect::<Vec<_>>(), whole);
    let again = follow(&mut table, &mut journal, lines[3].as_bytes()).expect_err("a line of the past");
    assert!(matches!((again.line, again.what), (1, JournalFaultKind::Chain { .. })));
}

#[test]
fn a_sealed_line_is_known_by_its_hash() {
    let mut line = "{\"meter\":\"link/progressive\",\"seq\":1}".to_owned();
    let hash = seal(&mut line);
    let (text, found) = sealed(line.trim_end().as_bytes()).expect("a sealed line");
    assert_eq!((text, found), (line.trim_end(), hash));
    let changed = line.replace("\"seq\":1", "\"seq\":2");
    assert_eq!(sealed(changed.trim_end().as_bytes()), Err(JournalFaultKind::Changed));
    assert!(matches!(sealed(b"{}"), Err(JournalFaultKind::Unread(_))));
}

/// Two clients may count alike, and what was long ago is forgotten, the same in every replay.
#[test]
fn a_number_counts_for_its_client_and_for_the_last_thousand_commands() {
    let house = journal(Regulation::Pa659a, DealMode::Sealed, 0).table.house().clone();
    let mut table = Table::new(house);
    let envelope = |who: u32, id: u64| CommandEnvelope {
        id: Some(CommandId(id)),
        at: Timestamp(0),
        by: Actor::dealer(who),
        command: Command::BuyIn {
            player: PersonId::new(101),
            purse: croupier_table::Purse::Chips,
            amount: Cents::dollars(5),
        },
    };
    table.act(&CommandEnvelope { id: None, command: Command::OpenTable, ..envelope(1, 0) }).expect("opened");
    for (who, events) in [(1, 1), (1, 0), (2, 1)] {
        assert_eq!(table.act(&envelope(who, 7)).expect("taken").len(), events);
    }
    assert_eq!(table.find_duplicate(&envelope(1, 7)), Some(2));
    for id in 0..1_022 {
        table.act(&envelope(3, id)).expect("taken");
    }
    // The first of all was 1,023 commands ago, and with the next it is the 1,024th.
    assert_eq!((table.state().sequence, table.find_duplicate(&envelope(1, 7))), (1_025, Some(2)));
    table.act(&envelope(3, 1_022)).expect("taken");
    assert_eq!(table.find_duplicate(&envelope(1, 7)), None);
    assert_eq!(table.find_duplicate(&envelope(2, 7)), Some(3));
    assert_eq!(table.state().seen.len(), 1_024);
}

#[test]
fn bytes_that_are_no_journal_are_told_so() {
    for (bytes, said) in [
        (&b""[..], "line 1: the journal is empty"),
        (b"{}", "line 1: the line is truncated"),
        (b"{}\n", "line 1: not a journal line: it is too short"),
        (b"\n\n\n", "line 1: not a journal line: it is too short"),
    ] {
        assert!(verify(bytes).fault.expect("a fault").to_string().starts_with(said));
    }
    let long = [b'x'; 200];
    let fault = verify(&[&long[..], b"\n"].concat()).fault.expect("a fault");
    assert!(fault.to_string().contains("does not end with a hash"), "{fault}");
}

#[test]
fn chips_players_and_house_add_up_in_a_long_night() {
    let report = restore(journal(Regulation::Pa657a, DealMode::Sealed, 200).lines.as_bytes());
    let ledger = &report.table.expect("a table").state().ledger.clone();
    assert_eq!(ledger.total(), 0);
    assert_eq!(ledger.balance(croupier_table::Account::Felt).cents(), Cents(0));
}

/// Cards entered anew as they were must leave all money where it was, however often.
#[test]
fn a_correction_that_changes_nothing_moves_no_money() {
    for text in Regulation::ALL {
        let mut simulated = Simulated::open(&submission::template(text), DealMode::Observed, 11);
        simulated.wager();
        while !simulated.table.round().settled {
            assert!(simulated.step(), "{text}");
        }
        let ledger = simulated.table.state().ledger.clone();
        for _ in 0..3 {
            for seat in Seat::ALL {
                let area = simulated.table.round().area(seat);
                let Some(setting) = area.hand.setting.filter(|_| area.revealed && !area.validated_paid) else {
                    continue;
                };
                simulated.act(Actor::dealer(900), Command::Correct { seat, setting, second: None });
                assert_eq!(simulated.table.state().ledger, ledger, "{text} {seat}");
            }
        }
        assert_eq!(verify(simulated.lines.as_bytes()).fault, None);
    }
}
