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
    command.args(["--command", "boardsize 5"]).env_remove("RUST_LOG").env("TERM", "xterm").env("LC_ALL", "C.UTF-8");
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
    ask(&mut terminal, "duel 5", &["duel is a command of the game ricochet: duel", "`game ricochet` changes to it"]);
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
    ask(&mut terminal, "game connect4", &["Connect Four. ", "black to move", "`4` lets a disc fall into a column"]);
    ask(&mut terminal, "4", &["white to move"]);
}

#[test]
fn lessons_are_judged_after_each_move() {
    let mut terminal = start();
    ask(&mut terminal, "nim", &["black to move"]);
    ask(&mut terminal, "lesson 2", &["Two equal heaps", "Task: Leave two equal heaps.", "black to move"]);
    // The engine does not answer a move that has missed the task, or met it.
    ask(&mut terminal, "2-1", &["white to move", "No: black loses in 7 plies after 2-1; white answers 2-1.", "`undo`"]);
    ask(&mut terminal, "undo", &["black to move"]);
    ask(&mut terminal, "2-2", &["white to move", "Solved: ", "`lesson 3` is the next one."]);
    ask(&mut terminal, "lesson 3", &["Task: Win the game.", "black to move"]);
    ask(&mut terminal, "1-2", &["Not yet: ", "white plays ", "black to move"]);
}

/// Types a line, and returns what the screen shows until the next prompt.
fn answer(terminal: &mut PtySession, line: &str) -> String {
    terminal.send(line).and_then(|_| terminal.send("\r")).and_then(|_| terminal.flush()).expect("the terminal takes keys");
    // The line itself ends with the first line feed.
    terminal.exp_string("\n").and_then(|_| terminal.exp_string(PROMPT)).unwrap_or_else(|error| panic!("{line}: {error}"))
}

#[test]
fn showboard_keeps_its_columns_and_colours() {
    let mut terminal = start();
    ask(&mut terminal, "showboard", &["\n  \x1b[1ma\x1b[0m", "\n \x1b[1;31m 2\x1b[0m", "\n  \x1b[1;31m 3\x1b[0m"]);
    let plain = answer(&mut terminal, "showboard plain");
    assert!(plain.contains("  a b c d e\r\n 1 . . . . . 1\r\n  2 . . . . . 2\r\n"), "{plain:?}");
    ask(&mut terminal, "board cells", &["\x1b[1;31m 2\x1b[0m"]);
}

#[test]
fn a_swap_of_sides_changes_who_plays_which_colour() {
    let mut terminal = start();
    ask(&mut terminal, "swap", &["illegal move: a swap is the second move"]);
    ask(&mut terminal, "param swap sides", &[]);
    ask(&mut terminal, "param max_nodes 200", &[]);
    ask(&mut terminal, "opponent b", &["You play white", "black plays ", "white to move", "`swap` takes the stone over"]);
    let changed = "The players have changed colours. You play black, the engine plays white";
    ask(&mut terminal, "swap", &[changed, "white plays ", "black to move"]);
    let changed = "The players have changed colours. You play white, the engine plays black";
    ask(&mut terminal, "undo", &[changed, "white to move"]);
    // The engine takes over the best of all stones.
    ask(&mut terminal, "opponent none", &["both sides"]);
    ask(&mut terminal, "new", &["black to move"]);
    ask(&mut terminal, "opponent w", &["You play black"]);
    ask(&mut terminal, "c3", &["white plays swap-pieces", changed, "white to move"]);
    ask(&mut terminal, "a1", &["black plays ", "white to move"]);
}

#[test]
fn a_bare_swap_is_what_the_setting_says() {
    let mut terminal = start();
    ask(&mut terminal, "both", &["You play both sides"]);
    ask(&mut terminal, "param swap pieces", &[]);
    ask(&mut terminal, "b4", &["white to move", "`swap` takes the stone over"]);
    ask(&mut terminal, "swap", &["black to move"]);
    ask(&mut terminal, "position", &["5x5 b:b4 w:swap-pieces"]);
}

