//! How much memory the program takes with a thousand tables and two thousand players who play slowly.

use crate::floor;
use crate::rounds::Player;
use crate::start::{Served, running};
use crate::support::client::Client;
use crate::{figure, runtime};
use croupier_rules::Seat;
use std::path::Path;
use std::time::{Duration, Instant};

const TABLES: usize = 1_000;
/// How long a player waits between two rounds.
const PAUSE: Duration = Duration::from_secs(20);
/// How long they all play.
const PLAYED: Duration = Duration::from_secs(60);

/// Measures it.
pub(crate) fn measure(program: &Path) {
    let folder = crate::support::Folder::new();
    let clients = runtime();
    let ids: Vec<i64> = clients.block_on(async {
        let pit = floor::pit(folder.path()).await;
        let ids = floor::tables(&pit, TABLES).await.iter().map(|known| known.row.id.0).collect();
        pit.close().await;
        ids
    });
    let Served { program, address, .. } = running(program, folder.path());
    println!("with {TABLES} tables and nobody there: {:.2} GB", program.gigabytes("VmRSS:"));
    let taken = clients.block_on(async {
        let mut players = Vec::new();
        for table in ids {
            for seat in &Seat::ALL[..2] {
                let guest = Client::guest(address);
                players.push(Player::sit(address, &guest, table, *seat).await);
            }
        }
        println!("{} players are seated", players.len());
        let until = Instant::now() + PLAYED;
        let all = players.into_iter().enumerate().map(|(place, mut player)| {
            tokio::spawn(async move {
                // They do not all begin at once.
                tokio::time::sleep(PAUSE / 2_000 * place as u32).await;
                player.linger(PAUSE, until).await
            })
        });
        let taken = futures_util::future::join_all(all.collect::<Vec<_>>()).await;
        taken.into_iter().map(|taken| taken.unwrap()).sum::<u64>()
    });
    println!("{taken} wagers were taken; memory now {:.2} GB", program.gigabytes("VmRSS:"));
    figure("1,000 tables, 2,000 players: memory", program.gigabytes("VmHWM:"), "GB", "<=1");
}
