//! What all two-player games say: the value of each move, and the answers of a strategy.

use std::ops::Range;

use ludion::engine::Engine;

use super::super::brute::{Memory, Rules, Step, value, value_of};
use super::super::{ask, chomp, engine, tictactoe};
use super::{Random, Sentence, explain, positions};

/// A game with all values that are known of it.
pub(super) struct Oracle<R: Rules> {
    pub memory: Memory<R>,
}

impl<R: Rules> Oracle<R> {
    pub fn new() -> Self {
        Oracle { memory: Memory::<R>::new() }
    }

    pub fn value(&mut self, position: &R) -> i32 {
        value(position, &mut self.memory)
    }

    /// Returns what a move is worth to its player.
    pub fn value_of(&mut self, step: &Step<R>) -> i32 {
        value_of(step, &mut self.memory)
    }
}

/// Returns the move with this name.
pub(super) fn step<R: Rules>(position: &R, name: &str) -> Step<R> {
    let found = position.steps().into_iter().find(|step| step.name == name);
    found.unwrap_or_else(|| panic!("{name} is no move"))
}

/// Plays this many random moves on each board in turn, and calls `check` where the game is not over, until enough positions are seen.
pub(super) fn visit<R: Rules>(
    game: &str,
    (boards, plies): (&[&str], Range<usize>),
    seed: u64,
    mut check: impl FnMut(&mut Engine, &R, &mut Random),
) {
    let mut engine = engine(game);
    // A busy machine takes longer than an explanation has by default.
    ask(&mut engine, "param max_time 60").unwrap();
    let random = &mut Random(seed);
    for number in 0..positions() {
        let board = boards[number % boards.len()];
        loop {
            ask(&mut engine, board).unwrap();
            let (count, mut color) = (plies.start + random.below(plies.len()), 0);
            let mut position = R::read(&ask(&mut engine, "position").unwrap());
            for _ in 0..count {
                if position.end().is_some() {
                    break;
                }
                let mut steps = position.steps();
                let step = steps.swap_remove(random.below(steps.len()));
                ask(&mut engine, &format!("play {} {}", ["b", "w"][color], step.name)).unwrap();
                color = if step.again { color } else { 1 - color };
                position = step.next;
            }
            if position.end().is_none() {
                check(&mut engine, &position, random);
                break;
            }
        }
    }
}

/// Checks the value of each move: all are there, and `is_right` says whether their words fit what they are worth.
pub(super) fn check_values<R: Rules>(
    oracle: &mut Oracle<R>,
    position: &R,
    sentences: &[Sentence],
    is_right: impl Fn(&str, i32) -> bool,
) -> usize {
    let Some(sentence) = sentences.iter().find(|sentence| sentence.text.contains("'s moves with best play: ")) else { return 0 };
    let mut names = Vec::new();
    for part in sentence.between("play: ", "").unwrap().split("; ") {
        let find = |verb: &'static str| Some((verb, part.find(&format!(" {verb}"))?));
        let (verb, at) = ["win", "lose", "draw"].into_iter().find_map(find).unwrap();
        let (group, rest): (Vec<&str>, _) = (part[..at].split(' ').collect(), &part[at + 1 + verb.len()..]);
        assert_eq!(rest.starts_with('s'), group.len() == 1, "{}", sentence.text);
        let words = format!("{verb}s{}", rest.trim_start_matches('s'));
        for name in group {
            let worth = oracle.value_of(&step(position, name));
            assert!(is_right(&words, worth), "{name} is worth {worth}: {}", sentence.text);
            names.push(name.to_owned());
        }
    }
    let labelled: Vec<String> = sentence.labels().into_iter().flat_map(|(_, names)| names.to_vec()).collect();
    assert_eq!(names, labelled);
    names.sort();
    let mut all: Vec<String> = position.steps().into_iter().map(|step| step.name).collect();
    all.sort();
    assert_eq!(names, all, "{}", sentence.text);
    1
}

/// Returns whether words fit a value of -1, 0 or 1.
pub(super) fn fits(words: &str, worth: i32) -> bool {
    words.starts_with(match worth {
        1 => "wins",
        0 => "draws",
        _ => "loses",
    })
}

