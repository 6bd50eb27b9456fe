//! Memory that cannot be had: an error, and all goes on as before.
#![cfg(target_os = "linux")]

use crate::process::{Engine, check_all};

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

/// Mebibytes that a game may have beyond `hash_mb`, and a tenth of it.
const REST_MIB: usize = 64;

/// Searches and other work on large tables, by game, and the mebibytes that the protocol allows beside them.
const WORK: &[(&str, usize, &[&str])] = &[
    ("hex", 40, &["boardsize 11", "genmove b", "solve", "param network none", "param search alphabeta", "genmove w"]),
    ("dots", 0, &["boardsize 4 4", "genmove b", "solve", "nimber", "genmove w"]),
    ("ricochet", 0, &["generate walls=random size=32x32 robots=5 seed=1 difficulty=insane", "solve", "hint", "explain"]),
    ("chomp", 0, &["boardsize 12 12", "solve", "export out-chomp.pg"]),
    ("tictactoe", 0, &["boardsize 7 7 5", "genmove b", "solve", "move_values"]),
    ("connect4", 0, &["boardsize 8 7", "genmove b", "solve", "export out-connect4.game", "genmove w"]),
    ("nim", 0, &["boardsize 60 60 60 60", "solve", "export out-nim.game"]),
];

/// Returns a figure of a process in mebibytes: `VmHWM` is the most resident memory that it ever had.
fn memory(engine: &Engine, key: &str) -> usize {
    let status = std::fs::read_to_string(format!("/proc/{}/status", engine.id())).expect("the process runs");
    let line = status.lines().find_map(|line| line.strip_prefix(key)).expect("Linux tells it");
    line.split_whitespace().nth(1).and_then(|kibibytes| kibibytes.parse().ok()).map_or(0, |kibibytes: usize| kibibytes >> 10)
}

#[test]
fn each_game_keeps_to_the_memory_that_is_set() {
    check_all(WORK, |(game, more, lines)| {
        for hash_mb in [1, 128] {
            let mut engine = Engine::start(&["--game", game, "--command", "param threads 1", "--command", "param max_time 1"]);
            engine.expect(&format!("param hash_mb {hash_mb}"));
            for line in *lines {
                assert!(engine.ask(line).starts_with(['=', '?']), "{game}: {line}");
                let peak = memory(&engine, "VmHWM:");
                assert!(peak <= hash_mb + hash_mb / 10 + REST_MIB + more, "{game}: {line}: {peak} of {hash_mb} MiB");
            }
        }
    });
    for file in ["out-chomp.pg", "out-connect4.game", "out-nim.game"] {
        let _ = std::fs::remove_file(file);
    }
}

#[test]
fn graphs_and_tables_that_cannot_be_had_are_refused() {
    // An edge in four bytes of text takes as much again in the graph.
    let folder = std::env::temp_dir().join(format!("ludion-memory-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("large.pg");
    let vertices = 300_000;
    let mut text = format!("parity {};\n", vertices - 1);
    for vertex in 0..vertices {
        text += &format!("{vertex} 0 {} {};\n", vertex % 2, vec!["1"; 60].join(","));
    }
    std::fs::write(&path, text).expect("a file");
    let graph = ["--game", "graph", "--command", "param threads 1"];
    let refuse = |kibibytes: &str| {
        let mut engine = Engine::limited(kibibytes, &graph);
        let refused = engine.ask(&format!("load_file {}", path.display()));
        assert!(refused.starts_with("? cannot load file: ") && refused.contains("memory"), "{kibibytes}: {refused}");
        assert!(engine.expect("solve").starts_with("win "));
        engine
    };
    let many = |line: fn(usize) -> String| (0..vertices).map(line).collect::<String>();
    for text in [
        many(|n| format!("vertex_number_{n} 1 N\n")),
        format!("digraph {{\n{}}}\n", many(|n| format!("v{n} [owner=1 goal=N];\n"))),
    ] {
        let path = folder.join("names");
        std::fs::write(&path, text).expect("a file");
        for kibibytes in ["60000", "70000", "80000"] {
            let mut engine = Engine::limited(kibibytes, &graph);
            let refused = engine.ask(&format!("load_file {}", path.display()));
            assert!(refused.starts_with("? cannot load file: ") && refused.contains("memory"), "{kibibytes}: {refused}");
            assert!(engine.expect("solve").starts_with("win "));
        }
    }
    // Memory ends at another step each time.
    let mut engine =
        ["60000", "70000", "75000", "80000", "85000", "90000"].map(refuse).into_iter().next_back().expect("an engine");
    engine.expect("game chomp");
    engine.expect("boardsize 15 15");
    engine.expect("solve");
    assert!(engine.ask("export out-memory.pg").starts_with("? "));
    std::fs::remove_dir_all(&folder).expect("it is there");
}

#[test]
fn a_census_that_cannot_be_had_is_refused() {
    let mut engine = Engine::limited("60000", &["--game", "tictactoe", "--command", "param threads 1"]);
    engine.expect("boardsize 4 4 4");
    assert_eq!(engine.ask("census"), "? out of memory\n\n");
    engine.expect("boardsize 3 3 3");
    assert!(engine.expect("census").starts_with("positions=5478 "));
}
