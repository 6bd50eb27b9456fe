//! `explain MOVE` against `move_values`: two ways to the value of a move, in every two-player game.

use std::collections::BTreeSet;

use crate::process::Engine;

/// Small boards, on which all is solved.
const BOARDS: &[(&str, &str)] = &[
    ("hex", "boardsize 3"),
    ("hex", "boardsize 4 3"),
    ("connect4", "boardsize 4 4"),
    ("tictactoe", "boardsize 3 3 3"),
    ("dots", "boardsize 2 2"),
    ("nim", "boardsize 3 4 5"),
    ("nim", "boardsize 7 kayles"),
    ("nim", "boardsize 2 3 misere=1"),
    ("chomp", "boardsize 3 4"),
    ("graph", "boardsize 12"),
];

/// Returns the words of a value: `loss plies=3` is `loses in 3 plies`.
fn words(value: &str) -> String {
    let number = |key: &str| value.split(' ').find_map(|part| part.strip_prefix(key)).map(|text| text.parse::<i64>().unwrap());
    let verb = match value.split(' ').next().unwrap() {
        "win" => "wins",
        "loss" => "loses",
        "draw" => return "draws".to_owned(),
        other => panic!("{other}"),
    };
    match (number("margin="), number("plies=")) {
        (Some(margin), _) => format!("{verb} by {}", margin.abs()),
        (None, Some(1)) => format!("{verb} at once"),
        (None, Some(plies)) => format!("{verb} in {plies} plies"),
        (None, None) => verb.to_owned(),
    }
}

/// Returns the words of a value after the move that it is of: `loss plies=3` is `loses in 2 plies`.
fn words_after(value: &str) -> String {
    match value.split_once("plies=") {
        Some((result, "1")) => if result.starts_with("win") { "has won" } else { "has lost" }.to_owned(),
        Some((result, plies)) => words(&format!("{result}plies={}", plies.parse::<i64>().unwrap() - 1)),
        None => words(value),
    }
}

/// Returns the results of a value, the best one last.
fn rank(value: &str) -> usize {
    ["loss", "draw", "win"].iter().position(|&name| value.starts_with(name)).unwrap()
}

/// Returns the boxes that the player to move is ahead by the line of position: `2x2 011000001110 w 1 0`.
fn lead(position: &str) -> i64 {
    let words: Vec<&str> = position.split(' ').collect();
    let count = |index: usize| words[index].parse::<i64>().unwrap();
    (count(3) - count(4)) * if words[2] == "b" { 1 } else { -1 }
}

/// Returns the moves of `move_values` with their values: in Dots and Boxes with those of the whole game.
fn values(engine: &mut Engine, game: &str) -> Vec<(String, String)> {
    let text = engine.expect("move_values");
    let lead = if game == "dots" { lead(&engine.expect("position")) } else { 0 };
    let whole = |value: &str| match value.split_once("margin=") {
        Some((_, margin)) => {
            let margin = margin.parse::<i64>().unwrap() + lead;
            format!("{} margin={margin}", ["loss", "draw", "win"][(margin.signum() + 1) as usize])
        }
        None => value.to_owned(),
    };
    text.lines().filter_map(|line| line.split_once(' ')).map(|(mv, value)| (mv.to_owned(), whole(value))).collect()
}

/// Explains every move of the position, and checks that nothing changes.
fn check_position(engine: &mut Engine, moves: &[(String, String)], is_line: bool) {
    let before = engine.expect("position");
    let best = moves.iter().map(|(_, value)| rank(value)).max().unwrap();
    let mut players = BTreeSet::new();
    for (mv, value) in moves {
        let text = engine.expect(&format!("explain {mv}"));
        let mut lines = text.lines();
        let first = lines.next().unwrap();
        let told = first.strip_suffix(&format!(" after {mv}")).and_then(|rest| rest.split_once(' '));
        let (player, told) = told.unwrap_or_else(|| panic!("{first} {before}"));
        players.insert(player.to_owned());
        if is_line {
            // Plies are those of some line.
            let words = words(value);
            let verb = words.split(' ').next().unwrap();
            assert!(told.starts_with(verb) || told == "has won" && verb == "wins", "{first} {value} {before}");
        } else {
            assert_eq!(told, words_after(value), "{before}");
        }
        let second = lines.next().unwrap();
        match second.strip_prefix("better is ").and_then(|rest| rest.split_once(": it ")) {
            Some((other, reason)) => {
                let (_, other_value) = moves.iter().find(|(name, _)| name == other).expect("a legal move");
                assert_eq!(rank(other_value), best, "{second} {before}");
                assert!(is_line || reason == words(other_value), "{second} {other_value} {before}");
            }
            None => {
                assert_eq!(second, "no move is better", "{before}");
                assert_eq!(rank(value), best, "{mv} {before}");
            }
        }
    }
    assert!(players.len() == 1 && players.iter().all(|player| player == "black" || player == "white"), "{players:?} {before}");
    assert_eq!(engine.expect("position"), before);
}

