//! Round trips and refusals of the forms.

use super::*;
use crate::games::hashi::board::Clue;
use crate::games::hashi::oracle::{dice, random_puzzle};
use crate::grid::Size;
use crate::puzzle::Puzzle as _;
use crate::puzzle::dialect;
use crate::puzzle::notation::{parse_position, position_text};

/// Returns plain rows of characters, as [`parse_file`] reads them.
fn plain_rows(puzzle: &Puzzle) -> String {
    let letter = |clue: &Clue| match *clue {
        Clue::Sea => '.',
        Clue::Any => '?',
        Clue::Exactly(clue @ 0..=9) => (b'0' + clue) as char,
        Clue::Exactly(clue) => (b'A' + clue - 10) as char,
    };
    let rows = puzzle.clues().chunks(puzzle.size().width);
    rows.map(|row| row.iter().map(letter).collect::<String>()).collect::<Vec<_>>().join("\n")
}

#[test]
fn forms_round_trip() {
    let mut dice = dice(5);
    for number in 0..500_u32 {
        let rules = Rules { max_bridges: 1 + (number % 4) as u8, loops: number % 3 > 0 };
        let puzzle = random_puzzle(&mut dice, rules);
        if let Some(id) = game_id(&puzzle) {
            assert_eq!(parse_line(&id, 1, 1).as_ref(), Ok(&puzzle), "{id}");
        }
        let usual = puzzle.clone().with_rules(Rules::default());
        assert_eq!(parse_line(&puzzle.address(), 1, 1).as_ref(), Ok(&usual));
        assert_eq!(parse_line(&body(&puzzle), 1, 1).as_ref(), Ok(&usual));
        assert_eq!(parse_file(&plain_rows(&puzzle), false).as_ref(), Ok(&usual));
        let moves: Vec<(Channel, u8)> = puzzle.channels().take(3).map(|channel| (channel, 1)).collect();
        let text = position_text(&puzzle, &moves);
        assert_eq!(parse_position(&text), Ok((puzzle, moves)), "{text}");
    }
}

#[test]
fn large_numbers_and_long_waters() {
    let mut clues = vec![Clue::Sea; 100];
    clues[0] = Clue::Exactly(16);
    clues[99] = Clue::Exactly(10);
    let puzzle = Puzzle::new(Size { width: 100, height: 1 }, Rules { max_bridges: 4, loops: false }, clues);
    assert_eq!(game_id(&puzzle).as_deref(), Some("100x1m4L:GzzztA"));
    assert_eq!(body(&puzzle), "hashi/100/1/-10zzzzxa");
    assert_eq!(parse_line("100x1m4L:GzzztA", 1, 1).as_ref(), Ok(&puzzle));
    assert_eq!(parse_line("hashi/100/1/-10zzzzxa", 1, 1), Ok(puzzle.with_rules(Rules::default())));
}

#[test]
fn files_of_every_form() {
    let expected = parse_line("3x2m2:1a2c", 1, 1).expect("a puzzle");
    let has = "2 3 2\n 1 0 2\n 0 0 0\n";
    for text in [
        "1.2\n...",
        "102\n000\n",
        "1 . 2\n0 0 0",
        "1-2\n---",
        "1 - 2\n- - -\n",
        "2 3\n1 - 2\n- - -\n",
        "1 2\n   \n",
        "# spaces\r\n1 2\r\n   \r\n",
        "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/bridges.html#3x2m2:1a2c",
        "https://puzz.link/p?hashi_edit/3/2/1g2i",
        "pzv.jp/p.html?hashi/v:/3/2/1g2i",
        "1,0,2\r\n0,0,0\r\n",
        has,
        "2 3\n1.2\n...",
        "\u{feff}3x2m2:1a2c",
        "https://puzz.link/p?hashi/3/2/1g2i",
        "id x\nsize 3 2\nislands 2\nrow 1.2\nrow ...\ncount 1\nsol 0,0-0,2:1\nend",
        "# a puzzle\n1.2 # its first row\n\n...",
    ] {
        assert_eq!(parse_file(text, false).as_ref(), Ok(&expected), "{text:?}");
    }
    assert_eq!(parse_file(has, true).as_ref(), Ok(&expected));
    // A first line that could be a row as well is one, unless it tells the number of islands or the file is called so.
    let sizes = [("1 2\n2 1", false, 2), ("1 2\n2 1", true, 1), ("2 3 5\n1 0 2\n0 0 0", false, 3)];
    for (text, is_has, height) in sizes {
        assert_eq!(parse_file(text, is_has).map(|puzzle| puzzle.size().height), Ok(height), "{text:?}");
    }
}