#[test]
fn a_reason_is_told_once() {
    let mut terminal = start();
    ask(&mut terminal, "boardsize 3", &["black to move"]);
    ask(&mut terminal, "b2", &["white plays ", "plies", "black to move"]);
    let text = answer(&mut terminal, "param opponent none");
    assert!(text.contains("You play both sides") && !text.contains("plies"), "{text}");
}

#[test]
fn what_people_type() {
    let mut terminal = start();
    ask(&mut terminal, "boardsize 3", &["black to move"]);
    ask(&mut terminal, "both", &["You play both sides"]);
    ask(&mut terminal, "play b2", &["white to move"]);
    ask(&mut terminal, "move a1", &["black to move"]);
    let review = ["1. black b2 keeps the win", "2. white a1 is lost, as any other", "black: accuracy 100.0 %, 1 good move"];
    ask(&mut terminal, "review seconds=1", &review);
    ask(&mut terminal, "genmove", &["white to move"]);
    ask(&mut terminal, "level 3", &[]);
    ask(&mut terminal, "level", &["\n3\r"]);
    ask(&mut terminal, "level 99", &["level is a whole number"]);
    ask(&mut terminal, "param opponent both", &["You play both sides"]);
    ask(&mut terminal, "param opponent x", &["\"x\" is not b, w or none"]);
    ask(&mut terminal, "help", &["hint - ", "analysis: ", "files: ", "`help all` lists all"]);
    ask(&mut terminal, "help nim", &["`game nim` plays it."]);
    ask(&mut terminal, "load nothere.sgf", &["there is no file nothere.sgf here"]);
    ask(&mut terminal, "hitori", &["Hitori. "]);
    ask(&mut terminal, "boardsize 5", &["boardsize is a command of the games hex", "`generate` makes another board here"]);
    ask(&mut terminal, "nim", &["Nim. ", "black to move"]);
}

#[test]
fn an_analysis_ends_with_its_last_lines() {
    let mut terminal = start();
    terminal.send("analyze\r").and_then(|_| terminal.flush()).expect("the terminal takes keys");
    std::thread::sleep(std::time::Duration::from_millis(1500));
    let text = answer(&mut terminal, "");
    let lines = text.lines().filter(|line| line.split('\x1b').next_back().is_some_and(|line| line.contains(", depth ")));
    assert!((1..=5).contains(&lines.count()), "{text:?}");
}

#[test]
fn answers_are_in_words_of_both_languages() {
    let mut terminal = start();
    ask(&mut terminal, "boardsize 2", &["black to move"]);
    terminal.send("analyze\r").and_then(|_| terminal.flush()).expect("the terminal takes keys");
    std::thread::sleep(std::time::Duration::from_millis(500));
    let text = answer(&mut terminal, "");
    assert!(text.contains(": a proved win, depth ") && !text.contains("info move"), "{text:?}");
    ask(&mut terminal, "ricochet", &["Ricochet Robots"]);
    ask(&mut terminal, "hint 1", &[" to ", " moves: "]);
    ask(&mut terminal, "hint 3", &["to be moved: "]);
    ask(&mut terminal, "solve", &[" moves: ", "; ", " states searched"]);
    // The words below are without accents, which the test reads byte by byte.
    ask(&mut terminal, "param language fr", &[]);
    ask(&mut terminal, "hint 1", &["de ", " coups : "]);
    ask(&mut terminal, "hint 3", &["placer : vert, jaune"]);
    ask(&mut terminal, "solve", &[" coups : ", " ; ", " parcourus"]);
    ask(&mut terminal, "lesson 1", &["che : "]);
    assert!(answer(&mut terminal, "RE").contains("solu, en 1 coup. `next` tire une autre cible. `new` en commence une autre."));
    assert!(!answer(&mut terminal, "hint").contains("`hint 2`"));
    ask(&mut terminal, "tictactoe", &["Morpion. ", " de jouer"]);
    ask(&mut terminal, "lesson 1", &["che : "]);
    ask(&mut terminal, "judge", &["open left=", "jouez un coup"]);
}

