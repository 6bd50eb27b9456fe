//! Round trips and refusals of the forms.

use super::*;
use crate::games::hitori::board::Grid;
use crate::games::hitori::oracle::{Dice, random_grid};
use crate::puzzle::Puzzle as _;
use crate::puzzle::dialect;
use crate::puzzle::notation::{parse_position, position_text};

#[test]
fn forms_round_trip() {
    let mut dice = Dice(3);
    for _ in 0..300 {
        let mut grid = random_grid(&mut dice, 12);
        if dice.draw_below(2) == 0 {
            grid.set(Cell(0), Some(dice.draw_below(usize::from(MAX_CLUE) + 1) as u16));
        }
        assert_eq!(parse_line(&grid.address(), 1, 1).as_ref(), Ok(&grid));
        assert_eq!(parse_line(&body(&grid), 1, 1).as_ref(), Ok(&grid));
        if let Some(id) = game_id(&grid) {
            assert_eq!(parse_line(&id, 1, 1).as_ref(), Ok(&grid));
        }
        let size = grid.size();
        let word = |cell| grid.clue(cell).map_or(".".to_owned(), |clue| clue.to_string());
        let row = |y: usize| (0..size.width).filter_map(|x| size.cell(x, y)).map(word).collect::<Vec<_>>().join(" ");
        let rows = (0..size.height).map(row).collect::<Vec<_>>().join("\n");
        let singles = format!("{} {}\n{rows}\n", size.height, size.width);
        assert_eq!(parse_file(&singles, true).as_ref(), Ok(&grid), "{singles}");
        assert_eq!(parse_file(&format!("size {} {}\n{rows}", size.width, size.height), false).as_ref(), Ok(&grid));
        let marks =
            Marks::new(size, size.cells().map(|_| [Mark::Black, Mark::White, Mark::Unknown][dice.draw_below(3)]).collect());
        assert_eq!(parse_marks(size, &marks_text(&marks)), Ok(marks.clone()));
        let moves: Vec<(Cell, Mark)> = size.cells().map(|cell| (cell, marks.get(cell))).collect();
        let text = position_text(&grid, &moves);
        assert_eq!(parse_position(&text), Ok((grid, moves)), "{text}");
    }
}

#[test]
fn rows_without_spaces() {
    let grid = parse_line("3x2:1a2B11", 1, 1);
    for text in ["1a2\nB11\n", "2 3\n1a2\nB11\n", "size 3 2\nrow 1a2\nrow B11\nend\n", "1 10 2\n37 1 1\n"] {
        assert_eq!(parse_file(text, false), grid, "{text:?}");
    }
    assert_eq!(parse_file("1.\n?2\n", false), parse_line("hitori/2/2/1..2", 1, 1));
    // A column of numbers, and one that could be two columns of digits but for its size.
    let column = parse_line("hitori/1/3/5ab", 1, 1);
    assert_eq!(parse_file("5\n10\n11\n", false), column);
    assert_eq!(parse_file("size 1 2\n10\n11\n", false), parse_line("hitori/1/2/ab", 1, 1));
}

