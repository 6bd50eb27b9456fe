//! Nim and its relatives: Grundy values by their definition, sums, winning moves.

use super::super::brute::Rules;
use super::super::nim::Heaps;
use super::turn::{Oracle, fits_move, step, visit};
use super::{explain, positions};

/// Returns the Grundy value of a heap by its definition: the least number that no move leads to.
fn grundy(position: &Heaps, heap: u32) -> u32 {
    let moves = position.with(vec![heap]).steps();
    let reached: Vec<u32> =
        moves.iter().map(|step| step.next.heaps.iter().fold(0, |sum, &part| sum ^ grundy(position, part))).collect();
    (0..).find(|value| !reached.contains(value)).unwrap()
}

fn numbers(text: &str) -> Vec<u32> {
    text.split(' ').map(|word| word.parse().unwrap()).collect()
}

fn check_boards(boards: &[&str], has_sums: bool) {
    let mut oracle = Oracle::<Heaps>::new();
    let mut sums = 0;
    visit::<Heaps>("nim", (boards, 0..14), 7, |engine, position, random| {
        let sentences = explain(engine, "");
        let expected: Vec<u32> =
            if has_sums { position.heaps.iter().map(|&heap| grundy(position, heap)).collect() } else { Vec::new() };
        let mut winning: Vec<String> =
            position.steps().into_iter().filter(|step| oracle.value_of(step) > 0).map(|step| step.name).collect();
        winning.sort();
        for sentence in &sentences {
            if let Some(values) = sentence.between("the Grundy values of the heaps are ", ",") {
                sums += 1;
                assert_eq!(numbers(values), expected, "{}", sentence.text);
                let sum = sentence.between("their nim-sum is ", "").unwrap().split(';').next().unwrap();
                assert_eq!(sum.parse::<u32>().unwrap(), expected.iter().fold(0, |sum, value| sum ^ value));
                for (label, names) in sentence.labels() {
                    let heap: usize = names[0].split('-').next().unwrap().parse().unwrap();
                    assert_eq!(label, expected[heap - 1].to_string());
                }
            } else if sentence.text.starts_with("winning moves: ") {
                let mut named = sentence.mark("cells");
                named.sort();
                assert!(
                    named == winning || named.len() == 20 && named.iter().all(|name| winning.contains(name)),
                    "{sentence:?} {winning:?}"
                );
            } else if sentence.text == "no move wins" {
                assert!(winning.is_empty(), "{winning:?}");
            } else if let Some((name, rest)) = sentence.text.split_once(" leaves the values ") {
                let left = step(position, name).next;
                let (values, sum) = rest.split_once(", whose nim-sum is ").unwrap();
                let expected: Vec<u32> = left.heaps.iter().map(|&heap| grundy(position, heap)).collect();
                assert_eq!(numbers(values), expected, "{}", sentence.text);
                assert_eq!(sum.parse::<u32>().unwrap(), expected.iter().fold(0, |sum, value| sum ^ value));
            }
        }
        let mut steps = position.steps();
        let tried = steps.swap_remove(random.below(steps.len()));
        let sentences = explain(engine, &tried.name);
        let (_, value) = sentences[0].player_and_value(&tried.name);
        assert!(fits_move(value, oracle.value_of(&tried), tried.next.end().is_some()), "{}", sentences[0].text);
    });
    assert!(!has_sums || sums == positions());
}

#[test]
fn heaps_are_explained() {
    check_boards(
        &[
            "boardsize 3 4 5",
            "boardsize 4 5 6 take=1-3",
            "boardsize 3 4 misere=1",
            "boardsize 7 4 kayles",
            "boardsize 9 4 grundy",
        ],
        true,
    );
    check_boards(&["boardsize 6 9 wythoff"], false);
}
