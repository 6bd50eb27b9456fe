//! Round trips and refusals of the forms.

use super::*;
use crate::games::hashi::board::Clue;
use crate::games::hashi::oracle::{dice, random_puzzle};
use crate::puzzle::Puzzle as _;
use crate::puzzle::notation::{parse_position, position_text};

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
    ("hitori/3/1/1g1", 1, "not hashi"),
    ("https://puzz.link/p?hitori/3/1/1g1", 21, "not hashi"),
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
    ("1.2\nrow ...\n-..", false, 3, 1),
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