/// Texts with the place of what is wrong in them.
const WRONG_LINES: &[(&str, usize, &str)] = &[
    ("", 1, "missing"),
    ("7x7", 4, "colon"),
    ("x7:a", 1, "not a size"),
    ("0x7:a", 1, "not a size"),
    ("101x7:a", 1, "sides go from"),
    ("3x1q:1a1", 4, "not a parameter"),
    ("3x1m:1a1", 4, "most bridges"),
    ("3x1m5:1a1", 4, "most bridges"),
    ("3x1m2L3:1a1", 6, "not a parameter"),
    ("3x1m2:1a", 9, "ends after 2 of the 3"),
    ("3x1m2:1a11", 10, "more than the 3"),
    ("3x1m2:1b1", 9, "more than the 3"),
    ("3x1m2:1!1", 8, "is not 1-9"),
    ("3x1m2:101", 8, "is not 1-9"),
    ("3x1m2:c", 8, "no island"),
    ("hashi", 6, "colon"),
    ("hashi/3", 8, "an address"),
    ("7x7#123456789", 4, "a seed (#)"),
    ("https://x.org/bridges.html#7x7m2#12", 33, "a seed (#)"),
    ("https://x.org/bridges.html#3x1m2:1!1", 35, "is not 1-9"),
    ("https://x.org/js/singles.html#3x3:1", 18, "write game hitori first"),
    ("https://x.org/js/#3x1m2:1a1", 18, "\"\" is not a puzzle of these games"),
    ("hitori/3/1/1g1", 1, "write game hitori first"),
    ("https://puzz.link/p?hitori_edit/3/1/1g1", 21, "write game hitori first"),
    ("https://puzz.link/p?slither/3/1/1g1", 21, "\"slither\" is not a puzzle of these games"),
    ("hashi/v:x5/3/1/1g1", 7, "the variant \"x5\""),
    ("hashi/v:/0/1/1g1", 10, "sides go from"),
    ("hashi/0/1/1g1", 7, "sides go from"),
    ("hashi/3/x/1g1", 7, "not a size"),
    ("hashi/3/1/1g", 13, "ends after 2"),
    ("hashi/3/1/1g1g", 14, "more than the 3"),
    ("hashi/3/1/0g1", 11, "not a number"),
    ("hashi/3/1/-ffg1", 11, "not a number"),
    ("hashi/3/1/1g-1", 13, "not a number"),
    ("hashi/3/1/1G1", 12, "is not a number"),
];

#[test]
fn lines_that_are_refused() {
    for &(text, column, why) in WRONG_LINES {
        let error = parse_line(text, 1, 1).expect_err(text);
        assert_eq!((error.line, error.column), (1, column), "{text}: {error}");
        assert!(error.message.contains(why), "{text}: {error}");
    }
}

/// Files with line and column of what is wrong in them; whether they are called `.has`.
const WRONG_FILES: &[(&str, bool, usize, usize)] = &[
    ("", false, 1, 1),
    ("# nothing\n", false, 1, 1),
    ("1.2\n..", false, 2, 1),
    ("1.2\n..x", false, 2, 3),
    ("1 0 2\n0 0 17", false, 2, 5),
    ("1 0 2\n0 0 0 0", false, 2, 7),
    ("...\n...", false, 1, 1),
    ("2 3 3\n1 0 2\n0 0 0", true, 1, 5),
    ("3 3 2\n1 0 2\n0 0 0", true, 3, 6),
    ("1 3 2\n1 0 2\n0 0 0", true, 3, 1),
    ("2 3 2\n1 0\n0 0 0", true, 2, 4),
    ("2 3 2\n1 0 2 0\n0 0 0", true, 2, 7),
    ("2 300 2\n1 0 2 0\n0 0 0", true, 1, 1),
    ("1.2\n...", true, 1, 1),
    ("size 3\nrow 1.2", false, 1, 1),
    ("size 3 3\nrow 1.2\nrow ...", false, 3, 8),
    ("size 3 2\nrow 1.2\nrow .....", false, 3, 8),
    ("size 3 1\nrow 1.2\nend\nsize 3 1", false, 4, 1),
    ("size 3 1\nend", false, 2, 1),
    ("3x1m2:1a1\n3x1m2:1a1", false, 2, 1),
    ("\n  3x1m2:1a", false, 2, 11),
    ("1.2\nrow ...\nx..", false, 3, 1),
    ("1 2 3 4\n1 11 12", false, 2, 1),
];

