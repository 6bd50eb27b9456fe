//! Games and puzzles in the forms of other programs, `tests/data/GAME/dialects`: each is read, written in every form, and read again.

use std::fs;
use std::path::{Path, PathBuf};

use crate::folder::Folder;
use crate::process::Engine;

/// The samples: the game, the file, and its position, up to the moves in a puzzle; the end of a long one is left out.
const SAMPLES: [(&str, &str, &str); 24] = [
    ("hex", "hexworld.txt", "11x11 b:b4 w:swap-pieces b:h4 w:g8"),
    ("hex", "trmph.txt", "13x13 b:a1 w:b2 b:c13"),
    ("hex", "moves.txt", "11x11 b:f6 w:e7 b:d8"),
    ("hex", "numbered.txt", "11x11 b:f6 w:e7 b:d8"),
    ("hex", "no-size.sgf", "11x11 b:a1 w:k11"),
    ("connect4", "pons.txt", "4433"),
    ("connect4", "benchmark.txt", "4433"),
    ("connect4", "columns.txt", "4433"),
    ("connect4", "numbered.txt", "4433"),
    ("dots", "moves.txt", "1x2 1010001 w 0 0"),
    ("dots", "drawing.txt", "1x2 1011111 b 0 1"),
    ("chomp", "moves.txt", "4x6 3,3,2,2 b"),
    ("tictactoe", "moves.txt", "3 3 3 o../.x./..."),
    ("nim", "numbers.pgn", "2 0 0 w"),
    ("nim", "moves.txt", "5 take=1-3 b"),
    ("hashi", "dashes.txt", "3x3m2:2a2c2a2"),
    ("hashi", "spaces.txt", "3x3m2:2a2c2a2"),
    ("hashi", "tatham.txt", "3x3m2:2a2c2a2"),
    ("hashi", "puzzlink-edit.txt", "3x3m2:2a2c2a2"),
    ("hitori", "tatham.txt", "3x3:122231311"),
    ("hitori", "puzzlink.txt", "3x3:122231311"),
    ("hitori", "rows.txt", "3x3:122231311"),
    ("ricochet", "driftingdroids.txt", "16x16:9111391111391113840000682C"),
    ("graph", "digraph.dot", "game 2 a;a 1 - b a;b 2 N;at a"),
];

/// The extensions of files that `save` writes, where the game has that form.
const EXTENSIONS: [&str; 6] = ["sgf", "pgn", "json", "txt", "pzpr", "sav"];

fn data(game: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(game).join("dialects")
}

#[test]
fn samples_are_read_written_and_read_again() {
    let folder = Folder::new("dialects");
    for (number, (game, file, expected)) in SAMPLES.into_iter().enumerate() {
        // A list of moves is played from the start of the present game.
        let mut engine = Engine::start_in(&folder);
        engine.expect(&format!("game {game}"));
        let path = data(game).join(file);
        engine.expect(&format!("load_file {}", path.display()));
        let position = engine.expect("position");
        assert!(position.starts_with(expected), "{game}/{file}: {position}");
        let mut written = 0;
        for extension in EXTENSIONS {
            let name = format!("{number}.{extension}");
            if !engine.ask(&format!("save {name}")).starts_with('=') {
                continue;
            }
            engine.expect(&format!("load_file {name}"));
            assert_eq!(engine.expect("position"), position, "{game}/{file}: .{extension}");
            let first = fs::read(folder.join(&name)).expect("a file");
            engine.expect(&format!("save again-{name}"));
            assert_eq!(fs::read(folder.join(format!("again-{name}"))).expect("a file"), first, "{game}/{file}: .{extension}");
            written += 1;
        }
        assert!(written >= 2, "{game}/{file}");
        if let Some(link) = engine.ask("url").strip_prefix("= ") {
            engine.expect(&format!("load {}", link.trim_end().replace('#', "%23")));
            assert_eq!(engine.expect("position"), position, "{game}/{file}: {link}");
        }
    }
}

/// What a file of `save` keeps of a game beside its position: the moves can be taken back.
#[test]
fn saved_games_keep_their_moves() {
    let folder = Folder::new("moves");
    let mut engine = Engine::start_in(&folder);
    for (game, first, second) in [
        ("dots", "b h0,0", "w h1,0"),
        ("nim", "b 1-1", "w 1-2"),
        ("chomp", "b 3,3", "w 1,4"),
        ("tictactoe", "b b2", "w a1"),
        ("connect4", "b 4", "w 4"),
        ("hex", "b a1", "w b2"),
        ("graph", "b 9.2", "w 8.1"),
    ] {
        engine.expect(&format!("game {game}"));
        engine.expect(&format!("save {game}-begin.txt"));
        engine.expect(&format!("load_file {game}-begin.txt"));
        engine.expect(&format!("play {first}"));
        let before = engine.expect("position");
        engine.expect(&format!("play {second}"));
        let after = engine.expect("position");
        for extension in ["json", "txt"] {
            engine.expect(&format!("save {game}.{extension}"));
            engine.expect("clear_board");
            engine.expect(&format!("load_file {game}.{extension}"));
            assert_eq!(engine.expect("position"), after, "{game}.{extension}");
            engine.expect("undo");
            assert_eq!(engine.expect("position"), before, "{game}.{extension}");
            engine.expect("redo");
        }
    }
    // The graph is the current game.
    assert!(engine.ask("load_file hex.json").contains("it is a record of the game \"hex\": write game hex first"));
}

