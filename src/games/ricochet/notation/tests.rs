//! Tests of the notation.

use super::*;
use proptest::prelude::*;

#[test]
fn moves_in_words() {
    let whole = |word| all_consuming(mv).parse(word).ok().map(|(_, mv)| move_text(mv));
    for (word, text) in [
        ("RN", "RN"),
        ("be", "BE"),
        ("silver-left", "SW"),
        ("Yellow-Down", "YS"),
        ("g\u{2192}", "GE"),
        ("redup", "RN"),
        ("RU", "RN"),
        ("rr", "RE"),
        ("bd", "BS"),
        ("red-l", "RW"),
    ] {
        assert_eq!(whole(word).as_deref(), Some(text), "{word}");
    }
    for word in ["", "R", "N", "RX", "PN", "RNN", "R N", "red-", "1N"] {
        assert_eq!(whole(word), None, "{word}");
    }
    assert_eq!(path("RN,BE").map(|moves| path_text(&moves)), Ok("RN,BE".into()));
    assert!(path("RN,,BE").is_err());
    assert_eq!(path("RL, green up").map(|moves| path_text(&moves)), Ok("RW,GN".into()));
    let refused = path("red up, blue sideways").map_err(|failure| failure.to_string());
    assert_eq!(refused, Err("syntax error: move 2: \"blue sideways\" is not ROBOT and DIRECTION, as RN".into()));
}

#[test]
fn a_game_id_is_a_position() {
    let text = "0765+42+2E21BD0F+93";
    let (position, _) = parse_position(text).unwrap();
    assert_eq!(game_id::text(&position).as_deref(), Some(text));
    let (again, _) = parse_position(&position_text(&position)).unwrap();
    assert_eq!(again, position);
    for bad in [
        "0765+42+2E21BD0F",
        "0765+42+2E21BD+93",
        "0765+45+2E21BD0F+93",
        "0465+42+2E21BD0F+93",
        "0765+42+2E2EBD0F+93",
        "0765+42+7721BD0F+93",
    ] {
        assert!(parse_position(bad).is_err(), "{bad}");
    }
}

proptest! {
    #[test]
    fn positions_round_trip(
        width in 2..=32_usize, height in 2..=32_usize,
        walls in proptest::collection::vec((0..1024_u16, 0..4_usize), 0..200),
        cells in proptest::collection::vec(0..1024_u16, 6), silver: bool, any: bool, ricochet: bool,
    ) {
        let size = Size { width, height };
        let area = size.area() as u16;
        let mut board = Board::empty(size);
        walls.iter().for_each(|&(cell, side)| board.add_wall(Cell(cell % area), Direction::ALL[side]));
        let robots: Robots = cells[..if silver { 5 } else { 4 }].iter().map(|&cell| Cell(cell % area)).collect();
        let target = Target { robot: (!any).then_some(Robot::Green), cell: Cell(cells[5] % area) };
        let rule = if ricochet { Rule::Ricochet } else { Rule::Plain };
        if let Ok(position) = Position::new(board, robots, target, rule) {
            prop_assert_eq!(parse_position(&position_text(&position)), Ok((position, Vec::new())));
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[0-9a-fx:+@=, a-z]{0,80}") {
        let _ = parse_position(&text);
    }
}
