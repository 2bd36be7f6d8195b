//! Trial.
use croupier_odds::asia_poker::{Shower, trial};
use croupier_rules::{
    CardSet, Choices, Ranking, Shape, Text, game,
    house_way::{Dealer, Hand, HouseWay},
};
use std::io::{Read, Write};
struct P(std::time::Instant);
impl croupier_odds::Progress for P {
    fn begin(&self, w: &str, n: u64) {
        eprintln!("{:?} {w} {n}", cpu());
    }
    fn advance(&self, _: u64) {}
    fn end(&self) {
        eprintln!("{:?} end", cpu());
    }
}
fn cpu() -> f64 {
    let s = std::fs::read_to_string("/proc/self/stat").unwrap();
    s.split_whitespace().nth(13).unwrap().parse::<f64>().unwrap() / 100.0
}
type Tables = Vec<(CardSet, u64, Vec<(u32, f64)>)>;
fn load(files: &[String]) -> Tables {
    let mut all: Tables = Vec::new();
    for (fi, f) in files.iter().enumerate() {
        let mut b = Vec::new();
        std::fs::File::open(f).unwrap().read_to_end(&mut b).unwrap();
        let mut it = b.chunks_exact(8).map(|c| u64::from_le_bytes(c.try_into().unwrap()));
        let mut i = 0;
        while let Some(cards) = it.next() {
            let w = it.next().unwrap();
            let n = it.next().unwrap();
            let list: Vec<(u32, f64)> = (0..n)
                .map(|_| {
                    let s = it.next().unwrap() as u32;
                    let v = it.next().unwrap() as f64;
                    (s, v / 53524680.0)
                })
                .collect();
            if fi == 0 {
                all.push((CardSet::from_bits(cards), w, list));
            } else {
                let e = &mut all[i];
                assert_eq!(e.0.bits(), cards);
                let k = fi as f64;
                e.2.retain_mut(|(s, v)| match list.iter().find(|l| l.0 == *s) {
                    Some(l) => {
                        *v = (*v * k + l.1) / (k + 1.0);
                        true
                    }
                    None => false,
                });
            }
            i += 1;
        }
    }
    all
}
fn value(list: &[(u32, f64)], s: u32) -> f64 {
    if let Some(x) = list.iter().find(|l| l.0 == s) {
        return x.1;
    }
    let cov = |a: u32, b: u32| a >> 11 >= b >> 11 && (a >> 4 & 127) >= (b >> 4 & 127) && (a & 15) >= (b & 15);
    list.iter()
        .filter(|l| cov(s, l.0))
        .map(|l| l.1)
        .fold(0.0, f64::max)
        .max(list.iter().map(|l| l.1).fold(1.0, f64::min) - 0.05)
}
fn score(t: &Tables, way: &HouseWay, r: Ranking, sh: &Shower, report: bool) -> f64 {
    let d = Dealer::new(way, Shape::FOUR_TWO_ONE, r);
    let mut by = vec![(0.0, 0.0, Vec::new()); way.rules.len()];
    let (mut sum, mut tot) = (0.0, 0.0);
    for (cards, w, list) in t {
        let w = *w as f64;
        let Some(set) = d.set(*cards) else { return -1.0 };
        let v = value(list, sh.standing(&set.setting));
        sum += w * v;
        tot += w;
        if report {
            let best = list.iter().map(|l| l.1).fold(0.0, f64::max);
            let b = &mut by[set.rule];
            b.0 += w;
            b.1 += w * (best - v);
            b.2.push((w * (best - v), *cards, best - v, set.setting, list.iter().find(|l| l.1 == best).unwrap().0));
        }
    }
    if report {
        for (i, b) in by.iter_mut().enumerate() {
            println!("rule {:2} share {:.4} regret {:.5}  {}", i + 1, b.0 / tot, 2.0 * b.1 / tot, way.rules[i].name);
            b.2.sort_by(|x, y| y.0.partial_cmp(&x.0).unwrap());
            if report {
                for x in b.2.iter().step_by(37).take(6) {
                    let d = sorted(x.1);
                    // find the setting with that standing
                    let best = Shape::FOUR_TWO_ONE
                        .settings(x.1)
                        .find(|s| sh.standing(s) == x.4 && s.foul(Shape::FOUR_TWO_ONE, &r).is_none());
                    println!(
                        "      {:.4} {}  way {}   best {}",
                        x.2,
                        d,
                        x.3,
                        best.map_or(String::new(), |s| s.to_string())
                    );
                }
            }
        }
    }
    2.0 * sum / tot - 1.0
}
fn sorted(c: CardSet) -> String {
    c.to_string()
}
fn main() {
    let a: Vec<String> = std::env::args().skip(1).collect();
    let g = game(Text::Pa659a);
    let shape = g.shape().unwrap();
    let r = g.ranking(&Choices::default());
    let text = if a[1] == "-" { g.house_way().unwrap().to_string() } else { std::fs::read_to_string(&a[1]).unwrap() };
    let way = HouseWay::read(&text, shape).unwrap();
    match a[0].as_str() {
        "edge" | "tables" => {
            let d = Dealer::new(&way, shape, r);
            let (b, o, t) = trial(&d, r, a[0] == "tables", &P(std::time::Instant::now()));
            println!("{} best edge {b:.6} own edge {o:.6}", a[1]);
            if a[0] == "tables" {
                let mut f = std::io::BufWriter::new(std::fs::File::create(&a[2]).unwrap());
                for (c, w, l) in t {
                    for x in [c.bits(), w, l.len() as u64] {
                        f.write_all(&x.to_le_bytes()).unwrap();
                    }
                    for (s, v) in l {
                        f.write_all(&u64::from(s).to_le_bytes()).unwrap();
                        f.write_all(&u64::from(v).to_le_bytes()).unwrap();
                    }
                }
            }
        }
        "score" => {
            let t = load(&a[2..]);
            let sh = Shower::new(r);
            let best: f64 = t.iter().map(|x| x.1 as f64 * x.2.iter().map(|l| l.1).fold(0.0, f64::max)).sum::<f64>()
                / t.iter().map(|x| x.1 as f64).sum::<f64>();
            println!("score {:.5}  (free setting {:.5})", score(&t, &way, r, &sh, true), 2.0 * best - 1.0);
        }
        _ => {
            // random hill climb: climb WAY SECONDS OUT tables...
            let seconds: u64 = a[2].parse().unwrap();
            let full = load(&a[4..]);
            let skip: usize = std::env::var("SKIP").ok().and_then(|s| s.parse().ok()).unwrap_or(8);
            let phase: usize = std::env::var("PHASE").ok().and_then(|s| s.parse().ok()).unwrap_or(0);
            let t: Tables = full.iter().skip(phase).step_by(skip).cloned().collect();
            let sh = Shower::new(r);
            let highs = [
                "any",
                "best",
                "pair",
                "pair or better",
                "straight",
                "straight or better",
                "flush or better",
                "two pair or better",
                "three-of-a-kind",
                "three-of-a-kind or better",
                "high card",
                "queen-high or better",
                "king-high or better",
                "ace-high or better",
                "ace-high",
                "pair of 4s or better",
                "pair of 5s or better",
                "pair of 6s or better",
                "pair of 7s or better",
                "pair of 8s or better",
                "pair of 9s or better",
                "pair of 10s or better",
                "pair of jacks or better",
                "pair of queens or better",
                "pair of kings or better",
                "pair of aces or better",
                "pair of aces",
                "pair of kings",
                "full house or better",
            ];
            let mediums = [
                "any",
                "pair",
                "pair of aces",
                "pair of kings or better",
                "pair of queens or better",
                "pair of jacks or better",
                "pair of 9s or better",
                "pair of 7s or better",
                "ace-high or better",
                "ace-high",
                "ace-high or less",
                "king-high or better",
                "queen-high or better",
                "jack-high or better",
                "10-high or better",
                "9-high or better",
                "A-K or better",
                "A-Q or better",
                "A-J or better",
                "A-10 or better",
                "K-Q or better",
                "K-J or better",
                "K-10 or better",
                "Q-J or better",
                "Q-10 or better",
                "Q-9 or better",
                "J-10 or better",
                "J-9 or better",
            ];
            let lows = [
                "any",
                "ace",
                "king or better",
                "queen or better",
                "jack or better",
                "10 or better",
                "9 or better",
                "8 or better",
                "7 or better",
                "6 or better",
                "5 or better",
            ];
            let feats = [
                "",
                "",
                "",
                "",
                "",
                "",
                "three pair",
                "two pair",
                "three-of-a-kind",
                "no joker",
                "joker",
                "no pair",
                "four-of-a-kind",
                "full house",
                "straight",
                "flush",
                "no straight",
                "pair",
                "no two pair",
                "no three-of-a-kind",
                "two pair and no three-of-a-kind",
                "straight flush",
            ];
            let orders = [
                [Hand::Low, Hand::Medium, Hand::High],
                [Hand::Low, Hand::High, Hand::Medium],
                [Hand::Medium, Hand::Low, Hand::High],
                [Hand::Medium, Hand::High, Hand::Low],
                [Hand::High, Hand::Medium, Hand::Low],
                [Hand::High, Hand::Low, Hand::Medium],
            ];
            let mut seed: u64 =
                std::env::var("SEED").ok().and_then(|s| s.parse().ok()).unwrap_or(1) * 0x9e3779b97f4a7c15 + 1;
            let mut rnd = move |n: usize| {
                seed ^= seed << 13;
                seed ^= seed >> 7;
                seed ^= seed << 17;
                (seed % n as u64) as usize
            };
            let pat = |p: &str, h: Hand| croupier_rules::house_way::Pattern::read(p, h).unwrap();
            let mut texts: Vec<[String; 5]> = Vec::new();
            let toml_way: toml::Value = toml::from_str(&text).unwrap();
            for rule in toml_way["rule"].as_array().unwrap() {
                let get = |k: &str, d: &str| rule.get(k).and_then(|v| v.as_str()).unwrap_or(d).to_string();
                texts.push([
                    get("high", "any"),
                    get("medium", "any"),
                    get("low", "any"),
                    get("prefer", "low, medium, high"),
                    get("hands", ""),
                ]);
            }
            let order_text = |o: [Hand; 3]| o.map(Hand::name).join(", ");
            let _ = pat;
            let build = |texts: &[[String; 5]]| {
                let mut s = String::from("name = \"x\"\n");
                for x in texts {
                    s += &format!(
                        "[[rule]]\nname = \"r\"\nhigh = \"{}\"\nmedium = \"{}\"\nlow = \"{}\"\nprefer = \"{}\"\n",
                        x[0], x[1], x[2], x[3]
                    );
                    if !x[4].is_empty() {
                        s += &format!("hands = \"{}\"\n", x[4]);
                    }
                }
                s
            };
            let eval = |texts: &[[String; 5]], t: &Tables| {
                HouseWay::read(&build(texts), shape).map_or(-1.0, |w| score(t, &w, r, &sh, false))
            };
            let mut cs = eval(&texts, &t);
            println!("start {cs:.5}");
            let t0 = std::time::Instant::now();
            let mut n = 0;
            while t0.elapsed().as_secs() < seconds {
                let mut w = texts.clone();
                for _ in 0..1 + rnd(2) {
                    let i = rnd(w.len());
                    match rnd(10) {
                        0 if i + 1 < w.len() => w.swap(i, i + 1),
                        1 if w.len() > 2 && i + 1 < w.len() => {
                            w.remove(i);
                        }
                        2 | 3 if w.len() < 12 => {
                            w.insert(
                                i,
                                [
                                    highs[rnd(highs.len())].into(),
                                    mediums[rnd(mediums.len())].into(),
                                    lows[rnd(lows.len())].into(),
                                    order_text(orders[rnd(6)]),
                                    feats[rnd(feats.len())].into(),
                                ],
                            );
                        }
                        4 => w[i][3] = order_text(orders[rnd(6)]),
                        5 => w[i][4] = feats[rnd(feats.len())].into(),
                        6 => {
                            let x = w.remove(i);
                            let j = rnd(w.len());
                            w.insert(j, x);
                        }
                        k if k % 3 == 0 => w[i][0] = highs[rnd(highs.len())].into(),
                        k if k % 3 == 1 => w[i][1] = mediums[rnd(mediums.len())].into(),
                        _ => w[i][2] = lows[rnd(lows.len())].into(),
                    }
                }
                w.last_mut().unwrap()[4] = String::new();
                n += 1;
                let s = eval(&w, &t);
                if s > cs || (s == cs && w.len() <= texts.len()) {
                    if s > cs + 1e-5 {
                        println!("{n} {s:.5} rules {}", w.len());
                    }
                    cs = s;
                    texts = w;
                }
            }
            println!("{n} tries; full sample {:.5}", eval(&texts, &full));
            std::fs::write(&a[3], build(&texts)).unwrap();
        }
    }
}
