//! The keys of the configuration: their names and allowed values.
//!
//! The defaults stand in the annotated file `croupier.toml` beside this one, and nowhere else.

use croupier_rules::Cents;
use std::net::{IpAddr, SocketAddr};

/// One key: its path, with a dot after the table's name, and what it holds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Key {
    pub(super) path: &'static str,
    pub(super) kind: KeyKind,
}

/// What a key may hold.
#[derive(Clone, Copy, Debug)]
pub(super) enum KeyKind {
    /// An address with a port.
    Listen,
    /// Scheme, host and port of a page.
    Origin,
    /// Addresses or networks.
    Networks,
    /// A file or folder.
    Path,
    /// The address of a PostgreSQL database.
    Database,
    /// A short name.
    Name,
    /// Yes or no.
    Yes,
    /// Ids of texts or paths.
    Submissions,
    /// Money.
    Money,
    /// A whole number from one to another.
    Number(u64, u64),
    /// One of a few words.
    Word(&'static [&'static str]),
}

pub(super) const KEYS: &[Key] = &[
    key("listen", KeyKind::Listen),
    key("public-address", KeyKind::Origin),
    key("trusted-proxies", KeyKind::Networks),
    key("data", KeyKind::Path),
    key("database", KeyKind::Database),
    key("database-plaintext", KeyKind::Yes),
    key("node", KeyKind::Name),
    key("keys", KeyKind::Path),
    key("guests", KeyKind::Yes),
    key("tables.first", KeyKind::Submissions),
    key("tables.sit-out-rounds", KeyKind::Number(1, 1_000)),
    key("play-chips.most-per-buy-in", KeyKind::Money),
    key("play-chips.most-held", KeyKind::Money),
    key("times.betting-seconds", KeyKind::Number(3, 600)),
    key("times.surrender-seconds", KeyKind::Number(1, 600)),
    key("times.idle-table-minutes", KeyKind::Number(1, 1_440)),
    key("times.sit-out-minutes", KeyKind::Number(1, 1_440)),
    key("times.session-hours", KeyKind::Number(1, 24)),
    key("times.idle-lock-minutes", KeyKind::Number(1, 5)),
    key("times.lock-out-minutes", KeyKind::Number(1, 10_080)),
    key("times.stop-seconds", KeyKind::Number(1, 300)),
    key("limits.requests-per-second", KeyKind::Number(1, 100_000)),
    key("limits.requests-at-once", KeyKind::Number(1, 1_000_000)),
    key("limits.refusals-per-minute", KeyKind::Number(1, 100_000)),
    key("limits.sign-ins-per-minute", KeyKind::Number(1, 10_000)),
    key("limits.guests-per-hour", KeyKind::Number(1, 100_000)),
    key("limits.body-bytes", KeyKind::Number(4_096, 16_777_216)),
    key("limits.message-bytes", KeyKind::Number(4_096, 16_777_216)),
    key("limits.sockets-per-session", KeyKind::Number(1, 1_000)),
    key("limits.sockets", KeyKind::Number(1, 1_000_000)),
    key("metrics.listen", KeyKind::Listen),
    key("log.format", KeyKind::Word(&["text", "json"])),
    key("log.level", KeyKind::Word(&["error", "warn", "info", "debug", "trace"])),
    key("log.file", KeyKind::Path),
    key("tls.certificate", KeyKind::Path),
    key("tls.key", KeyKind::Path),
];

const fn key(path: &'static str, kind: KeyKind) -> Key {
    Key { path, kind }
}

impl Key {
    /// The name of the variable that sets it.
    pub(super) fn variable(self) -> String {
        format!("CROUPIER_{}", self.path.replace(['.', '-'], "_").to_uppercase())
    }
}

/// What was written, before it is known to fit.
#[derive(Clone, Debug)]
pub(super) enum Raw {
    Text(String),
    Number(String),
    Yes(bool),
    List(Vec<String>),
    Other(&'static str),
}

/// What was written, and fits.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Value {
    Text(String),
    List(Vec<String>),
    Number(u64),
    Yes(bool),
    Money(Cents),
    Address(SocketAddr),
    Networks(Vec<Network>),
}

