//! The puzzles of the command `puzzle`, and what `explain` says, checked by rules and solvers that are written anew here and share nothing with the program:
//! exactly one move of a puzzle keeps what the game is worth, and `solve` names it.

mod brute;
mod chomp;
mod connect4;
mod dots;
mod explain;
mod fill;
mod graph;
mod hex;
mod nim;
mod ricochet;
mod tictactoe;

use brute::{Memory, Rules, only_best};
use ludion::engine::Engine;
use ludion::serve::ask;

/// The answer to `puzzle`, by the keys of its lines.
struct Reply(String);

impl Reply {
    /// Returns the value of a key.
    fn get(&self, key: &str) -> &str {
        let value = |line: &'_ str| line.split_once('=').filter(|(found, _)| *found == key).is_some();
        let line = self.0.lines().find(|line| value(line)).unwrap_or_else(|| panic!("no {key} in {}", self.0));
        &line[key.len() + 1..]
    }
}

/// Returns an engine that plays a game.
fn engine(game: &str) -> Engine {
    let mut engine = Engine::default();
    ask(&mut engine, &format!("game {game}")).unwrap();
    engine
}

/// Most positions that the oracle remembers between two puzzles.
const MOST_KNOWN: usize = 20_000_000;

/// Asks for puzzles with these arguments, one for each seed, and checks all that their replies say.
fn check<R: Rules>(game: &str, arguments: &str, seeds: std::ops::Range<u64>) {
    let mut engine = engine(game);
    let mut memory = Memory::<R>::new();
    for seed in seeds {
        if memory.len() > MOST_KNOWN {
            memory.clear();
        }
        let request = format!("puzzle {arguments} seed={seed}");
        let reply = Reply(ask(&mut engine, &request).unwrap_or_else(|why| panic!("{game}: {request}: {why}")));
        let (position, task) = (reply.get("position"), reply.get("task"));
        let (best, value) = only_best(&R::read(position), &mut memory)
            .unwrap_or_else(|| panic!("{game}: {request}: not one move alone\n{}", reply.0));
        assert!(["black", "white"].iter().any(|name| task.starts_with(name)), "{task}");
        let kind = reply.get("kind");
        match kind {
            "win" => assert!(value > 0 && task.contains("win"), "{game}: {request}: {value}\n{}", reply.0),
            "draw" => assert!(value == 0 && task.contains("draw"), "{game}: {request}: {value}\n{}", reply.0),
            _ => assert_eq!(kind, "margin"),
        }
        assert!(reply.get("rating").parse::<u64>().is_ok());
        let wanted = arguments.split(' ').next().filter(|word| !word.contains('=') && !word.is_empty()).unwrap_or("medium");
        assert_eq!(reply.get("difficulty"), wanted);
        let solution = ask(&mut engine, "solve").unwrap();
        assert!(solution.contains(&format!(" move={best} ")), "{game}: {request}: {best}, not {solution}\n{}", reply.0);
        // The text is that of the session, and can be loaded again.
        assert_eq!(ask(&mut engine, "position").unwrap(), position);
        ask(&mut engine, &format!("load {position}")).unwrap();
        assert_eq!(ask(&mut engine, "position").unwrap(), position);
    }
}

/// Two tests of each game: puzzles of some seeds, and with `--ignored` a thousand of each kind.
macro_rules! puzzles {
    ($($game:ident: $rules:ty { $([$arguments:literal, $seeds:expr]),+ } many { $($kind:literal),+ })+) => {
        mod have_one_answer {
            use super::*;

            $(
                #[test]
                fn $game() {
                    $(check::<$rules>(stringify!($game), $arguments, $seeds);)+
                }
            )+
        }
        mod many_have_one_answer {
            use super::*;

            $(
                #[test]
                #[ignore = "a thousand of each kind"]
                fn $game() {
                    $(check::<$rules>(stringify!($game), $kind, 100..1100);)+
                }
            )+
        }
    };
}

