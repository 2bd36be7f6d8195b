//! The best response of every hand in a form that can be kept: 28 MB, and minutes to find anew.

use super::house_way_table::CLASSES;
use super::ranks::RankCounts;
use super::setting_rank::{HandOrder, SettingRank};
use super::solve::{AsiaSolution, Side};
use croupier_rules::Ranking;

/// What the best response of one suit class shows takes so many bytes.
const EACH: usize = 4;

impl AsiaSolution {
    /// What was found, to be kept: four bytes for each suit class, then the sums.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes: Vec<u8> =
            self.answers.iter().flatten().flat_map(|standing| standing.bits().to_le_bytes()).collect();
        // Plain data can always be written.
        bytes.extend(serde_json::to_vec(&self.player).unwrap_or_default());
        bytes
    }

    /// What was kept of the whole game, for hands compared by `contest`; none if it is not whole.
    pub fn from_bytes(bytes: &[u8], contest: Ranking) -> Option<Self> {
        let (kept, sums) = bytes.split_at_checked(EACH * CLASSES)?;
        let player: Side = serde_json::from_slice(sums).ok()?;
        let order = HandOrder::new(contest);
        let mut standings = kept
            .chunks_exact(EACH)
            .map(|bits| SettingRank::from_bits(bits.iter().rev().fold(0, |all, &bits| all << 8 | u32::from(bits))));
        let mut answers = Vec::new();
        for ranks in RankCounts::all(7) {
            let mut hands = 0;
            ranks.each_hand(&mut |_, _| hands += 1);
            answers.push(standings.by_ref().take(hands).collect::<Vec<_>>());
        }
        let sound = answers.iter().flatten().all(|&standing| order.has(standing));
        (sound && player.is_whole()).then_some(Self { player, answers })
    }
}