#[test]
fn the_terminal_speaks_french() {
    let mut terminal = start();
    ask(&mut terminal, "param language fr", &[]);
    ask(&mut terminal, "nim", &["Nim. Prenez des allumettes dans un tas", "`quit` quitte."]);
    ask(&mut terminal, "both", &["Vous jouez les deux camps ; "]);
    ask(&mut terminal, "1-11", &["? coup ill", "le tas a 10 allumettes"]);
    ask(&mut terminal, "undo", &["? aucun coup "]);
    ask(&mut terminal, "param opponent w", &["Vous jouez Noir, le moteur joue Blanc ; "]);
    ask(&mut terminal, "1-1", &["Blanc joue "]);
    ask(&mut terminal, "resign", &["Blanc a gagn", " `new` en commence une autre."]);
    // The usage is the same in all languages.
    ask(&mut terminal, "undo x", &["? erreur de syntaxe : \"x\" n'est pas un nombre de coups; usage: undo"]);
}

#[test]
fn a_review_tells_from_the_begin_how_far_it_is() {
    let mut terminal = start();
    ask(&mut terminal, "boardsize 11", &["black to move"]);
    ask(&mut terminal, "both", &["You play both sides"]);
    ask(&mut terminal, "f6", &["white to move"]);
    let text = answer(&mut terminal, "review seconds=2");
    assert!(text.contains("move 1 of 1") && !text.contains("thinking"), "{text}");
}

#[test]
fn a_resignation_is_announced() {
    let mut terminal = start();
    for game in ["tictactoe", "hex"] {
        ask(&mut terminal, game, &["black to move"]);
        ask(&mut terminal, "both", &["You play both sides"]);
        ask(&mut terminal, "resign", &["White has won: black has resigned. `new` begins another one."]);
    }
    ask(&mut terminal, "a1", &["illegal move: the game is over"]);
    ask(&mut terminal, "hint", &["the game is over"]);
    ask(&mut terminal, "genmvoe", &["unknown command", "did you mean genmove"]);
    ask(&mut terminal, "frobnicate", &["unknown command"]);
    ask(&mut terminal, "rules", &["Black joins the top edge"]);
}

#[test]
fn moves_that_cannot_be_read() {
    let mut terminal = start();
    ask(&mut terminal, "a1 b1", &["? ", "\"a1 b1\" is not a move", "a move is written as `c3`"]);
    ask(&mut terminal, "attractor 1", &["attractor is a command of the games graph and nim"]);
    ask(&mut terminal, "boardsise 5", &["did you mean boardsize?"]);
    ask(&mut terminal, "ricochet", &["Ricochet Robots. "]);
    ask(&mut terminal, "blue sideways", &["\"blue sideways\" is not ROBOT and DIRECTION", "a move is written as"]);
    let places = "load 4x4:911380028002C446 red=0 green=5 blue=9 yellow=12 target=red@3";
    ask(&mut terminal, places, &["red"]);
    ask(&mut terminal, "red up", &["illegal move: red cannot move up"]);
    ask(&mut terminal, "rex up", &["? "]);
    ask(&mut terminal, "graph", &["Games on graphs. "]);
    ask(&mut terminal, "boardsize 3", &["boardsize is a command of the games hex"]);
    ask(&mut terminal, "nim", &["Nim. "]);
    ask(&mut terminal, "3", &["? ", "\"3\" is not a move: write 2-3"]);
    let answer = answer(&mut terminal, "3");
    assert!(!answer.contains("unknown command") && !answer.contains("usage"), "{answer}");
}

#[test]
fn the_first_move_of_a_puzzle_is_judged() {
    let mut terminal = start();
    ask(&mut terminal, "tictactoe", &["black to move"]);
    ask(&mut terminal, "puzzle easy seed=1", &["Task: ", " to move"]);
    let solution = answer(&mut terminal, "solve");
    let best = solution.split("move=").nth(1).and_then(|text| text.split(' ').next()).expect("a best move").to_owned();
    let moves = answer(&mut terminal, "legal_moves");
    let wrong = moves.split_whitespace().find(|&mv| mv != best && mv.len() == 2).expect("another move").to_owned();
    ask(&mut terminal, &wrong, &["No: ", " after ", "`undo` takes it back."]);
    ask(&mut terminal, "undo", &[" to move"]);
    ask(&mut terminal, &best, &["Right: ", " after "]);
    ask(&mut terminal, "hitori", &["Hitori. "]);
    ask(&mut terminal, "puzzle easy seed=1", &["Task: ", "6x6"]);
    ask(&mut terminal, "0,1", &["No: black 0,1 is wrong. `undo` takes it back."]);
    ask(&mut terminal, "undo", &["6x6"]);
    let text = answer(&mut terminal, "0,0");
    assert!(!text.contains("No: "), "{text}");
}

