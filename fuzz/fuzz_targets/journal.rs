//! Any bytes as a journal: as they are, where the hashes catch nearly all, and with every hash made good, so that
//! whatever stands in the lines comes through to the restore and the audit.
#![no_main]

use croupier_table::commitment::Digest;
use croupier_table::journal::{Report, audit, restore, verify};
use libfuzzer_sys::fuzz_target;

const HASH: &[u8] = b",\"hash\":\"";
const PREV: &[u8] = b"\"prev\":\"";

fuzz_target!(|bytes: &[u8]| {
    check(&verify(bytes), bytes);
    let forged = rechained(bytes);
    check(&restore(&forged), &forged);
    check(&audit(&forged), &forged);
});

/// What holds of every replay: no more lines than there are, and money that adds up.
fn check(report: &Report, bytes: &[u8]) {
    let lines = bytes.iter().filter(|&&byte| byte == b'\n').count();
    assert!(report.lines <= lines);
    assert!(report.fault.as_ref().is_none_or(|fault| fault.line > report.lines));
    if let Some(fault) = &report.fault {
        let _ = fault.to_string();
    }
    if let Some(table) = &report.table {
        assert_eq!(table.state().ledger.total(), 0);
    }
}

/// The same lines, each with its right hash and that of the line before, as far as they have a place for them.
fn rechained(bytes: &[u8]) -> Vec<u8> {
    let find = |line: &[u8], what: &[u8]| line.windows(what.len()).position(|window| window == what);
    let mut out = Vec::new();
    let mut head: Option<String> = None;
    for line in bytes.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()) {
        let end = (0..line.len()).rev().find(|&at| line[at..].starts_with(HASH)).unwrap_or(line.len());
        let mut body = line[..end].to_vec();
        if let (Some(at), Some(head)) = (find(&body, PREV), &head) {
            let at = at + PREV.len();
            let digits = body.iter().skip(at).take_while(|&&byte| byte != b'\"').count();
            body.splice(at..at + digits, head.bytes());
        }
        let hash = Digest::of(&body).to_string();
        out.extend_from_slice(&body);
        out.extend_from_slice(HASH);
        out.extend_from_slice(hash.as_bytes());
        out.extend_from_slice(b"\"}\n");
        head = Some(hash);
    }
    out
}