/// What is wrong with what was written, and what would be right.
pub(super) type ValueError = (String, String);

/// A network: an address and how many of its first bits count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Network {
    address: IpAddr,
    bits: u8,
}

impl Network {
    /// Whether an address lies in it. An IPv4 address that came as IPv6 is still that address.
    pub fn has(self, address: IpAddr) -> bool {
        match (self.address, address.to_canonical()) {
            (IpAddr::V4(one), IpAddr::V4(other)) => {
                let differ = u32::from(one) ^ u32::from(other);
                differ.leading_zeros() >= u32::from(self.bits)
            }
            (IpAddr::V6(one), IpAddr::V6(other)) => {
                let differ = u128::from(one) ^ u128::from(other);
                differ.leading_zeros() >= u32::from(self.bits)
            }
            _ => false,
        }
    }

    fn read(written: &str) -> Option<Self> {
        let (address, bits) = written.split_once('/').map_or((written, None), |(address, bits)| (address, Some(bits)));
        let address: IpAddr = address.parse().ok()?;
        let most = if address.is_ipv4() { 32 } else { 128 };
        let bits = bits.map_or(Some(most), |bits| bits.parse().ok())?;
        (bits <= most).then_some(Self { address, bits })
    }
}

impl KeyKind {
    /// Reads what stands in a variable or on the command line, where everything is text.
    pub(super) fn of_text(self, text: &str) -> Raw {
        match self {
            Self::Number(..) => Raw::Number(text.trim().to_owned()),
            Self::Yes => match text.trim() {
                "true" | "yes" | "1" => Raw::Yes(true),
                "false" | "no" | "0" => Raw::Yes(false),
                _ => Raw::Text(text.to_owned()),
            },
            Self::Networks | Self::Submissions => {
                let items = text.split(',').map(str::trim).filter(|item| !item.is_empty());
                Raw::List(items.map(str::to_owned).collect())
            }
            _ => Raw::Text(text.to_owned()),
        }
    }

    /// Whether it fits, and what it then is.
    pub(super) fn check(self, raw: &Raw) -> Result<Value, ValueError> {
        let wanted = || (format!("{} is not valid", raw.describe()), self.right());
        match (self, raw) {
            (Self::Listen, Raw::Text(text)) => text.parse().map(Value::Address).map_err(|_| wanted()),
            (Self::Origin, Raw::Text(text)) => origin(text).map(Value::Text).ok_or_else(wanted),
            (Self::Path, Raw::Text(text)) if !text.is_empty() && !text.contains('\0') => Ok(Value::Text(text.clone())),
            // It may hold a password, so it is not shown.
            (Self::Database, Raw::Text(text)) if is_database(text) => Ok(Value::Text(text.clone())),
            (Self::Database, _) => Err(("not a database URL".to_owned(), self.right())),
            (Self::Name, Raw::Text(text)) if is_name(text) => Ok(Value::Text(text.clone())),
            (Self::Yes, Raw::Yes(yes)) => Ok(Value::Yes(*yes)),
            (Self::Word(words), Raw::Text(text)) if words.contains(&text.as_str()) => Ok(Value::Text(text.clone())),
            (Self::Submissions, Raw::List(items)) if items.iter().all(|item| !item.is_empty()) => {
                Ok(Value::List(items.clone()))
            }
            (Self::Networks, Raw::List(items)) => {
                let read = |item: &String| {
                    Network::read(item).ok_or_else(|| (format!("`{}` is not a network", excerpt(item)), self.right()))
                };
                items.iter().map(read).collect::<Result<_, _>>().map(Value::Networks)
            }
            (Self::Money, Raw::Text(text)) => match text.parse::<Cents>() {
                Ok(cents) if cents.0 > 0 => Ok(Value::Money(cents)),
                _ => Err(wanted()),
            },
            (Self::Number(least, most), Raw::Number(text)) => match text.parse() {
                Ok(number) if (least..=most).contains(&number) => Ok(Value::Number(number)),
                _ => Err(wanted()),
            },
            _ => Err(wanted()),
        }
    }