/// Lines with what is wrong in them: the column, and a word of the message.
const LINES: &[(&str, usize, &str)] = &[
    ("", 1, "missing"),
    ("5x5", 4, "colon"),
    ("x:12", 1, "size"),
    ("2x:12", 1, "size"),
    ("x2:12", 1, "size"),
    (":1", 1, "size"),
    ("0x3:", 1, "sides"),
    ("3x0:", 1, "sides"),
    ("101x1:1", 1, "sides"),
    ("99999999999999999999x2:1", 1, "sides"),
    ("2x2x2:1212", 1, "size"),
    ("2x2m2:1212", 4, "Bridges"),
    ("2x2L:1212", 4, "Bridges"),
    ("2x2dz:1212", 4, "parameter"),
    ("2x2:121", 8, "3 of the 4"),
    ("2x2:", 5, "0 of the 4"),
    ("2x2:12121", 9, "more than"),
    ("2x2:12-1", 7, "a-z"),
    ("2x2:1 12", 6, "a-z"),
    ("2x2:1é12", 6, "a-z"),
    ("hitori", 7, "colon"),
    ("hitori/", 8, "hitori/W/H"),
    ("hitori/2", 9, "hitori/W/H"),
    ("hitori/2/2", 11, "hitori/W/H"),
    ("hitori/2/2/", 12, "0 of the 4"),
    ("hitori/2/2/121", 15, "3 of the 4"),
    ("hitori/2/2/12121", 16, "more than"),
    ("hitori/2/2/12!1", 14, "number"),
    ("hitori/2/2/1A-1", 14, "two digits"),
    ("hitori/2/2/121-", 15, "two digits"),
    ("hitori/2/2/121-1", 15, "two digits"),
    ("hitori/0/2/", 8, "sides"),
    ("hitori/2/101/1", 8, "sides"),
    ("hitori/x/2/1212", 8, "sides"),
    ("hitori/+2/2/1212", 8, "sides"),
    ("hashi/2/2/1212", 1, "write game hashi first"),
    ("https://puzz.link/p?hashi/2/2/1212", 21, "write game hashi first"),
    ("https://puzz.link/p?hitori/2/2/12", 34, "2 of the 4"),
];

/// Files with what is wrong in them.
const FILES: &[(&str, usize, usize, &str)] = &[
    ("", 1, 1, "no puzzle"),
    ("# nothing\n\n", 1, 1, "no puzzle"),
    ("1 2\n2 x\n", 2, 3, "number"),
    ("1 2\n2\n", 2, 1, "1 cell,"),
    ("1 2\n2 1 2\n", 2, 5, "3 cells"),
    ("1 2\n2 1296\n", 2, 3, "number"),
    ("1 2\n\n2 -1\n", 3, 3, "number"),
    ("1,2\n2,a\n", 2, 3, "number"),
    ("size 2 2\nrow 1 2\nrow 2 1\nend\nid b\n", 5, 1, "one puzzle"),
    ("size 2\nrow 1 2\n", 1, 1, "two sides"),
    ("size 3 2\nrow 1 2\nrow 2 1\n", 2, 8, "3 are announced"),
    ("size 2 3\nrow 1 2\nrow 2 1\n", 3, 8, "2 of the 3"),
    ("size 2 1\nrow 1 2\nrow 2 1\n", 3, 5, "more than the 1"),
    ("size 2 200\nrow 1 2\n", 1, 1, "sides"),
    ("12\n2-\n", 2, 2, "blank"),
    ("id a\nend\n", 2, 1, "no row"),
    ("2x2:1212\n2x2:1212\n", 2, 1, "one puzzle"),
    ("\n  2x2:121\n", 2, 10, "3 of the 4"),
    ("hitori/2/2/12\n", 1, 14, "2 of the 4"),
];

#[test]
fn what_is_wrong_is_told_with_its_place() {
    for &(text, column, word) in LINES {
        let error = parse_line(text, 1, 1).expect_err(text);
        assert_eq!((error.line, error.column), (1, column), "{text}: {error}");
        assert!(error.message.contains(word), "{text}: {error}");
    }
    for &(text, line, column, word) in FILES {
        let error = parse_file(text, false).expect_err(text);
        assert_eq!((error.line, error.column), (line, column), "{text:?}: {error}");
        assert!(error.message.contains(word), "{text:?}: {error}");
    }
    let wide = "1 ".repeat(101);
    assert!(parse_file(&wide, false).is_err_and(|error| error.column == 201));
    assert!(parse_file("3\n1 2 3\n2 3 1\n", true).is_err_and(|error| (error.line, error.column) == (3, 6)));
}

