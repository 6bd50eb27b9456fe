//! Temporary.
#[path = "../src/lab/hex/net/mod.rs"]
mod net;
use clap::Parser;
#[derive(Parser)]
struct A {
    #[command(flatten)]
    o: net::run::Options,
}
fn main() {
    use std::sync::atomic::{AtomicBool, Ordering};
    let a = A::parse();
    static STOP: AtomicBool = AtomicBool::new(false);
    let mut s = signal_hook::iterator::Signals::new([15, 2]).unwrap();
    std::thread::spawn(move || {
        for _ in s.forever() {
            STOP.store(true, Ordering::Relaxed);
        }
    });
    use std::io::Write;
    net::run::run(&a.o, &STOP, &mut |l| {
        println!("{l}");
        std::io::stdout().flush().unwrap();
    })
    .unwrap();
}