#[test]
fn a_move_is_worth_what_move_values_says() {
    for (number, &(game, size)) in BOARDS.iter().enumerate() {
        let mut engine = Engine::single();
        engine.expect(&format!("game {game}"));
        if game != "graph" {
            engine.expect(size);
        }
        let mut color = ["b", "w"].into_iter().cycle();
        for ply in 0.. {
            let moves = values(&mut engine, game);
            if moves.is_empty() || engine.ask("final_score").starts_with('=') {
                break;
            }
            check_position(&mut engine, &moves, game == "hex");
            // A way through the game that is the same at each run.
            let (mv, _) = &moves[(ply * 7 + number * 3 + 1) % moves.len()];
            let played = engine.ask(&format!("play {} {mv}", color.next().unwrap()));
            if played.starts_with('?') {
                engine.expect(&format!("play {} {mv}", color.next().unwrap()));
            }
        }
    }
}

#[test]
fn what_was_undone_can_still_be_made_again() {
    let mut engine = Engine::single();
    for line in ["game hex", "boardsize 5", "play b c3", "play w b4", "undo 2", "explain a1"] {
        engine.expect(line);
    }
    engine.expect("redo 2");
    assert_eq!(engine.expect("position"), "5x5 b:c3 w:b4");
    assert!(engine.ask("explain c3").contains("c3 is occupied"));
    assert!(engine.ask("explain z9").starts_with("? "));
    assert_eq!(engine.expect("position"), "5x5 b:c3 w:b4");
}

#[test]
fn advice_is_never_to_resign() {
    let mut engine = Engine::single();
    for line in ["game hex", "boardsize 3", "play b b2", "param resign 1"] {
        engine.expect(line);
    }
    assert!(!engine.expect("hint").contains("resign"));
    assert_eq!(engine.expect("genmove w"), "resign");
}

/// Words of English sentences that no French one has.
const ENGLISH: &[&str] = &[
    "the", "with", "is", "are", "of", "wins", "loses", "draws", "move", "moves", "plies", "black", "white", "after", "no",
    "better", "by", "to", "would", "needs", "and", "it",
];

/// Checks that sentences are French, as far as words can tell.
fn check_french(text: &str, what: &str) {
    for line in text.trim_start_matches(['=', '?', ' ']).lines() {
        let sentence = line.split(" | ").next().unwrap().trim_start_matches("illegal move: ");
        let found = sentence.split(|letter: char| !letter.is_alphabetic()).find(|word| ENGLISH.contains(word));
        assert_eq!(found, None, "{what}: {sentence}");
    }
}

#[test]
fn explanations_hints_and_refusals_are_french_where_that_is_set() {
    for &(game, size) in BOARDS {
        let mut engine = Engine::single();
        for line in ["param language fr", &format!("game {game}"), if game == "graph" { "name" } else { size }] {
            engine.expect(line);
        }
        let moves = values(&mut engine, game);
        for line in ["explain marks".to_owned(), "hint".to_owned(), format!("explain {}", moves[0].0)] {
            check_french(&engine.expect(&line), &format!("{game}: {line}"));
        }
        let taken = &moves[moves.len() / 2].0;
        engine.expect(&format!("play b {taken}"));
        check_french(&engine.ask(&format!("play w {taken}")), game);
        check_french(&engine.ask("explain"), game);
    }
    let ricochet = "position 4x4:911380028002C446 red=0 green=5 blue=9 yellow=12 target=red@3";
    for (game, position, line) in [
        ("nim", "position 3 5", "play b 9-1"),
        ("nim", "position 3 5", "play b 1-9"),
        ("nim", "position 3 5", "play b 1-0"),
        ("graph", "name", "play b zz"),
        ("ricochet", ricochet, "play red up"),
        ("ricochet", ricochet, "play silver up"),
        ("hashi", "position 2x1:11", "play 0,0-0,1:7"),
        ("hashi", "position 3x1:1a1", "play 0,0-0,1:1"),
        ("hashi", "position 3x2:1a11a1", "play 0,0-1,2:1"),
        ("hashi", "position 2x1:11", "play 5,5-0,1:1"),
        ("hitori", "position 2x2:1221", "play black 9,9"),
    ] {
        let mut engine = Engine::single();
        for line in [&format!("game {game}"), position, "param language fr"] {
            engine.expect(line);
        }
        let reply = engine.ask(line);
        assert!(reply.starts_with("? illegal move: "), "{game}: {line}: {reply}");
        check_french(&reply, &format!("{game}: {line}"));
    }
    for game in ["hitori", "hashi", "dots"] {
        let mut engine = Engine::single();
        engine.expect(&format!("game {game}"));
        engine.expect("param language fr");
        let lessons = engine.expect("lessons").lines().count();
        for lesson in 1..=lessons {
            engine.expect(&format!("lesson {lesson}"));
            check_french(&engine.expect("explain"), &format!("{game}, lesson {lesson}"));
            // The first line of a hint is a move, as programs read it.
            let hint = engine.expect("hint");
            check_french(hint.split_once('\n').map_or("", |(_, reason)| reason), &format!("{game}, lesson {lesson}"));
        }
    }
}
