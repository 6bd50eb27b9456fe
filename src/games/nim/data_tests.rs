//! Heap games against facts found elsewhere: see `tests/data/nim/README.md`.

use super::board::{apply_move, moves};
use super::grundy::Grundy;
use super::notation::parse_position;
use super::player::Player;
use super::positions;
use super::wythoff;
use crate::color::Color;
use crate::search::Budget;

/// Returns the text after a key, up to a closing bracket of the level at which its value opens.
fn value_of<'a>(text: &'a str, key: &str) -> &'a str {
    let (_, rest) = text.split_once(&format!("\"{key}\":")).unwrap_or_else(|| panic!("no {key}"));
    let mut depth = 0;
    for (place, c) in rest.char_indices() {
        depth += i32::from(matches!(c, '[' | '{')) - i32::from(matches!(c, ']' | '}'));
        if depth == 0 && matches!(c, ']' | '}') {
            return &rest[..=place];
        }
    }
    panic!("{key} does not end");
}

fn numbers(text: &str) -> Vec<u32> {
    let words = text.split(|c: char| !c.is_ascii_digit()).filter(|word| !word.is_empty());
    words.map(|word| word.parse().unwrap()).collect()
}

fn sequence(game: &str, heaps: impl Iterator<Item = u32>) -> Vec<u32> {
    let rule = parse_position(&format!("0 {game}")).unwrap().rule;
    let mut grundy = Grundy::new(rule);
    heaps.map(|heap| grundy.value(heap, &Budget::default()).unwrap()).collect()
}

#[test]
fn sequences() {
    let text = include_str!("../../../tests/data/nim/grundy_sequences.json");
    assert_eq!(sequence("kayles", 0..=100), numbers(value_of(text, "kayles_0_100")));
    assert_eq!(sequence("dawson-kayles", 0..=120), numbers(value_of(text, "dawson_kayles_0_120")));
    assert_eq!(sequence("grundy", 0..=100), numbers(value_of(text, "grundys_game_0_100")));
    assert_eq!(sequence("treblecross", 2..=62), numbers(value_of(text, "treblecross_0_60")));
}

#[test]
fn subtraction_games() {
    let text = include_str!("../../../tests/data/nim/subtraction_games.json");
    for set in ["1,2", "1,2,3", "1,2,3,4", "1,3,4", "2,3", "1,4", "2,5,7", "1,2,4,8,16", "1,4,9,16,25,36,49"] {
        let facts = value_of(text, set);
        assert_eq!(sequence(&format!("take={set}"), 0..=50), numbers(value_of(facts, "grundy_0_50")), "{set}");
        for (misere, key) in [(false, "P_normal"), (true, "P_misere")] {
            let rule = parse_position(&format!("0 take={set}")).unwrap().rule;
            let mut player = Player::new(&rule, misere);
            let lost = |heap: &u32| player.evaluate(&[*heap], &Budget::default()).wins == Some(false);
            assert_eq!((0..=50).filter(lost).collect::<Vec<_>>(), numbers(value_of(facts, key)), "{set} {key}");
        }
    }
}

#[test]
fn four_heaps() {
    let text = include_str!("../../../tests/data/nim/nim_4heaps_7.json");
    for (misere, key) in [(false, "normal"), (true, "misere")] {
        let rule = parse_position("0").unwrap().rule;
        let mut player = Player::new(&rule, misere);
        let mut lost = Vec::new();
        for code in 0..8_u32.pow(4) {
            let heaps = [code / 512, code / 64 % 8, code / 8 % 8, code % 8];
            if heaps.is_sorted() && player.evaluate(&heaps, &Budget::default()).wins == Some(false) {
                lost.extend(heaps);
            }
        }
        assert_eq!(lost, numbers(value_of(text, key)), "{key}");
    }
}

