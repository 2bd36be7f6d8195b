//! How fast the odds are computed: evaluators beside a public one, and whole answers.
//!
//! By the clock, unless called with `count`, which is for `cargo xtask bench` to count the instructions of the
//! evaluators with callgrind: alone it lists for each its units, the most instructions each may take (or a dash) and
//! its name; with a name and a number it does that work so often. What two times take more than one is the work
//! without what comes before.

#![allow(missing_docs, reason = "the macros of criterion make functions without documentation")]

mod work;

use criterion::{Criterion, Throughput, criterion_group};
use std::time::Duration;

fn odds(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("odds");
    group.sample_size(10).warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(3));
    for work in work::EVALUATORS.into_iter().chain(work::ANSWERS) {
        let run = (work.prepare)();
        group.throughput(Throughput::Elements(work.units));
        group.bench_function(work.name, |bencher| bencher.iter(&run));
    }
    group.finish();
}

criterion_group!(benches, odds);

fn main() {
    // Cargo adds `--bench` to whatever it is told.
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["count"] => {
            for work in work::EVALUATORS {
                let most = work.most.map_or("-".to_owned(), |most| most.to_string());
                println!("{}\t{most}\t{}", work.units, work.name);
            }
        }
        ["count", name, times] => {
            let work = work::EVALUATORS.into_iter().find(|work| work.name == name).expect("a name that is listed");
            let run = (work.prepare)();
            (0..times.parse().expect("a number")).for_each(|_: u32| run());
        }
        _ => {
            benches();
            Criterion::default().configure_from_args().final_summary();
        }
    }
}