#[test]
fn files_that_are_refused() {
    for &(text, is_has, line, column) in WRONG_FILES {
        let error = parse_file(text, is_has).expect_err(text);
        assert_eq!((error.line, error.column), (line, column), "{text:?}: {error}");
    }
}

/// Positions with the column of what is wrong in them.
const WRONG_POSITIONS: &[(&str, usize)] = &[
    ("3x1m2:1a1 played", 11),
    ("3x1m2:1a1 play=", 16),
    ("3x1m2:1a1 play=0,0-0,2", 16),
    ("3x1m2:1a1 play=0,0-0,1:1", 16),
    ("3x1m2:1a1 play=0,0-9,1:1", 16),
    ("3x1m2:1a1 play=0,0-0,2:1/0,0-0,2:3", 26),
    ("3x1m2:1a1 play=0,0-0,2:1 play=0,0-0,2:1", 26),
    ("3x1m2:1a1 max_bridges=5", 11),
    ("3x1m2:1a1 max_bridges=1 max_bridges=1", 25),
    ("3x1m2:1a1 loops=2", 11),
];

#[test]
fn positions_that_are_refused() {
    for &(text, column) in WRONG_POSITIONS {
        let error = parse_position::<Puzzle>(text).expect_err(text);
        assert_eq!((error.line, error.column), (1, column), "{text}: {error}");
    }
}

#[test]
fn every_text_cut_short_or_changed_is_read_or_refused_with_its_place() {
    // Each prefix, and each character replaced by each of some others.
    let texts = ["7x7m2L:a1d24a4a3h2r2b3a4c3", "https://puzz.link/p?hashi/7/7/g1j24g4g3n2x2h3g4i3", "100x1m4L:GzzztA"];
    let mut refused = 0;
    let mut look = |text: &str, read: Result<Puzzle, ParseError>| {
        if let Err(error) = read {
            let place = (error.line, error.column);
            assert!((1, 1) <= place && place <= (1, text.chars().count() + 1) && !error.message.is_empty(), "{text}: {error}");
            refused += 1;
        }
    };
    for text in texts {
        for end in 0..text.len() {
            look(&text[..end], parse_line(&text[..end], 1, 1));
            for other in ['0', 'z', '-', 'é', '/', ':', 'G', '?'] {
                let changed: String = text.chars().enumerate().map(|(at, c)| if at == end { other } else { c }).collect();
                look(&changed, parse_line(&changed, 1, 1));
                look(&changed, parse_file(&changed, false));
            }
        }
    }
    assert!(refused > 500, "{refused}");
}

/// A puzzle with bridges in the dialects of other programs.
const DRAWN: &[&str] = &[
    "pzprv3\nhashikake\n3\n3\n2 . 2 \n. . . \n1 . - \n1 1 \n0 0 \n0 0 \n1 0 0 \n1 0 0 \n",
    "pzprv3/hashi/3/3/2 . 2 /. . . /1 . - /1 1 /0 0 /0 -1 /1 0 0 /1 0 0 /",
    "\u{feff}pzprv3.1\nhashikake\n3\n3\n2 . 2\n. . .\n1 . -\n1 1\n0 0\n0 0\n1 0 0\n1 0 0\n__trial__\n",
];

#[test]
fn files_of_pzprv3_with_bridges() {
    for text in DRAWN {
        let (puzzle, moves) = dialect::parse::<Puzzle>(text).expect("pzprv3").unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(position_text(&puzzle, &moves), "hashi/3/3/2g2i1g. play=0,0-0,2:1/0,0-2,0:1");
        let mut bridges = Bridges::none(&puzzle);
        moves.iter().for_each(|&(channel, number)| bridges.set(channel, number));
        let again = dialect::write(&puzzle, &moves, &bridges, "pzpr").expect("a form").expect("a text");
        assert_eq!(again + "\n", DRAWN[0]);
        assert!(dialect::write(&puzzle, &moves, &bridges, "sav").is_some_and(|text| text.is_err()), "no number");
    }
    for text in ["5x1m3:1a43a", "3x3m2L:2a2c2a2", "1x6m1:1d1"] {
        let puzzle = parse_line(text, 1, 1).expect("a puzzle");
        let written = dialect::write(&puzzle, &[], &Bridges::none(&puzzle), "pzpr").expect("a form");
        assert!(written.is_err(), "{text} has other rules than pzprv3");
    }
    for (text, line, column) in [
        ("pzprv3", 1, 1),
        ("pzprv3/hitori/1/1/1 /", 1, 8),
        ("pzprv3/hashikake/1/x/1 /", 1, 20),
        ("pzprv3/hashikake/1/3/1 . /", 1, 25),
        ("pzprv3/hashikake/2/3/1 . 1 /", 1, 27),
        ("pzprv3/hashikake/1/3/1 . 1 /1 0 /", 1, 29),
        ("pzprv3/hashikake/1/3/1 . 1 /3 3 /", 1, 29),
        ("pzprv3/hashikake/1/3/1 . 1 /1 /", 1, 29),
        ("pzprv3\nhashikake\n1\n3\n1 . 1\n1 1\n0\n", 7, 1),
    ] {
        let error = dialect::parse::<Puzzle>(text).expect("pzprv3").expect_err(text);
        assert_eq!((error.line, error.column), (line, column), "{text:?}: {error}");
    }
}

