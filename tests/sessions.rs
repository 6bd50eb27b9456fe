//! Sessions at the terminal, from the welcome to a finished game or a solved puzzle, as the screen shows them: in `tests/sessions`.
//! `LUDION_BLESS=1 cargo test --test sessions` rewrites them; read the difference.
//!
//! Lines `$ LINE` at the begin of a file are requests that run first. What follows `ludion> ` is typed.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::Command;

use rexpect::session::{PtySession, spawn_command};

/// Milliseconds before a test fails: far more than any step takes on a busy machine.
const PATIENCE: u64 = 120_000;

const PROMPT: &str = "ludion> ";

/// Types the lines of a session, and returns what the screen shows.
fn replay(session: &str) -> String {
    let setup: Vec<&str> = session.lines().map_while(|line| line.strip_prefix("$ ")).collect();
    let typed: Vec<&str> = session.lines().filter_map(|line| line.strip_prefix(PROMPT)).collect();
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludion"));
    command.args(setup.iter().flat_map(|line| ["--command", line]));
    // Without control sequences the screen is plain text.
    command.env_remove("RUST_LOG").env("TERM", "dumb").env("NO_COLOR", "1").env("LC_ALL", "C.UTF-8");
    let mut terminal = spawn_command(command, Some(PATIENCE)).expect("the binary starts");
    let mut screen: String = setup.iter().map(|line| format!("$ {line}\n")).collect();
    for line in typed {
        screen += &format!("{}{line}\n", read_to_prompt(&mut terminal));
        terminal.send(line).and_then(|_| terminal.send("\n")).and_then(|_| terminal.flush()).expect("the terminal takes keys");
    }
    screen + &without_progress(&terminal.exp_eof().expect("it leaves"))
}

fn read_to_prompt(terminal: &mut PtySession) -> String {
    without_progress(&terminal.exp_string(PROMPT).expect("a prompt")) + PROMPT
}

/// Returns the lines without the progress of searches and without times, which depend on the speed of the machine.
fn without_progress(screen: &str) -> String {
    const ERASE: &str = "\x1b[K";
    let screen = screen.replace("\r\n", "\n");
    let lines = screen.split('\n').map(|line| line.rfind(ERASE).map_or(line, |at| &line[at + ERASE.len()..]));
    let lines: Vec<String> = lines.map(|line| line.split(' ').map(without_time).collect::<Vec<_>>().join(" ")).collect();
    lines.join("\n")
}

/// Replaces `seconds=0.123` by `seconds=...`.
fn without_time(word: &str) -> &str {
    if word.starts_with("seconds=") { "seconds=..." } else { word }
}

fn check(game: &str) {
    let path = Path::new("tests/sessions").join(format!("{game}.txt"));
    let wanted = fs::read_to_string(&path).expect("it can be read");
    let found = replay(&wanted);
    if std::env::var_os("LUDION_BLESS").is_some_and(|value| value == "1") {
        fs::write(path, found).expect("it can be written");
        return;
    }
    for (number, (wanted, found)) in (1..).zip(wanted.lines().zip(found.lines())) {
        assert_eq!(found, wanted, "{game}, line {number}");
    }
    assert_eq!(found.lines().count(), wanted.lines().count(), "{game}: number of lines");
}

/// A test for each game.
macro_rules! sessions {
    ($($game:ident)*) => {
        $(
            #[test]
            fn $game() {
                check(stringify!($game));
            }
        )*
    };
}

sessions! { chomp connect4 dots graph hashi hex hitori nim ricochet tictactoe }