    /// What would be right.
    fn right(self) -> String {
        match self {
            Self::Listen => "an address and a port, such as `\"127.0.0.1:8080\"` or `\"[::1]:8080\"`".to_owned(),
            Self::Origin => "a scheme and a name without a path, such as `\"https://tables.example\"`".to_owned(),
            Self::Networks => "a list of addresses or networks, such as `[\"10.0.0.0/8\", \"::1\"]`".to_owned(),
            Self::Path => "a path, such as `\"/var/lib/croupier\"`".to_owned(),
            Self::Database => "an address such as `\"postgres://croupier@localhost/house\"`".to_owned(),
            Self::Name => "one to forty letters, digits, dots, hyphens or underscores".to_owned(),
            Self::Yes => "`true` or `false`".to_owned(),
            Self::Submissions => "a list of texts' ids or paths, such as `[\"pa-659a\", \"table.toml\"]`".to_owned(),
            Self::Money => "a positive amount of money, such as `\"$10,000\"`".to_owned(),
            Self::Number(least, most) => format!("a whole number from {least} to {most}"),
            Self::Word(words) => {
                let words: Vec<_> = words.iter().map(|word| format!("`\"{word}\"`")).collect();
                words.join(" or ")
            }
        }
    }
}

impl Raw {
    fn describe(&self) -> String {
        match self {
            Self::Text(text) | Self::Number(text) => format!("`{}`", excerpt(text)),
            Self::Yes(yes) => format!("`{yes}`"),
            Self::List(_) => "a list".to_owned(),
            Self::Other(what) => (*what).to_owned(),
        }
    }
}

/// Something written, short enough for a message and safe for a terminal.
pub(super) fn excerpt(written: &str) -> String {
    let mut shown: String = written.chars().filter(|letter| !letter.is_control()).take(60).collect();
    if written.chars().count() > 60 {
        shown.push('…');
    }
    shown
}

fn origin(text: &str) -> Option<String> {
    let (scheme, host) = text.split_once("://")?;
    let fits = |letter: char| letter.is_ascii_alphanumeric() || ".-:[]".contains(letter);
    let named = !host.is_empty() && host.chars().all(fits);
    (matches!(scheme, "http" | "https") && named).then(|| text.to_ascii_lowercase())
}

fn is_database(text: &str) -> bool {
    ["postgres://", "postgresql://"].iter().any(|scheme| text.strip_prefix(scheme).is_some_and(|rest| !rest.is_empty()))
}

fn is_name(text: &str) -> bool {
    (1..=40).contains(&text.len())
        && text.chars().all(|letter| letter.is_ascii_alphanumeric() || ".-_".contains(letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_has_its_addresses_and_no_others() {
        let has = |network: &str, address: &str| Network::read(network).unwrap().has(address.parse().unwrap());
        assert!(has("10.0.0.0/8", "10.255.0.1") && !has("10.0.0.0/8", "11.0.0.1"));
        assert!(has("127.0.0.1", "127.0.0.1") && !has("127.0.0.1", "127.0.0.2"));
        assert!(has("127.0.0.1", "::ffff:127.0.0.1"));
        assert!(has("0.0.0.0/0", "8.8.8.8") && !has("0.0.0.0/0", "::1"));
        assert!(has("fd00::/8", "fd12::1") && !has("fd00::/8", "fe80::1"));
        for bad in ["10.0.0.0/33", "::1/129", "ten", "10.0.0.0/", "/8", ""] {
            assert_eq!(Network::read(bad), None, "{bad}");
        }
    }

    #[test]
    fn both_ends_of_a_number_fit_and_what_is_beyond_does_not() {
        let kind = KeyKind::Number(3, 600);
        for (text, fits) in [("2", false), ("3", true), ("600", true), ("601", false), ("-3", false), ("3.5", false)] {
            assert_eq!(kind.check(&Raw::Number(text.to_owned())).is_ok(), fits, "{text}");
        }
    }

    #[test]
    fn a_database_that_does_not_fit_is_not_shown() {
        let (message, _) = KeyKind::Database.check(&Raw::Text("mysql://me:secret@db".to_owned())).unwrap_err();
        assert!(!message.contains("secret"), "{message}");
    }
}