#[test]
fn refusals_say_why() {
    let mut engine = Engine::start(&[]);
    for (game, request, why) in [
        ("hashi", "load https://puzz.link/p?hitori/3/3/122231311", "it is a puzzle of the game hitori: write game hitori first"),
        ("hitori", "load https://puzz.link/p?hashi/3/3/2g2i2g2", "write game hashi first"),
        ("hashi", "load https://x.org/js/singles.html%233x3:122231311", "write game hitori first"),
        ("hashi", "load https://puzz.link/p?slither/3/3/2g2i2g2", "\"slither\" is not a puzzle of these games"),
        ("hitori", "load https://x.org/js/singles.html%233x3%23123", "a seed (#) means nothing to another program"),
        ("hashi", "load_text 2 2\\n3 3 3", "line 2, column 5: this row has 3 cells, the first has 2"),
        ("tictactoe", "load b2 b2", "move 2: "),
        ("tictactoe", "load b2 rubbish", "move 2: "),
        ("hex", "load (;FF[4]GM[11];B[a1]SZ[9])", "SZ stands after a stone"),
        ("hex", "load (;FF[4];B[a1]SZ[9])", "SZ is missing"),
        ("hashi", "load 7x7%23123", "a seed (#) means nothing to another program"),
        ("hashi", "load https://puzz.link/p?hashi/v:x5/3/3/2g2i2g2", "the variant \"x5\" of the rules is unknown"),
        ("nim", "save game.sav", "nim has no .sav form"),
        ("nim", "load https://connect4.gamesolver.org/?pos=44", "it is a link of the game connect4: write game connect4 first"),
        ("graph", "load https://hexworld.org/board/%235c1,c3", "it is a link of the game hex: write game hex first"),
        ("hashi", "load https://hexworld.org/board/%235c1,c3", "it is a link of the game hex: write game hex first"),
        ("hex", "load https://puzz.link/p?hitori/3/3/122231311", "it is a link of the game hitori: write game hitori first"),
        (
            "hex",
            "load https://hexworld.org/board/#5c1,c3",
            "the part after # is missing: a # begins a comment, so write %23 for it",
        ),
        ("chomp", "load https://x.org/a", "\"https://x.org/a\" is no link to a game or a puzzle that can be loaded"),
        ("hex", "load https://hexworld.org/board/%235c1,c3zz", "a link is https://hexworld.org/board/#11c1,MOVES"),
        ("hex", "load a1 b2 z30", "is not on the 11x11 board"),
    ] {
        engine.expect(&format!("game {game}"));
        let reply = engine.ask(request);
        assert!(reply.starts_with('?') && reply.contains(why), "{request}: {reply}");
    }
    engine.expect("game hex");
    engine.expect("load (;FF[4]GM[11]SZ[5]C[move %231];B[c3])");
    assert!(engine.expect("sgf").contains("C[move #1]"));
}

/// Checks that what a move lost is what separates the scores before and after it; returns the lines of the moves.
fn check_scores(reply: &str) -> Vec<&str> {
    let value = |line: &str, key: &str| -> i64 {
        let word = line.split(' ').find_map(|word| word.strip_prefix(key)).unwrap_or_else(|| panic!("{key} {line}"));
        word.parse().expect("a number")
    };
    let moves: Vec<&str> = reply.lines().filter(|line| line.contains(" class=")).collect();
    let color = |line: &str| line.split(' ').nth(1).map(str::to_owned);
    for pair in moves.windows(2) {
        let after = value(pair[0], "score=") - value(pair[0], "lost=");
        let next = value(pair[1], "score=");
        assert_eq!(if color(pair[0]) == color(pair[1]) { next } else { -next }, after, "{reply}");
    }
    assert!(moves.iter().any(|line| value(line, "lost=") > 0), "{reply}");
    moves
}

/// A saved game is reviewed beside the present one.
#[test]
fn files_are_reviewed_with_exact_scores() {
    let folder = Folder::new("review");
    let mut engine = Engine::start_in(&folder);
    engine.expect("game connect4");
    engine.expect("load 4x4 11223443123");
    let reply = engine.expect("review seconds=2");
    assert_eq!(check_scores(&reply).len(), 11, "{reply}");
    engine.expect("game dots");
    engine.expect("load 1x2 h0,0 h1,0 v0,0 v0,1 h0,1 h1,1 v0,2");
    engine.expect("save a game.json");
    engine.expect("boardsize 3 3");
    let position = engine.expect("position");
    let reply = engine.expect("review a game.json seconds=2");
    assert_eq!(engine.expect("position"), position);
    let moves = check_scores(&reply);
    assert_eq!(moves.len(), 7, "{reply}");
    let part = engine.expect("review a game.json seconds=2 from=3 to=4");
    // Of equal moves another one may be the best.
    let without_line = |line: &&str| line.split(" best=").next().map(str::to_owned);
    let part: Vec<_> = part.lines().filter(|line| line.contains(" class=")).map(|line| without_line(&line)).collect();
    assert_eq!(part, moves[2..4].iter().map(without_line).collect::<Vec<_>>());
    assert!(engine.ask("review none.json").starts_with("? cannot load file"));
    assert!(engine.ask("review seconds=0").starts_with("? syntax error"));
}
