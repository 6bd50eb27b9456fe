//! Dots and Boxes: the margin of each line, chains, what double-dealing leaves, the count of turns.

use super::super::brute::Rules;
use super::super::dots::Lines;
use super::turn::{Oracle, check_values, step, visit};
use super::{ask, explain, positions};

/// Returns the lead of the player to move by the line of position: `2x2 011000001110 w 1 0`.
fn lead(position: &str) -> i32 {
    let words: Vec<&str> = position.split(' ').collect();
    let count = |index: usize| words.get(index).map_or(0, |word| word.parse::<i32>().unwrap());
    (count(3) - count(4)) * if words[2] == "b" { 1 } else { -1 }
}

/// Returns whether words fit a margin: `wins by 2`.
fn fits_margin(words: &str, margin: i32) -> bool {
    words
        == match margin {
            0 => "draws".to_owned(),
            1.. => format!("wins by {margin}"),
            _ => format!("loses by {}", -margin),
        }
}

/// Returns the boxes of a list: `0,0 0,1`.
fn boxes(list: &str) -> Vec<(usize, usize)> {
    let pair = |word: &str| {
        let (row, column) = word.split_once(',').unwrap();
        (row.parse().unwrap(), column.parse().unwrap())
    };
    list.split(' ').map(pair).collect()
}

/// Returns the number of boxes of a chain or a loop, and the boxes: `after that: chain of 2 boxes: 0,0 0,1`.
fn component(text: &str) -> Option<(usize, Vec<(usize, usize)>)> {
    let text = text.strip_prefix("after that: ").unwrap_or(text);
    let (count, list) = text.strip_prefix("chain of ").or_else(|| text.strip_prefix("loop of "))?.split_once(": ")?;
    Some((count.split(' ').next()?.parse().ok()?, boxes(list)))
}

#[test]
fn dots_and_boxes_is_explained() {
    let mut oracle = Oracle::<Lines>::new();
    let (mut values, mut deals, mut chains) = (0, 0, 0);
    visit::<Lines>("dots", (&["boardsize 2 2", "boardsize 2 3", "boardsize 1 4"], 5..15), 9, |engine, position, random| {
        let lead = lead(&ask(engine, "position").unwrap());
        let sentences = explain(engine, "");
        values += check_values(&mut oracle, position, &sentences, |words, worth| fits_margin(words, worth + lead));
        let best = position.steps().iter().map(|step| oracle.value_of(step)).max().unwrap();
        for sentence in &sentences {
            if let Some(name) = sentence.between("to double-deal by ", " ") {
                deals += 1;
                let after = step(position, name).next;
                let left = sentence.between("boxes: ", "").unwrap();
                // All of them can be taken now, one after the other, and nothing else can.
                assert_eq!(after.takable(), boxes(left), "{}", sentence.text);
            } else if let Some((count, found)) = component(&sentence.text) {
                chains += 1;
                assert_eq!(count, found.len(), "{}", sentence.text);
                // Each box has two open sides when all that can be taken is.
                let left = position.with_taken();
                assert!(found.iter().all(|&place| left.open_sides(place) == 2), "{}", sentence.text);
                assert!(sentence.mark("cells").iter().all(|line| position.steps().iter().any(|step| step.name == *line)));
            } else if let Some(count) = sentence.text.strip_suffix(" can be taken now") {
                let count: usize = count.split(' ').next().unwrap().parse().unwrap();
                assert_eq!(count, position.takable().len(), "{}", sentence.text);
            }
        }
        // The line that is advised is a best one.
        let advice = sentences
            .iter()
            .find_map(|sentence| sentence.text.strip_prefix("Draw ").or_else(|| sentence.text.strip_prefix("Take with ")));
        if let Some(advised) = advice {
            let advised = step(position, advised.trim_end_matches('.'));
            assert_eq!(oracle.value_of(&advised), best, "{}", sentences[0].text);
        }
        let mut steps = position.steps();
        let tried = steps.swap_remove(random.below(steps.len()));
        let sentences = explain(engine, &tried.name);
        let (_, value) = sentences[0].player_and_value(&tried.name);
        assert!(fits_margin(value, oracle.value_of(&tried) + lead), "{}", sentences[0].text);
    });
    assert!(values * 10 > positions() * 9 && deals > positions() / 50 && chains > positions() / 4, "{values} {deals} {chains}");
}

#[test]
fn turns_are_counted_to_the_end() {
    visit::<Lines>("dots", (&["boardsize 2 2", "boardsize 3 3"], 0..14), 10, |engine, position, random| {
        let sentences = explain(engine, "");
        let sentence = sentences.iter().find(|sentence| sentence.text.starts_with("turn ")).unwrap();
        let now: i64 = sentence.between("turn ", ";").unwrap().parse().unwrap();
        // A turn before the present one is not named, but how many are still added to it.
        let last: i64 = match sentence.between("ends on turn ", ",") {
            Some(last) => last.parse().unwrap(),
            None => now - sentence.text.rsplit(": ").next().unwrap().parse::<i64>().unwrap(),
        };
        let (mut at, mut turn, mut crossed) = (position.clone(), now, 0);
        while at.end().is_none() {
            let mut steps = at.steps();
            let step = steps.swap_remove(random.below(steps.len()));
            crossed += i64::from(step.gain == 2);
            turn += i64::from(!step.again);
            at = step.next;
        }
        assert_eq!(turn, last + crossed, "{}", sentence.text);
    });
}
