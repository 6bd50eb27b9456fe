//! Words that are read, words that are refused, round trips.

use proptest::prelude::*;

use super::*;

fn word(text: &str) -> Option<MoveWord> {
    all_consuming(move_word).parse(text).ok().map(|(_, word)| word)
}

fn parse_on(heaps: &[u32], word: &str) -> Result<Move, Failure> {
    Position::new(Rule::Any, heaps.to_vec()).parse_move(word)
}

#[test]
fn moves() {
    assert_eq!(word("2-3"), Some(MoveWord::Move(Move::Take(Heap(1), 3))));
    assert_eq!(word("1+2-3"), Some(MoveWord::Move(Move::Both(3))));
    assert_eq!(word("2-0:3+4"), Some(MoveWord::Split(Heap(1), 0, 3, 4)));
    for refused in ["", "0-1", "2", "2-", "-2", "2--1", "a-1", "2-3:4", "2-3:4+", "2-99999999999", "1+3-2", "resigned"] {
        assert_eq!(word(refused), None, "{refused}");
    }
    assert_eq!(parse_on(&[3, 8], "2-1:3+4"), Ok(Move::Split(Heap(1), 1, 3)));
    assert!(parse_on(&[3, 8], "2-1:3+5").is_err());
    assert_eq!(move_name(&[3, 8], Move::Split(Heap(1), 1, 3)), "2-1:3+4");
}

#[test]
fn set_ups() {
    for (text, wanted) in [
        ("3 5 7", "3 5 7 b"),
        ("10 take=1-3 misere=1", "10 take=1-3 misere=1 b"),
        ("10 take=4,1,3 misere=0 w", "10 take=1,3-4 w"),
        ("20 kayles", "20 octal=0.77 b"),
        ("20 octal=.0070 White", "20 octal=0.007 w"),
        ("20 octal=treblecross", "20 octal=0.007 b"),
        ("9 octal=4.0", "9 octal=4.0 b"),
        ("1 2 Wythoff", "1 2 wythoff b"),
        ("nim 0", "0 b"),
        ("dawson-chess 5 grundy", ""),
        ("1000000000", "1000000000 b"),
    ] {
        let found = parse_position(text).map(|position| Position::game_text(&Board::new(position))).unwrap_or_default();
        assert_eq!(found, wanted, "{text}");
    }
    for refused in [
        "",
        "b",
        "take=1-3",
        "3 take=",
        "3 take=0",
        "3 take=3-1",
        "3 take=1-3 take=1",
        "3 octal=8",
        "3 octal=0.8",
        "3 octal=1.7",
        "3 octal=0.0",
        "3 misere=2",
        "-3",
        "3.5",
        "1000000001",
        "99999999999999999999",
        "1 2 3 wythoff",
        "3 b w",
        "3 chess",
        "3 bb",
    ] {
        assert!(parse_position(refused).is_err(), "{refused}");
    }
    assert!(parse_position(&"1 ".repeat(1001)).is_err());
}

fn any_rule() -> impl Strategy<Value = Rule> {
    let runs = proptest::collection::vec((1_u32..50, 0_u32..9), 1..5);
    let octal = proptest::collection::vec(0_u8..8, 1..6);
    prop_oneof![
        Just(Rule::Any),
        Just(Rule::Grundy),
        runs.prop_map(|runs| runs.iter().map(|&(low, more)| (low, low + more)).collect())
            .prop_filter_map("a set", TakeSet::new)
            .prop_map(Rule::Take),
        (any::<bool>(), octal)
            .prop_filter_map("a code", |(four, digits)| Octal::new(&[&[if four { 4 } else { 0 }][..], &digits[..]].concat()))
            .prop_map(Rule::Octal),
    ]
}

proptest! {
    #[test]
    fn positions_round_trip(rule in any_rule(), heaps in proptest::collection::vec(0..=MAX_TOKENS, 1..6), misere in any::<bool>(), white in any::<bool>()) {
        let to_move = if white { Color::White } else { Color::Black };
        let position = Position { rule, misere, heaps, to_move };
        prop_assert_eq!(parse_position(&Position::game_text(&Board::new(position.clone()))), Ok(position));
    }

    #[test]
    fn moves_round_trip(heap in 0_usize..9, take in 0_u32..50, first in 1_u32..50, second in 1_u32..50) {
        let mut heaps = vec![0; 9];
        heaps[heap] = take + first + second;
        for mv in [Move::Take(Heap(heap), take), Move::Both(take), Move::Split(Heap(heap), take, first)] {
            prop_assert_eq!(parse_on(&heaps, &move_name(&heaps, mv)), Ok(mv));
        }
    }

    #[test]
    fn any_text_is_understood_or_refused(text in "[ -~]{0,30}") {
        let _ = parse_position(&text).is_ok();
        prop_assert!(word(&text).is_none() || !text.is_empty());
    }
}
