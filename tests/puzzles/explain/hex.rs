//! Hex on 4x4: connections with their carriers, must-play, refutations, cells that are filled in, lines to the end.

use super::super::brute::Rules;
use super::super::hex::Stones;
use super::turn::{Oracle, fits_move, step, visit};
use super::{Sentence, explain, positions};

/// Returns the words of a list at the end of a sentence.
fn list(text: &str) -> Vec<&str> {
    text.split(' ').filter(|word| !word.is_empty()).collect()
}

/// A position, with all values that are known of its board.
struct Check<'a> {
    oracle: &'a mut Oracle<Stones>,
    position: &'a Stones,
}

impl Check<'_> {
    /// Returns whether a player, 0 for black, wins a position.
    fn does_win(&mut self, player: usize, position: &Stones) -> bool {
        let value = position.end().unwrap_or_else(|| self.oracle.value(position));
        (value > 0) == (position.mover == player)
    }

    /// Checks that a player wins with `mover` to move if the other player gets all empty cells but the carrier's and the given stone.
    fn check_carrier(
        &mut self,
        winner: usize,
        given: Option<&str>,
        mover: usize,
        first: Option<&str>,
        carrier: &[&str],
        text: &str,
    ) {
        let mut position = self.position.clone();
        if let Some(cell) = given {
            position.set(cell, Some(1 - winner));
        }
        for cell in self.position.free() {
            if !carrier.contains(&cell.as_str()) && Some(cell.as_str()) != given {
                position.set(&cell, Some(1 - winner));
            }
        }
        position.mover = mover;
        assert!(self.does_win(winner, &position), "{text}");
        if let Some(first) = first {
            position.set(first, Some(winner));
            position.mover = 1 - winner;
            assert!(self.does_win(winner, &position), "{first} first: {text}");
        }
    }

    /// Checks that a stone on a cell is worth as much as a stone of the other colour there, or as none, whoever moves.
    fn check_filled(&mut self, base: &Stones, cell: &str, colors: [Option<usize>; 2], text: &str) {
        for mover in 0..2 {
            let [one, other] = colors.map(|color| {
                let mut position = base.clone();
                position.set(cell, color);
                position.mover = mover;
                self.does_win(0, &position)
            });
            assert_eq!(one, other, "{cell}, {mover} to move: {text}");
        }
    }

    /// Checks that a stone on a dead cell never matters: however the other cells are filled, who joins the edges stays the same. All
    /// ways are tried where there are at most 512, else this many.
    fn check_dead(&mut self, cell: &str, text: &str) {
        let others: Vec<String> = self.position.free().into_iter().filter(|other| other != cell).collect();
        for trial in 0..1_u64 << others.len().min(9) {
            let way = if others.len() > 9 { (trial * 0x9e37_79b9) >> 8 } else { trial };
            let mut position = self.position.clone();
            for (bit, other) in others.iter().enumerate() {
                position.set(other, Some((way >> bit) as usize % 2));
            }
            let [one, other] = [0, 1].map(|color| {
                position.set(cell, Some(color));
                self.does_win(0, &position)
            });
            assert_eq!(one, other, "{cell} with {way:b} on {others:?}: {text}");
        }
    }

    /// Checks what is said of the position.
    fn check_position(&mut self, sentences: &[Sentence], counts: &mut [usize; 5]) {
        let (position, mover) = (self.position.clone(), self.position.mover);
        for Sentence { text, .. } in sentences {
            let winner = usize::from(text.starts_with("white"));
            if let Some((head, carrier)) = text.split_once("; the connection needs: ") {
                counts[0] += 1;
                let first = head.split_once("joins its edges by ").map(|parts| parts.1);
                if let Some(cells) = head.strip_prefix("after ") {
                    // A refutation: `after any of a1 b1 white joins its edges by c2`.
                    let cells = cells.trim_start_matches("any of ");
                    let cells: Vec<&str> = cells.split(' ').take_while(|word| !["black", "white"].contains(word)).collect();
                    for cell in cells {
                        counts[1] += 1;
                        self.check_carrier(1 - mover, Some(cell), 1 - mover, first, &list(carrier), text);
                    }
                } else {
                    self.check_carrier(winner, None, mover, first, &list(carrier), text);
                }
            } else if let Some((_, cells)) = text.split_once(" must play ") {
                counts[2] += 1;
                let cells = list(cells.trim_start_matches("on one of "));
                for mv in position.steps().into_iter().filter(|mv| !cells.contains(&mv.name.as_str())) {
                    assert!(!self.does_win(mover, &mv.next), "{} wins: {text}", mv.name);
                }
            } else if let Some((head, cells)) = text.split_once(": ") {
                let own = usize::from(head.contains("white's") || head.ends_with("by white"));
                for cell in list(cells) {
                    counts[3] += 1;
                    match head {
                        _ if head.starts_with("dead,") => self.check_dead(cell, text),
                        _ if head.starts_with("dead") => self.check_filled(&position, cell, [Some(0), Some(1)], text),
                        _ => self.check_filled(&position, cell, [None, Some(own)], text),
                    }
                }
            }
        }
    }

    /// Checks what is said of a move beside what follows it.
    fn check_move(&mut self, name: &str, sentences: &[Sentence], counts: &mut [usize; 5]) {
        let (base, mover) = (self.position.clone(), self.position.mover);
        let with = |stones: &[(&str, usize)]| {
            let mut position = base.clone();
            stones.iter().for_each(|&(cell, color)| position.set(cell, Some(color)));
            position
        };
        for Sentence { text, .. } in sentences {
            let Some(rest) = text.strip_prefix(&format!("{name} is ")) else { continue };
            counts[4] += 1;
            let word = |before: &str| rest.split_once(before).map(|parts| parts.1.split([' ', ',']).next().unwrap());
            let both = [Some(0), Some(1)];
            if rest.starts_with("vulnerable") {
                let answer = word("answer ").unwrap();
                self.check_filled(&with(&[(answer, 1 - mover)]), name, both, text);
            } else if rest.starts_with("reversible") {
                let answer = word("answer ").unwrap();
                let pair: Vec<&str> = list(rest.split_once("captures ").unwrap().1.split(',').next().unwrap());
                let other = 1 - mover;
                self.check_filled(&with(&[(answer, other), (pair[0], other), (pair[1], other)]), name, both, text);
            } else if rest.starts_with("dominated") {
                let by = word("dominated: ").unwrap();
                let worse = self.oracle.value_of(&step(&base, name));
                assert!(self.oracle.value_of(&step(&base, by)) >= worse, "{text}");
            } else if rest.starts_with("dead:") {
                self.check_dead(name, text);
            } else if rest.starts_with("dead") {
                self.check_filled(&base, name, both, text);
            } else if let Some(other) = word("is answered at ") {
                let own = usize::from(rest.starts_with("captured by white"));
                self.check_filled(&with(&[(other, own)]), name, both, text);
            }
        }
    }

    /// Checks that a line ends the game, and that the winner's moves keep the win.
    fn check_line(&mut self, sentence: &Sentence) {
        let line = sentence.mark("line");
        let mut at = step(self.position, &line[0]).next;
        let winner = if self.does_win(0, &at) { 0 } else { 1 };
        for name in &line[1..] {
            assert_eq!(at.end(), None, "{}", sentence.text);
            at = step(&at, name).next;
            assert!(self.does_win(winner, &at), "{name}: {}", sentence.text);
        }
        assert!(at.end().is_some(), "{}", sentence.text);
    }
}

