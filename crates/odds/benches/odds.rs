//! How fast the odds are computed, by the clock: evaluators beside a public one, and whole answers.

#![allow(missing_docs, reason = "the macros of criterion make functions without documentation")]

mod work;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::time::Duration;

fn odds(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("odds");
    group.sample_size(10).warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(3));
    for work in work::ALL {
        let run = (work.prepare)();
        group.throughput(Throughput::Elements(work.units));
        group.bench_function(work.name, |bencher| bencher.iter(&run));
    }
    group.finish();
}

criterion_group!(benches, odds);
criterion_main!(benches);