#[test]
fn saved_games_of_bridges() {
    let text = "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\nVERSION :1:1\nGAME    :7:Bridges\nPARAMS  :7:3x3i30e\n\
                CPARAMS :6:3x3m2L\nDESC    :6:2a2c1b\nNSTATES :1:6\nSTATEPOS:1:4\nMOVE    :10:L0,0,0,2,1\nMOVE    :4:M0,0\n\
                MOVE    :15:S;L2,0,0,0,1;M0\nMOVE    :10:L0,0,0,2,2\n";
    // A parameter without its number, and a move cut short.
    let refused = |text: &str| dialect::parse::<Puzzle>(text).expect("a saved game").expect_err(text);
    assert_eq!(refused(text).line, 6);
    let text = text.replace("7:3x3i30e\n", "9:3x3i30e10\n").replace("15:S;L2,0,0,0,1;M0", "16:S;L2,0,0,0,1;M0");
    assert_eq!(refused(&text).line, 11, "the value is longer than it says");
    let text = text.replace("16:S", "15:S");
    let (puzzle, moves) = dialect::parse::<Puzzle>(&text).expect("a saved game").unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(position_text(&puzzle, &moves), "3x3m2:2a2c1b play=0,0-2,0:1/0,0-0,2:1");
    let again = dialect::write(&puzzle, &moves, &Bridges::none(&puzzle), "sav").expect("a form").expect("a text");
    assert_eq!(dialect::parse::<Puzzle>(&again), Some(Ok((puzzle, moves))));
    assert!(refused(&text.replace("STATEPOS:1:4", "STATEPOS:1:6")).message.contains("from 1 to 5"));
    assert!(refused(&text.replace("7:Bridges", "7:Singles")).message.contains("\"Singles\""));
    assert!(refused(&text.replace("L2,0,0,0,1", "L2,0,0,0,5")).message.contains("5 bridges"));
    assert!(refused(&text.replace("L2,0,0,0,1", "L2,0,1,0,1")).message.contains("not an island"));
}

#[test]
fn puzzles_of_janko() {
    let text =
        "begin\npuzzle hashiwokakero\nauthor Otto\nrows 3\ncols 4\nproblem\n2 - - 1\n- - - -\n1 - - -\nsolution\n1 2 3\nend\n";
    let (puzzle, _) = dialect::parse::<Puzzle>(text).expect("a record").expect("a puzzle");
    assert_eq!(game_id(&puzzle).as_deref(), Some("4x3m2:2b1d1c"));
    for (old, new, line, column) in [
        ("hashiwokakero", "hitori", 2, 8),
        ("rows 3", "rows 4", 9, 8),
        ("1 - - -", "1 - x -", 9, 5),
        ("1 - - -", "1 - -", 9, 6),
        ("cols 4", "cols four", 5, 6),
    ] {
        let error = dialect::parse::<Puzzle>(&text.replace(old, new)).expect("a record").expect_err(new);
        assert_eq!((error.line, error.column), (line, column), "{new}: {error}");
    }
}

#[test]
fn drawn_grids() {
    let expected = parse_line("3x2m2:1a2c", 1, 1);
    assert_eq!(parse_file("+---+---+---+\n| 1 | . | 2 |\n+---+---+---+\n| . | . | . |\n+---+---+---+\n", false), expected);
    assert_eq!(parse_file("| 1 | . | 2 |\n| . | x | . |\n", false).map_err(|error| (error.line, error.column)), Err((2, 7)));
}