/// Returns whether words fit what a move is worth. Of a move that ends a game without a draw they are in the past.
pub(super) fn fits_move(words: &str, worth: i32, is_over: bool) -> bool {
    match (worth, is_over) {
        (1, true) => words == "has won",
        (-1, true) => words == "has lost",
        _ => fits(words, worth),
    }
}

/// Checks the answers of a strategy: each reply that does not end the game has one, which keeps the result.
pub(super) fn check_strategy<R: Rules>(oracle: &mut Oracle<R>, position: &R, sentences: &[Sentence]) -> usize {
    let is_strategy = |sentence: &&Sentence| sentence.text.starts_with("after ") && sentence.text.contains(" answers ");
    let Some(sentence) = sentences.iter().find(is_strategy) else { return 0 };
    let worth = oracle.value(position);
    assert!(worth >= 0, "{}", sentence.text);
    let first = step(position, sentence.between("after ", " ").unwrap());
    assert_eq!(oracle.value_of(&first), worth);
    let arrows = sentence.mark("arrows");
    let mut replies: Vec<String> =
        first.next.steps().into_iter().filter(|reply| reply.next.end().is_none()).map(|reply| reply.name).collect();
    for pair in arrows.chunks(2) {
        let place = replies.iter().position(|reply| *reply == pair[0]).unwrap_or_else(|| panic!("{}", sentence.text));
        replies.remove(place);
        let after = step(&first.next, &pair[0]).next;
        assert!(oracle.value_of(&step(&after, &pair[1])) >= worth, "{pair:?} in {}", sentence.text);
    }
    assert!(replies.is_empty(), "{replies:?} without an answer: {}", sentence.text);
    1
}

fn check_game<R: Rules>(game: &str, boards: &[&str], mut check_more: impl FnMut(&mut Oracle<R>, &R, &[Sentence])) {
    let (mut oracle, mut values, mut strategies) = (Oracle::<R>::new(), 0, 0);
    visit::<R>(game, (boards, 0..14), 31, |engine, position, random| {
        let sentences = explain(engine, "");
        values += check_values(&mut oracle, position, &sentences, fits);
        strategies += check_strategy(&mut oracle, position, &sentences);
        check_more(&mut oracle, position, &sentences);
        let mut steps = position.steps();
        let tried = steps.swap_remove(random.below(steps.len()));
        let mover = sentences[0].text.split(' ').next().map(str::to_owned);
        let sentences = explain(engine, &tried.name);
        let worth = oracle.value_of(&tried);
        let (player, value) = sentences[0].player_and_value(&tried.name);
        let is_right = fits_move(value, worth, tried.next.end().is_some());
        assert!(mover.as_deref() == Some(player) && is_right, "{worth}: {}", sentences[0].text);
        if tried.next.end().is_none() {
            check_values(&mut oracle, &tried.next, &sentences, fits);
            check_strategy(&mut oracle, &tried.next, &sentences);
        }
    });
    assert!(values > positions() / 2 && strategies > positions() / 6, "{game}: {values} values, {strategies} strategies");
}

#[test]
fn tictactoe_is_explained() {
    let boards = ["boardsize 3 3 3", "boardsize 3 3 3 misere=1", "boardsize 4 3 3"];
    check_game::<tictactoe::Marks>("tictactoe", &boards, |_, position, sentences| {
        for (name, mark) in [("black", b'x'), ("white", b'o')] {
            let named = sentences.iter().find(|sentence| sentence.text.starts_with(&format!("{name} completes a line at ")));
            let named = named.map(|sentence| sentence.mark("cells")).unwrap_or_default();
            assert_eq!(named, position.completions(mark), "{sentences:?}");
        }
    });
}

#[test]
fn chomp_is_explained() {
    check_game::<chomp::Bar>("chomp", &["boardsize 3 4", "boardsize 4 4", "boardsize 2 7"], |oracle, position, sentences| {
        let mut winning: Vec<String> =
            position.steps().into_iter().filter(|step| oracle.value_of(step) > 0).map(|step| step.name).collect();
        let found = sentences.iter().find(|sentence| sentence.text.starts_with("winning bites: "));
        let mut named = found.map(|sentence| sentence.mark("cells")).unwrap_or_default();
        winning.sort();
        named.sort();
        assert_eq!(named, winning);
    });
}
