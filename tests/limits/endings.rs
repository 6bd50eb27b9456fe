//! Start and end of the process: the command line, the end of input, `quit`, signals, a client that disconnects.

use std::fs::File;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::process::{Ended, Engine, replies, run};

/// Longest accepted time to the end of a process, on a busy machine. On an idle one it takes a few milliseconds.
const AT_ONCE: Duration = Duration::from_secs(2);

#[track_caller]
fn check_quiet(ended: &Ended) {
    assert_eq!((ended.status.code(), ended.stderr.as_str()), (Some(0), ""));
}

/// An engine in the middle of a long search.
fn searching() -> Engine {
    let mut engine = Engine::start(&["--command", "param max_time 1000"]);
    engine.expect("showboard");
    engine.send("genmove b");
    std::thread::sleep(Duration::from_millis(300));
    engine
}

#[track_caller]
#[allow(clippy::print_stdout, reason = "a figure, shown by --nocapture")]
fn check_ends_at_once(engine: Engine, since: Instant) {
    let ended = engine.ended();
    let took = since.elapsed();
    check_quiet(&ended);
    assert_eq!(ended.stdout, "", "no reply was finished");
    assert!(took < AT_ONCE, "{took:?}");
    println!("ended after {took:?}");
}

#[test]
fn the_end_of_input_is_no_interrupt() {
    let ended = run(&[], b"boardsize 11\nparam max_time 0.4\ngenmove b\n");
    check_quiet(&ended);
    let [size, time, mv] = replies(&ended.stdout)[..] else { panic!("{}", ended.stdout) };
    assert_eq!((size, time), ("= \n\n", "= \n\n"));
    let point = mv.trim_start_matches("= ").trim_end();
    assert!(('a'..='k').contains(&point.chars().next().unwrap()) && (1..=11).contains(&point[1..].parse().unwrap()), "{mv:?}");
}

#[test]
fn the_end_of_input_leaves_time_to_search() {
    let since = Instant::now();
    check_quiet(&run(&[], b"param max_time 0.4\ngenmove b\ngenmove w\n"));
    assert!(since.elapsed() > Duration::from_millis(700), "{:?}", since.elapsed());
}

/// Checks that a process ends by itself with these replies.
#[track_caller]
fn check_replies(arguments: &[&str], input: &[u8], replies: &str) {
    let ended = run(arguments, input);
    check_quiet(&ended);
    assert_eq!(ended.stdout, replies);
}

#[test]
fn quit_leaves_the_rest() {
    check_replies(&[], b"1 name\n2 quit\n3 name\n4 genmove b\n", "=1 ludion\n\n=2 \n\n");
}

#[test]
fn quit_does_not_wait_for_the_end_of_input() {
    let mut engine = Engine::start(&[]);
    assert_eq!(engine.ask("quit"), "= \n\n");
    check_quiet(&engine.ended());
}

#[test]
fn a_refused_quit_stays() {
    let mut engine = Engine::start(&[]);
    assert!(engine.ask("quit now").starts_with("? syntax error"));
    engine.expect("name");
}

/// How a process is made to end.
const CAUSES: [fn(&mut Engine); 5] = [
    |engine| engine.signal("TERM"),
    |engine| engine.signal("INT"),
    |engine| engine.signal("HUP"),
    // The client reads no more.
    Engine::close_output,
    // The client is gone.
    |engine| {
        engine.close_output();
        engine.end_input();
    },
];

/// An engine that has nothing to do.
fn idle() -> Engine {
    let mut engine = Engine::start(&[]);
    engine.expect("name");
    engine
}

/// An engine that runs a line of its command line, which does not end.
fn beginning() -> Engine {
    let engine = Engine::start(&["--command", "boardsize 11", "--command", "solve"]);
    std::thread::sleep(Duration::from_millis(500));
    engine
}

#[test]
fn signals_and_gone_clients_end_a_process() {
    for start in [searching, idle, beginning] {
        for end in CAUSES {
            let mut engine = start();
            let since = Instant::now();
            end(&mut engine);
            check_ends_at_once(engine, since);
        }
    }
}

#[test]
fn nothing_is_said_unasked() {
    check_replies(&[], b"", "");
}

#[test]
fn first_lines_run_silently() {
    let arguments = ["--game", "HEX", "--command", "boardsize 5 4", "--command", "play b a1", "--command", "# nothing"];
    check_replies(&arguments, b"game\nposition\n", "= hex\n\n= 5x4 b:a1\n\n");
    check_replies(&["--command", "quit"], b"name\n", "");
    check_replies(&["--command", "boardsize 5 4\nplay b a1"], b"position\n", "= 5x4 b:a1\n\n");
}

#[track_caller]
fn check_refused(arguments: &[&str], complaint: &str) {
    let ended = run(arguments, b"name\n");
    assert_eq!((ended.status.code(), ended.stdout.as_str()), (Some(2), ""), "{arguments:?}");
    assert!(ended.stderr.contains(complaint), "{arguments:?}: {}", ended.stderr);
    assert!(!ended.stderr.contains("panic"), "{arguments:?}: {}", ended.stderr);
}

#[test]
fn a_first_line_that_fails_ends_the_process() {
    check_refused(&["--command", "boardsize 99"], "boardsize 99: unacceptable size");
    check_refused(&["--command", "boardsize 5", "--command", "play b z9"], "play b z9: illegal move");
    check_refused(&["--command", "7x name"], "7x name: bad id");
    check_refused(&["--game", "go"], "unknown game \"go\"");
    check_refused(&["--game", ""], "letters and digits");
    check_refused(&["--game", "hex hex"], "letters and digits");
    check_refused(&["--log", "loud"], "loud");
    check_refused(&["--speed"], "--speed");
    check_refused(&["--game", "hex", "bench", "hex"], "--game is for sessions");
    check_refused(&["--command", "name", "man"], "--command is for sessions");
    check_refused(&["bench", "puzzle", "--count", "0"], "--count");
    check_refused(&["bench", "nim", "--count", "3"], "--count is for the puzzles");
    check_refused(&["--command", "name\nboardsize 99"], "boardsize 99: unacceptable size");
    check_refused(&["chess"], "chess");
}

