//! The terminal front end, under a pseudo-terminal.
#![cfg(unix)]

use std::process::Command;

use rexpect::process::WaitStatus;
use rexpect::session::{PtySession, spawn_command};

/// Milliseconds before a test fails: far more than any step takes on a busy machine.
const PATIENCE: u64 = 60_000;

const PROMPT: &str = "ludion> ";
const TAB: &str = "\t";
const UP: &str = "\x1b[A";

fn start() -> PtySession {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludion"));
    command.args(["--command", "boardsize 5"]).env_remove("RUST_LOG").env("TERM", "xterm");
    let mut terminal = spawn_command(command, Some(PATIENCE)).expect("the binary starts");
    for expected in ["Hex. Black joins", "a move back", "`quit` leaves", "black, white, or both", PROMPT] {
        terminal.exp_string(expected).expect(expected);
    }
    terminal
}

/// Starts a search that does not end by itself during a test.
fn start_solve() -> PtySession {
    let mut terminal = start();
    ask(&mut terminal, "boardsize 19", &["19\x1b[0m"]);
    terminal.send("solve\r").and_then(|_| terminal.flush()).expect("the terminal takes keys");
    std::thread::sleep(std::time::Duration::from_millis(300));
    terminal
}

/// Types a line, and waits for the words in its answer and then for the next prompt.
fn ask(terminal: &mut PtySession, line: &str, words: &[&str]) {
    terminal.send(line).and_then(|_| terminal.send("\r")).and_then(|_| terminal.flush()).expect("the terminal takes keys");
    for expected in words.iter().chain([&PROMPT]) {
        terminal.exp_string(expected).unwrap_or_else(|error| panic!("{line}: no {expected}: {error}"));
    }
}

#[test]
fn a_game_with_a_person() {
    let mut terminal = start();
    // The board is shown after each change, in colour.
    ask(&mut terminal, "play b c3", &["B\x1b[0m"]);
    ask(&mut terminal, "genmove w", &["W\x1b[0m"]);
    ask(&mut terminal, "play b z9", &["? ", "z9"]);
    ask(&mut terminal, "genmvoe", &["unknown command", "did you mean", "genmove COLOR - "]);
    ask(&mut terminal, "duel 5", &["a command of the game ricochet"]);
    // Help needs no manual.
    ask(&mut terminal, "help genmove", &["genmove COLOR", "searches, plays and names a move"]);
    ask(&mut terminal, &format!("vers{TAB}"), &[env!("CARGO_PKG_VERSION")]);
    ask(&mut terminal, UP, &[env!("CARGO_PKG_VERSION")]);
    terminal.send("quit\r").and_then(|_| terminal.flush()).expect("the terminal takes keys");
    terminal.exp_eof().expect("it leaves");
}

#[test]
fn a_bare_move_is_answered() {
    let mut terminal = start();
    ask(&mut terminal, "boardsize 1", &["black to move"]);
    ask(&mut terminal, "boardsize 2", &["black to move"]);
    ask(&mut terminal, "b1", &["the engine plays white", "white plays ", "black to move"]);
    // The answer is taken back, too.
    ask(&mut terminal, "undo", &["black to move"]);
    ask(&mut terminal, "param opponent none", &["both sides"]);
    ask(&mut terminal, "b1", &["white to move"]);
    ask(&mut terminal, "a1", &["black to move"]);
    ask(&mut terminal, "b1", &["illegal move: b1 is occupied"]);
    ask(&mut terminal, "b2", &["Black has won: the chain b1 b2 joins the edges."]);
    ask(&mut terminal, "new", &["black to move"]);
    ask(&mut terminal, "game connect4", &["Connect Four. ", "black to move", "`4` lets a stone fall into a column"]);
    ask(&mut terminal, "4", &["white to move"]);
}

#[test]
fn enter_ends_a_search() {
    let mut terminal = start_solve();
    ask(&mut terminal, "", &["unknown"]);
}

#[test]
fn the_first_control_c_ends_a_search_and_one_at_the_prompt_the_process() {
    let mut terminal = start_solve();
    terminal.send_control('c').and_then(|()| terminal.flush()).expect("the terminal takes keys");
    for expected in ["unknown", PROMPT] {
        terminal.exp_string(expected).expect(expected);
    }
    ask(&mut terminal, "version", &[env!("CARGO_PKG_VERSION")]);
    terminal.send_control('c').and_then(|()| terminal.flush()).expect("the terminal takes keys");
    terminal.exp_eof().expect("it leaves");
    assert!(matches!(terminal.process().wait(), Ok(WaitStatus::Exited(_, 0))));
}

#[test]
fn the_end_of_input_leaves() {
    let mut terminal = start();
    terminal.send_control('d').and_then(|()| terminal.flush()).expect("the terminal takes keys");
    terminal.exp_eof().expect("it leaves");
    assert!(matches!(terminal.process().wait(), Ok(WaitStatus::Exited(_, 0))));
}