#[test]
fn undo_ends_where_a_task_begins() {
    let mut terminal = start();
    ask(&mut terminal, "connect4", &["Connect Four. "]);
    ask(&mut terminal, "lesson 1", &["Task: ", "black to move"]);
    ask(&mut terminal, "undo", &["? cannot undo: the task begins here"]);
    let wrong = answer(&mut terminal, "1");
    assert!(wrong.contains("No: "), "{wrong}");
    ask(&mut terminal, "undo 9", &["black to move"]);
    ask(&mut terminal, "undo", &["? cannot undo: the task begins here"]);
    ask(&mut terminal, "new", &["black to move"]);
    ask(&mut terminal, "undo", &["? cannot undo"]);
}

#[test]
fn a_colour_that_a_move_gave_ends_with_the_game() {
    let mut terminal = start();
    ask(&mut terminal, "connect4", &["Connect Four. "]);
    ask(&mut terminal, "load 44", &["black to move"]);
    ask(&mut terminal, "4", &["You play black", "white plays "]);
    ask(&mut terminal, "load 444", &["white to move"]);
    ask(&mut terminal, "4", &["You play white", "black plays "]);
    let text = answer(&mut terminal, "nim");
    assert!(text.contains("black to move") && !text.contains("black plays"), "{text}");
    // A colour that the person chooses holds for all games.
    ask(&mut terminal, "white", &["You play white", "black plays "]);
    ask(&mut terminal, "chomp", &["Chomp. ", "black plays "]);
}

#[test]
fn the_way_of_a_ricochet_puzzle_is_compared_with_the_shortest() {
    let mut terminal = start();
    ask(&mut terminal, "ricochet", &["Ricochet Robots. "]);
    ask(&mut terminal, "puzzle easy seed=1", &["Task: bring blue to the target in 4 moves"]);
    for mv in ["red up", "blue down", "blue left", "blue up"] {
        ask(&mut terminal, mv, &["target=blue"]);
    }
    ask(&mut terminal, "blue left", &["Solved, in 5 moves", "Not the fewest: 4 suffice. `undo 5` goes back to the start."]);
    ask(&mut terminal, "undo 5", &["moves=0"]);
    for mv in ["blue down", "blue left", "blue up"] {
        ask(&mut terminal, mv, &["target=blue"]);
    }
    ask(&mut terminal, "blue left", &["Solved, in 4 moves", "Right: 4 is the fewest possible."]);
}

#[test]
fn what_sets_a_board_up_shows_it() {
    let mut terminal = start();
    ask(&mut terminal, "new", &["black to move"]);
    ask(&mut terminal, "load 5x5", &["black to move"]);
    ask(&mut terminal, "hitori", &["`reset` begins again, `new` is another puzzle"]);
    let puzzle = |terminal: &mut PtySession| {
        let text = answer(terminal, "new");
        assert!(text.contains("Task: ") && text.contains("sets it up again.") && text.contains("8x8"), "{text}");
        text
    };
    let first = puzzle(&mut terminal);
    assert_ne!(first, puzzle(&mut terminal));
}

#[test]
fn a_dumb_terminal_gets_no_control_sequences() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludion"));
    command.args(["--game", "hex", "--command", "param max_time 1", "--command", "param threads 1"]);
    command.env_remove("RUST_LOG").env("TERM", "dumb");
    let mut terminal = spawn_command(command, Some(PATIENCE)).expect("the binary starts");
    terminal.exp_string(PROMPT).expect("a prompt");
    let text = answer(&mut terminal, "f6");
    assert!(text.contains("s left") && !text.contains('\x1b'), "{text:?}");
}

