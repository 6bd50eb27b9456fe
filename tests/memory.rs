//! Memory that cannot be had: an error, and all goes on as before.
#![cfg(target_os = "linux")]

#[allow(dead_code, reason = "each test uses its part of the module")]
mod process;

use process::Engine;

/// Kibibytes of address space that the engine gets.
const SPACE: &str = "4000000";

#[test]
fn a_table_that_cannot_be_had_is_refused_and_the_old_one_stays() {
    let mut engine = Engine::limited(SPACE, &["--command", "param threads 1", "--command", "param max_time 0.2"]);
    for game in ["hex", "connect4", "tictactoe", "dots", "chomp"] {
        engine.expect(&format!("game {game}"));
        let refused = engine.ask("param hash_mb 65536");
        assert!(refused.starts_with("? cannot have 65536 MiB of memory: "), "{refused}");
        assert_eq!(engine.expect("param hash_mb"), "128");
        assert!(!engine.expect("genmove b").is_empty());
    }
    // What can be had one by one cannot be had by all games together: they play with less.
    engine.expect("param hash_mb 2000");
    for game in ["hex", "connect4", "tictactoe", "dots"] {
        engine.expect(&format!("game {game}"));
        engine.expect("clear_board");
        assert!(!engine.expect("genmove b").is_empty());
        assert!(engine.ask("solve").starts_with("= "), "{game}");
    }
}

#[test]
fn a_large_table_takes_no_time() {
    let mut engine = Engine::start(&["--game", "connect4", "--command", "param hash_mb 2000"]);
    engine.expect("param max_time 0.05");
    engine.expect("boardsize 8 7");
    let since = std::time::Instant::now();
    engine.expect("genmove b");
    assert!(since.elapsed().as_millis() < 600, "{:?}", since.elapsed());
}
