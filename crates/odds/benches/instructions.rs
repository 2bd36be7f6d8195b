//! The same work once or more often, for `cargo xtask bench` to count its instructions with callgrind: what two runs
//! take more than one is the work without what comes before. Called with `list` it prints each work and its units.

mod work;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["list"] => {
            for work in work::ALL {
                println!("{}\t{}", work.units, work.name);
            }
        }
        [name, times] => {
            let Some(work) = work::ALL.into_iter().find(|work| work.name == name) else { return };
            let run = (work.prepare)();
            for _ in 0..times.parse().unwrap_or(0) {
                run();
            }
        }
        // `cargo bench` calls every bench; there is nothing to be timed here.
        _ => {}
    }
}
