//! What every count rests on: in how many ways some of many can be chosen, and the names four suits can take.

/// `n` over `k`: in how many ways so many of so many can be chosen.
///
/// ```
/// assert_eq!(croupier_odds::counting::choose(53, 7), 154_143_080);
/// ```
pub const fn choose(n: u32, k: u32) -> u64 {
    let (mut ways, mut i) = (1, 0);
    while i < k {
        ways = if n > i { ways * (n - i) as u64 / (i + 1) as u64 } else { 0 };
        i += 1;
    }
    ways
}

/// `n` over `k` for all numbers below these, by `n` and then `k`.
pub(crate) const fn choose_table<const K: usize, const N: usize>() -> [[u32; K]; N] {
    let mut table = [[0; K]; N];
    let mut n = 0;
    while n < N {
        let mut k = 0;
        while k < K {
            table[n][k] = choose(n as u32, k as u32) as u32;
            k += 1;
        }
        n += 1;
    }
    table
}

/// The orders of four suits.
pub(crate) const NAMINGS: [[u8; 4]; 24] = {
    let mut namings = [[0; 4]; 24];
    let (mut next, mut code) = (0, 0_usize);
    while code < 256 {
        let naming = [(code & 3) as u8, (code >> 2 & 3) as u8, (code >> 4 & 3) as u8, (code >> 6) as u8];
        if 1 << naming[0] | 1 << naming[1] | 1 << naming[2] | 1 << naming[3] == 15 {
            namings[next] = naming;
            next += 1;
        }
        code += 1;
    }
    namings
};