/// Every text with one letter too few, too many, or another is read as a grid or refused at a place within it.
#[test]
fn slips_of_the_pen() {
    let texts = ["3x2:121212", "hitori/3/2/1.1-122", "3 2\n1 2\n2 1\n1 2", "row 1 2\nrow 2 1"];
    let mut refused = 0;
    for text in texts {
        for at in 0..text.len() {
            for slip in ["", "?", "x", "-", "\n", "/", "99999999", "é"] {
                let slipped = format!("{}{slip}{}", &text[..at], &text[at + 1..]);
                let Err(error) = parse_file(&slipped, false) else { continue };
                refused += 1;
                let lines: Vec<&str> = slipped.lines().collect();
                let longest = lines.get(error.line - 1).map_or(1, |line| line.chars().count() + 1);
                assert!(error.line <= lines.len().max(1) && error.column <= longest, "{slipped:?}: {error}");
            }
        }
    }
    assert!(refused > 200, "{refused}");
}

#[test]
fn solutions_and_positions_are_refused_with_their_place() {
    let size = Size { width: 3, height: 2 };
    for (text, column) in
        [("", 1), ("x..", 4), ("x../", 5), ("x.../...", 4), ("x./...", 3), ("x../.../", 8), ("x#./...", 2), ("x../....", 8)]
    {
        assert_eq!(parse_marks(size, text).map_err(|error| error.column), Err(column), "{text}");
    }
    let texts = [
        ("2x2:1212 moves", 10),
        ("2x2:1212 play=", 15),
        ("2x2:1212 play=b0,0/", 20),
        ("2x2:1212 play=b0,9", 15),
        ("2x2:1212 play=b0,0/g1,1", 20),
    ];
    for (text, column) in texts {
        assert_eq!(parse_position::<Grid>(text).map_err(|error| error.column), Err(column), "{text}");
    }
}

#[test]
fn files_of_other_programs() {
    let expected = "3x2:121212 play=b0,0/w0,1/w1,2";
    let saved = "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\nVERSION :1:1\nGAME    :7:Singles\nPARAMS  :5:3x2dk\n\
                 CPARAMS :5:3x2dk\nDESC    :6:121212\nNSTATES :1:4\nSTATEPOS:1:4\nMOVE    :4:B0,0\nMOVE    :4:C1,0\nMOVE    :6:C2,1;S\n";
    for text in
        ["pzprv3\nhitori\n2\n3\n1 2 1 \n2 1 2 \n# + . \n. . + \n", "pzprv3/hitori/2/3/1 2 1 /2 1 2 /# + . /. . + /", saved]
    {
        let (grid, moves) = dialect::parse::<Grid>(text).expect("a dialect").unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(position_text(&grid, &moves), expected);
        let mut marks = Marks::all_unknown(grid.size());
        moves.iter().for_each(|&(cell, mark)| marks.set(cell, mark));
        for extension in ["pzpr", "sav"] {
            let again = dialect::write(&grid, &moves, &marks, extension).expect("a form").expect("a text");
            assert_eq!(dialect::parse(&again), Some(Ok((grid.clone(), moves.clone()))), "{again}");
        }
    }
    let blank = dialect::parse::<Grid>("begin\npuzzle hitori\nsize 2\nproblem\n1 -\n2 1\nsolution\nend").expect("a record");
    assert_eq!(blank.map(|(grid, _)| body(&grid)).as_deref(), Ok("hitori/2/2/1.21"));
    for (text, line, column) in [
        ("pzprv3/hitori/1/2/1 2 /# x /", 1, 26),
        ("pzprv3/hitori/1/2/1 2 /# /", 1, 24),
        ("pzprv3/hitori/1/2/1 2 /# . /. . /", 1, 31),
        ("pzprv3/hashikake/1/2/1 2 /", 1, 8),
        (&saved.replace("C1,0", "C9,0"), 10, 1),
        (&saved.replace("C1,0", "X1,0"), 10, 1),
        (&saved.replace("DESC    :6:121212", "DESC    :5:12121"), 6, 6),
    ] {
        let error = dialect::parse::<Grid>(text).expect("a dialect").expect_err(text);
        assert_eq!((error.line, error.column), (line, column), "{text:?}: {error}");
    }
}