#[test]
fn the_game_of_ten_matches() {
    let text = include_str!("../../../tests/data/nim/nim10_course.json");
    for (misere, key) in [(false, "normal"), (true, "misere")] {
        let facts = value_of(text, key);
        let rule = parse_position("10 take=1-3").unwrap().rule;
        let mut player = Player::new(&rule, misere);
        for color in Color::BOTH {
            let ranks = positions::attractor(&mut player, &rule, &[10], color, &Budget::default()).unwrap();
            let found: Vec<u32> =
                ranks.values().flatten().flat_map(|(heaps, owner)| [heaps[0], owner.index() as u32 + 1]).collect();
            assert_eq!(found, numbers(value_of(facts, &format!("A{}_new_at_rank", color.index() + 1))), "{key} {color:?}");
            let wanted = value_of(facts, &format!("A{}_new_at_rank", color.index() + 1));
            // An array of arrays: one opening bracket, one for each rank.
            assert_eq!(ranks.len(), wanted.matches('[').count() - 1);
            assert!(ranks.keys().copied().eq(0..ranks.len() as u64));
        }
        let fastest = positions::fastest_wins(&mut player, &rule, &[10], &Budget::default()).unwrap();
        let found: Vec<u32> = fastest
            .iter()
            .flat_map(|(heaps, best)| {
                let nexts = best.iter().flat_map(|&mv| [apply_move(&rule, heaps, mv).unwrap()[0], 2]);
                [heaps[0], 1].into_iter().chain(nexts.collect::<Vec<_>>())
            })
            .collect();
        assert_eq!(found, numbers(value_of(facts, "J1_strategy")), "{key}");
    }
}

#[test]
fn wythoffs_pairs() {
    let text = include_str!("../../../tests/data/nim/wythoff.json");
    let found: Vec<u32> =
        (0..30).map(|k| wythoff::lost_on_diagonal(k, false)).flat_map(|(small, large)| [small, large]).collect();
    assert_eq!(found, numbers(value_of(text, "wythoff_P_first30")));
    assert_eq!(wythoff::grundy([0, 0], &Budget::default()), Some(0));
    assert_eq!(wythoff::grundy([1, 2], &Budget::default()), Some(0));
    assert_eq!(wythoff::grundy([3, 3], &Budget::default()), Some(6));
    for heap in [999_999_999, 1_000_000_000] {
        let other = wythoff::lost_partner(heap, false);
        assert!(wythoff::is_lost([other, heap], false));
    }
}

/// A won game is won in just as many plies as were announced, whatever the loser does; the loser here plays all moves.
#[test]
fn winners_keep_their_word() {
    for (text, misere) in [
        ("3 5 7", false),
        ("1 2 3 4", true),
        ("9 9 take=1-3", false),
        ("11 kayles", false),
        ("9 octal=0.137", true),
        ("12 grundy", true),
        ("8 11 wythoff", true),
    ] {
        let position = parse_position(text).unwrap();
        let mut player = Player::new(&position.rule, misere);
        let value = player.evaluate(&position.heaps, &Budget::default());
        let mut open = vec![(position.heaps.clone(), value.wins.unwrap(), value.plies.unwrap())];
        let mut longest = vec![];
        while let Some((heaps, mine, left)) = open.pop() {
            let nexts: Vec<Vec<u32>> = match mine {
                true => player
                    .solve(&heaps, &Budget::default())
                    .best
                    .iter()
                    .map(|&mv| apply_move(&position.rule, &heaps, mv).unwrap())
                    .collect(),
                false => moves(&position.rule, &heaps).map(|mv| apply_move(&position.rule, &heaps, mv).unwrap()).collect(),
            };
            if nexts.is_empty() {
                // Nobody can move: in normal play the other has won.
                assert_eq!(mine, misere, "{text}");
                longest.push(left);
            }
            assert!(left > 0 || nexts.is_empty(), "{text} lasts longer than announced");
            open.extend(nexts.into_iter().map(|next| (next, !mine, left.saturating_sub(1))));
            open.sort_unstable();
            open.dedup();
        }
        assert_eq!(longest.iter().min(), Some(&0), "{text} can be made to last as long as announced");
    }
}