puzzles! {
    chomp: chomp::Bar { ["", 0..10], ["easy", 0..10], ["hard", 0..10], ["medium size=3x7", 0..4] }
        many { "easy", "medium", "hard", "extreme" }
    nim: nim::Heaps { ["", 0..12], ["easy", 0..12], ["hard", 0..12] }
        many { "easy", "medium", "hard", "extreme" }
    tictactoe: tictactoe::Marks { ["easy", 0..10], ["medium size=3x3", 0..10], ["hard size=4x3", 0..5] }
        many { "easy", "medium", "hard", "extreme" }
    dots: dots::Lines { ["easy size=2x3", 0..6], ["medium size=2x3", 0..6], ["medium size=2x2", 0..6] }
        many { "easy size=3x3", "medium size=3x3", "hard size=3x3" }
    connect4: connect4::Columns { ["easy size=5x4", 0..8], ["size=4x4", 0..8] }
        many { "easy size=5x5", "medium size=5x5", "hard size=5x5" }
    hex: hex::Stones { ["easy size=4x4", 0..8], ["easy size=5x4", 0..4] }
        many { "easy size=4x4", "easy size=5x4" }
}

/// The games with puzzles: all.
const GAMES: [&str; 10] = ["nim", "chomp", "tictactoe", "graph", "connect4", "dots", "hex", "ricochet", "hashi", "hitori"];

/// Seeds do not repeat themselves: most of thirty are different, and none is the start of a game.
#[test]
fn puzzles_are_endless() {
    for (game, difficulty) in [("tictactoe", "easy"), ("tictactoe", "hard"), ("chomp", "medium"), ("chomp", "hard")] {
        let mut engine = engine(game);
        let positions: std::collections::BTreeSet<String> = (0..30)
            .map(|seed| Reply(ask(&mut engine, &format!("puzzle {difficulty} seed={seed}")).unwrap()).get("position").to_owned())
            .collect();
        assert!(positions.len() >= 28, "{game} {difficulty}: {}", positions.len());
        // `4x3 3,3,3,3 b`, or `3 3 3 .../.../...`.
        let is_start = |position: &String| {
            let words: Vec<&str> = position.split(' ').collect();
            match words[0].split_once('x') {
                Some((rows, columns)) => words[1] == vec![columns; rows.parse().unwrap()].join(","),
                None => !words.last().unwrap().contains(['x', 'o']),
            }
        };
        assert!(!positions.iter().any(is_start), "{positions:?}");
    }
}

#[test]
fn a_seed_and_a_day_give_the_same_puzzle_whatever_came_before() {
    for game in GAMES {
        let (mut fresh, mut used) = (engine(game), engine(game));
        let position = |engine: &mut Engine, request: &str| Reply(ask(engine, request).unwrap()).get("position").to_owned();
        for line in ["param seed 9", "param level 3", "param threads 2", "param hash_mb 2", "param max_nodes 50", "genmove b"] {
            // Puzzles for one have no levels, and nothing plays them.
            let _ = ask(&mut used, line);
        }
        let first = position(&mut fresh, "puzzle easy day=2026-11-24");
        assert_eq!(position(&mut used, "puzzle easy day=2026-11-24"), first, "{game}");
        assert_eq!(position(&mut used, "puzzle easy seed=20261124"), first, "{game}");
        assert_ne!(position(&mut used, "puzzle easy day=2026-11-25"), first, "{game}");
        // Without a seed the next one is another one.
        let next = position(&mut used, "puzzle easy");
        assert_ne!(position(&mut used, "puzzle easy"), next, "{game}");
    }
}

#[test]
fn what_fails_changes_nothing() {
    for game in GAMES {
        let mut engine = engine(game);
        let before = ask(&mut engine, "position").unwrap();
        for arguments in ["harder", "easy easy", "day=2026-02-30", "seed=x", "seed=1 day=2026-01-01", "size=99x99", "length=3"] {
            assert!(ask(&mut engine, &format!("puzzle {arguments}")).is_err(), "{game}: {arguments}");
        }
        ask(&mut engine, "param max_time 0.000001").unwrap();
        let failure = ask(&mut engine, "puzzle seed=1").unwrap_err();
        assert!(failure.starts_with("interrupted: no puzzle was found before the limit"), "{failure}");
        assert_eq!(ask(&mut engine, "position").unwrap(), before);
    }
}