#[test]
fn hex_is_explained() {
    let mut oracle = Oracle::<Stones>::new();
    let (mut counts, mut lines) = ([0; 5], 0);
    visit::<Stones>("hex", (&["boardsize 4", "boardsize 4 3", "boardsize 3 4"], 0..14), 11, |engine, position, random| {
        let mut check = Check { oracle: &mut oracle, position };
        check.check_position(&explain(engine, ""), &mut counts);
        let mut steps = position.steps();
        let tried = steps.swap_remove(random.below(steps.len()));
        let sentences = explain(engine, &tried.name);
        let (player, value) = sentences[0].player_and_value(&tried.name);
        let worth = if check.does_win(position.mover, &tried.next) { 1 } else { -1 };
        let is_right = fits_move(value, worth, tried.next.end().is_some());
        assert!(player == ["black", "white"][position.mover] && is_right, "{}", sentences[0].text);
        check.check_move(&tried.name, &sentences, &mut counts);
        if let Some(line) = sentences.iter().find(|sentence| sentence.text.starts_with("best play after it: ")) {
            lines += 1;
            check.check_line(line);
        } else {
            assert!(tried.next.end().is_some(), "{}", sentences[0].text);
        }
    });
    let least = positions() / 20;
    assert!(counts.iter().all(|&count| count > least) && lines > positions() / 2, "{counts:?}, {lines} lines");
}
