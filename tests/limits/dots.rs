//! Dots and Boxes on the wire: interrupts, memory, time, large boards, values of one position asked for twice.

use std::time::{Duration, Instant};

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::process::Engine;

/// Longest accepted time to the reply after an interrupt, on a busy machine. On an idle one it is the promised 50 ms.
const AT_ONCE: Duration = Duration::from_millis(500);

fn playing(lines: &[&str]) -> Engine {
    let mut engine = Engine::start(&["--game", "dots", "--command", "param hash_mb 64"]);
    lines.iter().for_each(|line| assert_eq!(engine.expect(line), "", "{line}"));
    engine
}

#[test]
#[allow(clippy::print_stdout, reason = "figures, shown by --nocapture")]
fn interrupts_end_what_runs() {
    let mut random = Pcg64Mcg::seed_from_u64(1);
    let mut engine = playing(&["boardsize 5 5", "param max_time 100"]);
    let mut times = Vec::new();
    for request in ["solve", "genmove b", "move_values", "control", "nimber", "showboard values"].repeat(5) {
        assert_eq!(engine.expect("clear_board"), "");
        engine.send(request);
        std::thread::sleep(Duration::from_micros(random.random_range(0..60_000)));
        let since = Instant::now();
        engine.send("# interrupt");
        let reply = engine.reply();
        times.push(since.elapsed());
        let right = match request {
            "solve" => reply.starts_with("= unknown lower=-25 upper="),
            "genmove b" => reply.starts_with("= h") || reply.starts_with("= v"),
            "move_values" => reply.lines().count() == 61 && reply.starts_with("= h0,0 unknown lower="),
            "nimber" => reply == "= unknown\n\n",
            _ => reply.starts_with("= "),
        };
        assert!(right, "{request}: {reply}");
    }
    times.sort_unstable();
    println!("median {:?}, longest {:?}", times[times.len() / 2], times[times.len() - 1]);
    assert!(times[times.len() - 1] < AT_ONCE, "{times:?}");
}

/// The most memory that a process has used, in KiB.
#[cfg(target_os = "linux")]
fn peak(engine: &Engine) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", engine.id())).expect("the process runs");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("it has memory");
    line.trim().trim_end_matches(" kB").parse().expect("a number")
}

#[cfg(target_os = "linux")]
#[test]
fn a_solve_keeps_to_its_table() {
    let idle = peak(&playing(&[]));
    let mut engine = playing(&["boardsize 4 4", "param max_time 4"]);
    assert!(engine.expect("solve").starts_with("unknown lower="));
    let used = peak(&engine) - idle;
    assert!((16 << 10..96 << 10).contains(&used), "{used} KiB");
}

/// Every line's value is the value of what it leads to, boxes that it closes included.
#[test]
fn values_of_lines_are_values_of_positions() {
    let mut random = Pcg64Mcg::seed_from_u64(3);
    let mut engine = playing(&["boardsize 4 4"]);
    for _ in 0..4 {
        let bits: String = (0..40).map(|_| if random.random_range(0..5) > 1 { '1' } else { '0' }).collect();
        assert_eq!(engine.expect(&format!("position 4x4 {bits} b")), "");
        let margin = |text: &str| -> i32 {
            let start = text.find("margin=").expect("it is solved") + 7;
            text[start..].split_whitespace().next().expect("a number").parse().expect("a number")
        };
        let best = margin(&engine.expect("solve"));
        let values = engine.expect("move_values");
        let mut found = Vec::new();
        for line in values.lines() {
            let mv = line.split(' ').next().expect("a move");
            engine.expect(&format!("play b {mv}"));
            let position = engine.expect("position");
            let closed: i32 = position.split(' ').nth(3).expect("black's boxes").parse().expect("a number");
            let is_over = !position.split(' ').nth(1).expect("lines").contains('0');
            let rest = if is_over { 0 } else { margin(&engine.expect("solve")) };
            let own = if closed > 0 { closed + rest } else { -rest };
            assert_eq!(margin(line), own, "{bits} {mv}");
            found.push(own);
            engine.expect("undo");
        }
        assert_eq!(found.into_iter().max(), Some(best), "{bits}");
    }
}

/// Theory needs no search: it speaks of every board.
#[test]
fn theory_on_large_boards() {
    let mut engine = playing(&["boardsize 10 10"]);
    assert!(engine.expect("chains").starts_with("components=1 chains=0 loops=0 offered=0 handout=0 loony=no\njoined "));
    assert!(engine.expect("long_chains").starts_with("parity black="));
    assert!(engine.expect("explain").starts_with("Draw "));
    assert!(engine.expect("control").starts_with("undecided safe=220 "));
    assert_eq!(engine.expect("nimber"), "unknown");
    // Rows of ten, all open: ten chains of ten.
    let rows = ["1".repeat(110), "0".repeat(110)].concat();
    assert_eq!(engine.expect(&format!("position 10x10 {rows} w")), "");
    let chains = engine.expect("chains");
    assert!(
        chains.starts_with("components=10 chains=10 loops=0 offered=0 handout=0 loony=simple\nchain length=10 boxes 0,0 "),
        "{chains}"
    );
    assert!(engine.expect("control").starts_with("open control=black exact=unknown margin=unknown rules=v0,"));
    assert!(engine.expect("explain").starts_with("Open the chain of 10 with v0,"));
    assert!(engine.expect("showboard chains").contains(" j   j   j "), "a letter for each");
}

/// The evaluating search plays boards that the solver cannot hold, in its time.
#[test]
fn large_boards_are_played_in_time() {
    let mut engine = playing(&["boardsize 10 10", "param max_time 0.5"]);
    for request in ["genmove b", "genmove w", "genmove b"] {
        let since = Instant::now();
        let line = engine.expect(request);
        assert!(line.starts_with(['h', 'v']), "{line}");
        assert!(since.elapsed() < Duration::from_millis(500) + AT_ONCE, "{:?}", since.elapsed());
    }
}
