//! Trial.
use croupier_rules::{
    Choices, Text, game,
    house_way::{Dealer, HouseWay},
};
struct P(std::time::Instant);
impl croupier_odds::Progress for P {
    fn begin(&self, w: &str, n: u64) {
        println!("{:?} {w} {n}", self.0.elapsed());
    }
    fn advance(&self, _: u64) {}
    fn end(&self) {
        println!("{:?} end", self.0.elapsed());
    }
}
fn main() {
    let g = game(Text::Pa659a);
    let file = std::env::args().nth(1);
    let text = file.map(|f| std::fs::read_to_string(f).unwrap());
    let shape = g.shape().unwrap();
    let way = HouseWay::read(text.as_deref().unwrap_or(g.house_way().unwrap()), shape).unwrap();
    let r = g.ranking(&Choices::default());
    let d = Dealer::new(&way, shape, r);
    let (n, best, own) = croupier_odds::asia_poker::trial(&d, r, &P(std::time::Instant::now()));
    let all = n as f64 * 53524680.0;
    println!("{n} best edge {:.6} own edge {:.6}", 1.0 - 2.0 * best as f64 / all, 1.0 - 2.0 * own as f64 / all);
}
