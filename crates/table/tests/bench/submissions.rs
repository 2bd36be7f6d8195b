//! The ready submissions, as tests play by them.

/// Every ready submission, with its name.
pub(crate) const SUBMISSIONS: [(&str, &str); 24] = [
    ("ma-asia-button", include_str!("../../../../submissions/ma-asia-button.toml")),
    ("ma-asia-electronic", include_str!("../../../../submissions/ma-asia-electronic.toml")),
    ("ma-asia-hand", include_str!("../../../../submissions/ma-asia-hand.toml")),
    ("ma-asia-shoe", include_str!("../../../../submissions/ma-asia-shoe.toml")),
    ("pa-575-a", include_str!("../../../../submissions/pa-575-a.toml")),
    ("pa-575-b", include_str!("../../../../submissions/pa-575-b.toml")),
    ("pa-575-c", include_str!("../../../../submissions/pa-575-c.toml")),
    ("pa-575-electronic", include_str!("../../../../submissions/pa-575-electronic.toml")),
    ("pa-657a-a", include_str!("../../../../submissions/pa-657a-a.toml")),
    ("pa-657a-b", include_str!("../../../../submissions/pa-657a-b.toml")),
    ("pa-657a-c", include_str!("../../../../submissions/pa-657a-c.toml")),
    ("pa-657a-d", include_str!("../../../../submissions/pa-657a-d.toml")),
    ("pa-657a-e", include_str!("../../../../submissions/pa-657a-e.toml")),
    ("pa-657a-electronic", include_str!("../../../../submissions/pa-657a-electronic.toml")),
    ("pa-657a-hand-bonus", include_str!("../../../../submissions/pa-657a-hand-bonus.toml")),
    ("pa-659a-a", include_str!("../../../../submissions/pa-659a-a.toml")),
    ("pa-659a-b", include_str!("../../../../submissions/pa-659a-b.toml")),
    ("pa-659a-c", include_str!("../../../../submissions/pa-659a-c.toml")),
    ("pa-659a-d", include_str!("../../../../submissions/pa-659a-d.toml")),
    ("pa-659a-electronic", include_str!("../../../../submissions/pa-659a-electronic.toml")),
    ("pa-670a-electronic", include_str!("../../../../submissions/pa-670a-electronic.toml")),
    ("pa-670a-full", include_str!("../../../../submissions/pa-670a-full.toml")),
    ("pa-670a-manual", include_str!("../../../../submissions/pa-670a-manual.toml")),
    ("pa-670a-small", include_str!("../../../../submissions/pa-670a-small.toml")),
];