/// The prompt reads in raw mode: a signal then leaves the terminal as it was found.
#[test]
fn a_signal_restores_the_terminal() {
    let mut command = Command::new("sh");
    let line = r#"sh -c 'echo "pid $$."; exec "$0" --game nim' "$0"; stty -a"#;
    command.args(["-c", line, env!("CARGO_BIN_EXE_ludion")]).env_remove("RUST_LOG").env("TERM", "xterm");
    let mut terminal = spawn_command(command, Some(PATIENCE)).expect("a shell starts");
    terminal.exp_string("pid ").expect("the number of the process");
    let process = terminal.exp_string(".").expect("its end");
    terminal.exp_string(PROMPT).expect("a prompt");
    let kill = Command::new("kill").args(["-TERM", &process]).status().expect("kill runs");
    assert!(kill.success());
    // The shell's terminal has no echo from the start.
    terminal.exp_regex(r"[^-]icrnl").expect("Enter ends a line again");
    terminal.exp_regex(r"[^-]icanon").expect("lines are edited by the terminal again");
}

#[test]
fn control_c_clears_a_line_that_is_being_typed() {
    let mut terminal = start();
    terminal.send("qui").and_then(|_| terminal.flush()).expect("the terminal takes keys");
    terminal.exp_string("qui").expect("it is shown");
    terminal.send_control('c').and_then(|()| terminal.flush()).expect("the terminal takes keys");
    terminal.exp_string(PROMPT).expect("a prompt");
    ask(&mut terminal, "version", &[env!("CARGO_PKG_VERSION")]);
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
    leave(&mut terminal, 'c');
}

/// Presses a key with Ctrl, upon which the process must end.
fn leave(terminal: &mut PtySession, key: char) {
    terminal.send_control(key).and_then(|()| terminal.flush()).expect("the terminal takes keys");
    terminal.exp_eof().expect("it leaves");
    assert!(matches!(terminal.process().wait(), Ok(WaitStatus::Exited(_, 0))));
}

#[test]
fn the_end_of_input_leaves() {
    let mut terminal = start();
    leave(&mut terminal, 'd');
}

#[test]
fn lines_that_are_pasted_are_all_answered_in_order() {
    let numbers: Vec<String> = (2..120).map(|number| format!("param seed {number}\rparam seed\r")).collect();
    // As a terminal sends a text: as if it were typed, or marked as pasted, with Enter after it.
    for text in [numbers.concat(), format!("\x1b[200~{}\x1b[201~\r", numbers.concat().trim_end())] {
        let mut terminal = start();
        terminal.send(&text).and_then(|_| terminal.flush()).expect("the terminal takes keys");
        for number in 2..120 {
            terminal.exp_string(&format!("\n{number}\r")).unwrap_or_else(|error| panic!("{number}: {error}"));
        }
    }
}

#[test]
fn what_is_typed_during_a_search_is_read_after_it() {
    let mut terminal = start_solve();
    // What is typed is not shown within the progress line, but at the prompt.
    terminal.send("vers").and_then(|_| terminal.flush()).expect("the terminal takes keys");
    std::thread::sleep(std::time::Duration::from_millis(1000));
    terminal.send("ion\r").and_then(|_| terminal.flush()).expect("the terminal takes keys");
    let before = terminal.exp_string("unknown").expect("the search ends");
    assert!(!before.contains("vers"), "{before}");
    for expected in ["ludion> ", "version", env!("CARGO_PKG_VERSION"), PROMPT] {
        terminal.exp_string(expected).expect(expected);
    }
}

#[test]
fn the_end_of_input_leaves_a_search() {
    let mut terminal = start_solve();
    leave(&mut terminal, 'd');
}

#[test]
fn control_c_clears_a_line_of_a_dumb_terminal() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludion"));
    command.env_remove("RUST_LOG").env("TERM", "dumb");
    let mut terminal = spawn_command(command, Some(PATIENCE)).expect("the binary starts");
    terminal.exp_string(PROMPT).expect("a prompt");
    terminal.send("quit").and_then(|_| terminal.flush()).expect("the terminal takes keys");
    std::thread::sleep(std::time::Duration::from_millis(300));
    terminal.send_control('c').and_then(|()| terminal.flush()).expect("the terminal takes keys");
    terminal.exp_string(PROMPT).expect("a prompt");
    ask(&mut terminal, "version", &[env!("CARGO_PKG_VERSION")]);
}