#[test]
fn a_bench_that_has_no_such_part_is_not_listed() {
    let output =
        std::process::Command::new(env!("CARGO_BIN_EXE_ludion")).args(["bench", "wire", "--quick"]).output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(2) && said.contains("connect4, puzzle") && !said.contains(", wire"), "{said}");
}

#[test]
fn help_fits_a_screen() {
    let ended = run(&["--help"], b"");
    check_quiet(&ended);
    let lines: Vec<&str> = ended.stdout.lines().collect();
    assert!(lines.len() <= 24, "{} lines", lines.len());
    assert!(lines.iter().all(|line| line.chars().count() <= 80), "{}", ended.stdout);
    for word in ["--game", "--command", "--log", "--version", "bench", "Examples:", "| ludion"] {
        assert!(ended.stdout.contains(word), "{word}");
    }
}

#[test]
fn version_is_told() {
    let ended = run(&["--version"], b"");
    check_quiet(&ended);
    assert_eq!(ended.stdout, concat!("ludion ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn diagnostics_go_to_stderr() {
    let ended = run(&["--log", "info"], b"param threads 1\nparam max_nodes 500\ngenmove b\n");
    assert_eq!(ended.status.code(), Some(0));
    assert_eq!(replies(&ended.stdout).len(), 3);
    for word in ["depth", "nodes", "value", "nodes/s", "pv"] {
        assert!(ended.stderr.contains(word), "{}", ended.stderr);
    }
}

/// Runs a process with this input that writes to a full disk.
#[cfg(target_os = "linux")]
fn run_on_a_full_disk(arguments: &[&str], input: Stdio) -> Output {
    let disk = File::options().write(true).open("/dev/full").expect("Linux has it");
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludion"));
    command.args(arguments).env_remove("RUST_LOG").stdin(input).stdout(disk);
    command.stderr(Stdio::piped()).spawn().and_then(std::process::Child::wait_with_output).expect("it starts")
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let requests = |text: &str| {
        let (read, mut write) = std::io::pipe().expect("there are pipes");
        std::io::Write::write_all(&mut write, text.as_bytes()).expect("it fits in the pipe");
        Stdio::from(read)
    };
    let many = "name\n".repeat(1000);
    for (arguments, input) in [
        (&[][..], "name\n"),
        (&[], &many),
        (&["--log", "off"], "name\nquit\n"),
        (&["analysis"], "{\"id\": 1, \"action\": \"query_version\"}\n"),
        (&["bench", "nim", "--quick"], ""),
        (&["help", "hex"], ""),
        (&["--help"], ""),
        (&["--version"], ""),
        (&["man"], ""),
        (&["completions", "bash"], ""),
    ] {
        let ended = run_on_a_full_disk(arguments, requests(input));
        let stderr = String::from_utf8(ended.stderr).expect("it is text");
        assert_eq!((ended.status.code(), stderr.lines().count()), (Some(1), 1), "{arguments:?}: {stderr}");
        assert!(stderr.starts_with("stdout: No space left"), "{stderr}");
    }
}

/// The result of some tools is what they print.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_of_the_lab() {
    let disk = File::options().write(true).open("/dev/full").expect("Linux has it");
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludion-lab"));
    let ended = command.args(["hex", "prove", "2x2", "--network", "none", "--hash-mb", "1"]).stdout(disk).output();
    let ended = ended.expect("it starts");
    let stderr = String::from_utf8(ended.stderr).expect("it is text");
    assert_eq!((ended.status.code(), stderr.lines().count()), (Some(1), 1), "{stderr}");
    assert!(stderr.starts_with("stdout: No space left"), "{stderr}");
}

#[cfg(unix)]
#[test]
fn input_that_cannot_be_read_is_an_error() {
    for arguments in [&[][..], &["analysis"]] {
        let folder = File::open("src").expect("it can be opened");
        let mut command = Command::new(env!("CARGO_BIN_EXE_ludion"));
        let ended = command.args(arguments).stdin(folder).output().expect("it starts");
        let stderr = String::from_utf8(ended.stderr).expect("it is text");
        assert_eq!((ended.status.code(), stderr.as_str()), (Some(1), "stdin: Is a directory (os error 21)\n"), "{arguments:?}");
    }
}

/// Its `tournament.py` runs `COMMAND --seed N --logfile-name FILE`, `MoHexScript.py` adds `--use-logfile=false`.
#[test]
fn the_options_of_the_harnesses_of_benzene() {
    let folder = std::env::temp_dir().join(format!("ludion-harness-{}", std::process::id()));
    let file = folder.to_str().expect("it is text");
    check_replies(&["--seed", "5", "--logfile-name", file], b"param seed\n", "= 5\n\n");
    check_replies(&["--use-logfile=false", "--seed=0", "--game", "nim"], b"param seed\ngame\n", "= 0\n\n= nim\n\n");
    assert!(!folder.exists(), "no file is written");
    assert!(run(&["--help"], b"").stdout.contains("--seed <N>"));
    assert!(!run(&["--help"], b"").stdout.contains("logfile"));
    check_refused(&["--seed", "x"], "invalid value 'x' for '--seed <N>'");
    check_refused(&["--seed", "1", "bench", "nim"], "--seed is for sessions");
}
