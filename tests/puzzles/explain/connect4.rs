//! Connect Four: threats with the parity of their rows, what must be stopped, free cells, zugzwang.

use super::super::brute::Rules;
use super::super::connect4::Columns;
use super::turn::{Oracle, check_values, fits, fits_move, step, visit};
use super::{Sentence, explain, positions};

fn find<'a>(sentences: &'a [Sentence], begin: &str) -> Option<&'a Sentence> {
    sentences.iter().find(|sentence| sentence.text.starts_with(begin))
}

/// Returns whether the player to move makes four at once.
fn wins_at_once(position: &Columns) -> Vec<String> {
    position.steps().into_iter().filter(|step| step.next.end() == Some(-1)).map(|step| step.name).collect()
}

/// Replays the line of a zugzwang: at its end the winner threatens nothing, and each move of the loser allows four.
fn check_zugzwang(position: &Columns, sentence: &Sentence) {
    let end = sentence.mark("line").iter().fold(position.clone(), |at, name| step(&at, name).next);
    assert!(wins_at_once(&end.with_turn_passed()).is_empty(), "{}", sentence.text);
    assert!(end.steps().iter().all(|mv| !wins_at_once(&mv.next).is_empty()), "{}", sentence.text);
}

fn check_boards(boards: &[&str], plies: std::ops::Range<usize>) {
    let mut oracle = Oracle::<Columns>::new();
    let (mut values, mut threats, mut zugzwangs, mut urgent) = (0, 0, 0, 0);
    visit::<Columns>("connect4", (boards, plies), 5, |engine, position, random| {
        let sentences = explain(engine, "");
        values += check_values(&mut oracle, position, &sentences, fits);
        for color in ["black", "white"] {
            let mut named =
                find(&sentences, &format!("{color} threatens four at ")).map(|found| found.mark("cells")).unwrap_or_default();
            named.sort();
            threats += named.len();
            assert_eq!(named, position.threats(color == "black"), "{sentences:?}");
        }
        for sentence in sentences.iter().filter(|sentence| sentence.text.contains(" threatens four at ")) {
            for part in sentence.between(" at ", "").unwrap().split("; ") {
                let row: usize = part.split(' ').nth(3).unwrap().parse().unwrap();
                assert!(part.ends_with(if row.is_multiple_of(2) { "(even)" } else { "(odd)" }), "{part}");
            }
        }
        let (own, other) = (wins_at_once(position), wins_at_once(&position.with_turn_passed()));
        let mover = if position.count().is_multiple_of(2) { "black" } else { "white" };
        let names = |begin: String| {
            find(&sentences, &begin).map(|found| {
                let (word, names) = found.text[begin.len()..].split_once(' ').unwrap();
                let names: Vec<_> = names.split(' ').map(str::to_owned).collect();
                assert_eq!(word, if names.len() == 1 { "column" } else { "columns" }, "{}", found.text);
                names
            })
        };
        assert_eq!(names(format!("{mover} completes four at once in ")), (!own.is_empty()).then(|| own.clone()));
        let stopped = (own.is_empty() && !other.is_empty()).then_some(other);
        urgent += usize::from(stopped.is_some());
        assert_eq!(names(format!("{mover} must stop four in ")), stopped);
        let free = find(&sentences, "free cells by column: ").unwrap();
        for (label, names) in free.labels() {
            assert!(names.iter().all(|name| position.free(name) == label.parse::<usize>().unwrap()), "{}", free.text);
        }
        if let Some(sentence) = find(&sentences, "zugzwang: ") {
            zugzwangs += 1;
            check_zugzwang(position, sentence);
        }
        let mut steps = position.steps();
        let tried = steps.swap_remove(random.below(steps.len()));
        let sentences = explain(engine, &tried.name);
        let (player, value) = sentences[0].player_and_value(&tried.name);
        let is_right = fits_move(value, oracle.value_of(&tried), tried.next.end().is_some());
        assert!(player == mover && is_right, "{}", sentences[0].text);
    });
    assert!(
        values * 10 > positions() * 9 && threats > positions() / 10 && zugzwangs > 0 && urgent > 0,
        "{values} {threats} {zugzwangs} {urgent}"
    );
}

#[test]
fn connect_four_is_explained() {
    check_boards(&["boardsize 4 4"], 0..13);
    check_boards(&["boardsize 5 4", "boardsize 4 5"], 10..16);
}
