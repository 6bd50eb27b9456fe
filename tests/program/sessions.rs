//! Sessions at the terminal, from the welcome to a finished game or a solved puzzle, as the screen shows them: in `tests/sessions`.
//! `LUDION_BLESS=1 cargo test --test program sessions` rewrites them; read the difference.
//!
//! Lines `$ LINE` at the begin of a file are requests that run first. What follows `ludion> ` is typed: nothing but what the screen
//! has suggested before. Of a list of games a session keeps its own game, so that a new game changes none of the others.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread;

use rexpect::session::{PtySession, spawn_command};

use crate::process::Engine;

/// Milliseconds before a test fails: far more than any step takes on a busy machine.
const PATIENCE: u64 = 120_000;

const PROMPT: &str = "ludion> ";

/// Types the lines of the session of a game, and returns what the screen shows.
fn replay(session: &str, game: &str) -> String {
    let setup: Vec<&str> = session.lines().map_while(|line| line.strip_prefix("$ ")).collect();
    let typed: Vec<&str> = session.lines().filter_map(|line| line.strip_prefix(PROMPT)).collect();
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludion"));
    command.args(setup.iter().flat_map(|line| ["--command", line]));
    // Without control sequences the screen is plain text.
    command.env_remove("RUST_LOG").env("TERM", "dumb").env("NO_COLOR", "1").env("LC_ALL", "C.UTF-8");
    let mut terminal = spawn_command(command, Some(PATIENCE)).expect("the binary starts");
    let mut screen: String = setup.iter().map(|line| format!("$ {line}\n")).collect();
    let mut last = "";
    for line in typed {
        let shown = read_to_prompt(&mut terminal);
        screen += &format!("{}{line}\n", if last == "list_games" { own_game(&shown, game) } else { shown });
        last = line;
        terminal.send(line).and_then(|_| terminal.send("\n")).and_then(|_| terminal.flush()).expect("the terminal takes keys");
    }
    screen + &without_progress(&terminal.exp_eof().expect("it leaves"))
}

fn read_to_prompt(terminal: &mut PtySession) -> String {
    without_progress(&terminal.exp_string(PROMPT).expect("a prompt")) + PROMPT
}

/// Returns the lines of a list of games that are about one of them, and what follows the list. A long summary has several lines.
fn own_game(list: &str, game: &str) -> String {
    let is_game = |line: &str| line.split_once(" - ").is_some_and(|(name, _)| !name.contains(' '));
    let begin = list.lines().skip_while(|line| !line.starts_with(&format!("{game} - ")));
    let own = begin.enumerate().take_while(|(number, line)| *number == 0 || !is_game(line) && !line.starts_with(PROMPT));
    let mut text: String = own.map(|(_, line)| format!("{line}\n")).collect();
    text.push_str(PROMPT);
    text
}

/// Returns the lines without the progress of searches and without times, which depend on the speed of the machine.
fn without_progress(screen: &str) -> String {
    // What overwrites a line begins with a carriage return.
    let screen = screen.replace("\r\n", "\n");
    let lines = screen.split('\n').map(|line| line.rfind('\r').map_or(line, |at| &line[at + 1..]));
    let lines: Vec<String> = lines.map(|line| line.split(' ').map(without_time).collect::<Vec<_>>().join(" ")).collect();
    lines.join("\n")
}

/// Replaces `seconds=0.123` by `seconds=...`.
fn without_time(word: &str) -> &str {
    if word.starts_with("seconds=") { "seconds=..." } else { word }
}

/// Returns whether a screen suggests a line: between backquotes, as it is or with other numbers; as the begin of a line, where hints
/// stand; as a move of a path; or as `game NAME` of a game on the list.
fn suggests(screen: &str, line: &str) -> bool {
    let begins_line = |text: &str| screen.lines().any(|shown| shown == text || shown.starts_with(&format!("{text} ")));
    // Without the line breaks of a narrow window.
    let text = screen.replace('\n', " ");
    let mut quoted = text.split('`').skip(1).step_by(2);
    let mut paths = screen.lines().filter_map(|line| line.split_once(" moves: ")?.1.split(';').next());
    quoted.any(|suggested| has_form(line, suggested))
        || begins_line(line)
        || paths.any(|path| path.split(',').any(|mv| mv == line))
        || line.strip_prefix("game ").is_some_and(|name| text.contains("`game NAME`") && begins_line(&format!("{name} -")))
}

/// Returns whether a line is like another one but for its numbers.
fn has_form(line: &str, other: &str) -> bool {
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let is_alike = |(one, other): (&str, &str)| one == other || is_number(one) && is_number(other);
    line.split(' ').count() == other.split(' ').count() && line.split(' ').zip(other.split(' ')).all(is_alike)
}

#[test]
fn what_a_screen_suggests() {
    let screen = "`b2` or `boardsize\n11`, `game NAME`.\nnim - heaps\nhashi\n1,2-1,4:1 rule=full\n2 moves: YW,GS; 3 states searched\nludion> a1\nc3d";
    for line in ["b2", "boardsize 11", "boardsize 3", "1,2-1,4:1", "GS", "hashi", "game nim"] {
        assert!(suggests(screen, line), "{line}");
    }
    for line in ["a1", "c3", "boardsize 3 3", "boardsize x", "rule=full", "G", "game chess", "game hashi", "or"] {
        assert!(!suggests(screen, line), "{line}");
    }
}

fn check(game: &str) {
    let path = Path::new("tests/sessions").join(format!("{game}.txt"));
    let wanted = fs::read_to_string(&path).expect("it can be read");
    let found = replay(&wanted, game);
    for (at, _) in found.match_indices(PROMPT) {
        let line = found[at + PROMPT.len()..].lines().next().unwrap_or_default();
        assert!(suggests(&found[..at], line), "{game}: the screen does not suggest {line:?} before it is typed");
    }
    if std::env::var_os("LUDION_BLESS").is_some_and(|value| value == "1") {
        fs::write(path, found).expect("it can be written");
        return;
    }
    for (number, (wanted, found)) in (1..).zip(wanted.lines().zip(found.lines())) {
        assert_eq!(found, wanted, "{game}, line {number}");
    }
    assert_eq!(found.lines().count(), wanted.lines().count(), "{game}: number of lines");
}

/// Every game has a session, and all of them go as they are written.
#[test]
fn sessions_of_all_games() {
    let listed = Engine::start(&[]).expect("list_games");
    let games: Vec<&str> = listed.lines().filter_map(|line| Some(line.split_once(" - ")?.0)).collect();
    let files = fs::read_dir("tests/sessions").expect("it can be read");
    assert_eq!(files.count(), games.len(), "a session for each of {games:?}");
    thread::scope(|scope| {
        for game in games {
            scope.spawn(move || check(game));
        }
    });
}
