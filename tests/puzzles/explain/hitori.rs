//! Hitori: each deduction and each contradiction by rules written anew here, and the shortest chains by a search in breadth.

use std::collections::{BTreeSet, HashSet};

use super::super::fill::{masks, parts};
use super::super::{ask, fill};
use super::fill::{Chain, chains, conclusion, explain_both, next_step, visit};
use super::positions;

/// What is known of each cell: whether it is black.
type Known = Vec<Option<bool>>;

struct Grid {
    width: usize,
    numbers: Vec<u8>,
}

impl Grid {
    fn read(id: &str) -> Grid {
        let (width, _, cells) = parts(id);
        Grid { width, numbers: cells.bytes().collect() }
    }

    fn beside(&self, cell: usize) -> Vec<usize> {
        let (x, y) = (cell % self.width, cell / self.width);
        let near = |&other: &usize| (other % self.width).abs_diff(x) + (other / self.width).abs_diff(y) == 1;
        (0..self.numbers.len()).filter(near).collect()
    }

    fn is_in_line(&self, a: usize, b: usize) -> bool {
        a != b && (a % self.width == b % self.width || a / self.width == b / self.width)
    }

    /// Returns the other cells with the same number in the lines of a cell.
    fn twins(&self, cell: usize) -> Vec<usize> {
        (0..self.numbers.len())
            .filter(|&other| self.is_in_line(cell, other) && self.numbers[cell] == self.numbers[other])
            .collect()
    }

    fn is_cut(&self, known: &Known) -> bool {
        let black: Vec<bool> = known.iter().map(|mark| *mark == Some(true)).collect();
        !fill::are_connected(self.width, &black)
    }

    /// Returns what the numbers alone say.
    fn patterns(&self) -> Vec<(usize, bool)> {
        let mut found = Vec::new();
        let cells = 0..self.numbers.len();
        for cell in cells.clone() {
            let beside = self.beside(cell);
            for (place, &a) in beside.iter().enumerate() {
                for &b in &beside[place + 1..] {
                    let is_sandwich = self.is_in_line(a, b) && self.numbers[a] == self.numbers[b];
                    let twins = |of: usize| self.twins(of).into_iter().filter(|&other| other != cell).collect::<Vec<_>>();
                    let is_offset = twins(a).iter().any(|&one| twins(b).iter().any(|other| self.beside(one).contains(other)));
                    if is_sandwich || is_offset {
                        found.push((cell, false));
                    }
                }
            }
            // Two equal numbers side by side, and a third one in their line.
            for &other in beside.iter().filter(|&&other| self.numbers[other] == self.numbers[cell]) {
                let is_third = |third: &usize| {
                    self.is_in_line(*third, cell) && self.is_in_line(*third, other) && self.numbers[*third] == self.numbers[cell]
                };
                found.extend(cells.clone().filter(is_third).map(|third| (third, true)));
            }
            if let &[a, b] = &beside[..] {
                for (twin, third) in [(a, b), (b, a)] {
                    if self.numbers[twin] == self.numbers[cell] {
                        found.push((third, false));
                    }
                }
            }
        }
        found
    }

    /// Returns what follows at once; `None` where it contradicts what is known.
    fn conclusions(&self, known: &Known) -> Option<BTreeSet<(usize, bool)>> {
        let mut found = self.patterns();
        for (cell, mark) in known.iter().enumerate() {
            match mark {
                Some(true) => found.extend(self.beside(cell).into_iter().map(|other| (other, false))),
                Some(false) => {
                    found.extend(self.twins(cell).into_iter().map(|other| (other, true)));
                    let exits: Vec<usize> = self.beside(cell).into_iter().filter(|&other| known[other] != Some(true)).collect();
                    match exits[..] {
                        [] => return None,
                        [exit] => found.push((exit, false)),
                        _ => {}
                    }
                }
                None => {
                    let mut cut = known.clone();
                    cut[cell] = Some(true);
                    found.extend(self.is_cut(&cut).then_some((cell, false)));
                }
            }
        }
        let is_wrong = self.is_cut(known) || found.iter().any(|&(cell, is_black)| known[cell] == Some(!is_black));
        (!is_wrong).then(|| found.into_iter().filter(|&(cell, _)| known[cell].is_none()).collect())
    }

    /// Returns whether this many deductions can lead to a contradiction; `None` if there are too many ways.
    fn is_refuted_within(&self, start: &Known, most: usize) -> Option<bool> {
        let mut layer = HashSet::from([start.clone()]);
        for depth in 0..=most {
            let mut next = HashSet::new();
            for known in &layer {
                let Some(found) = self.conclusions(known) else { return Some(true) };
                for (cell, is_black) in found.into_iter().filter(|_| depth < most) {
                    let mut after = known.clone();
                    after[cell] = Some(is_black);
                    next.insert(after);
                }
            }
            if next.len() > 3_000 {
                return None;
            }
            layer = next;
        }
        Some(false)
    }

    fn cell(&self, name: &str) -> usize {
        let (row, column) = name.split_once(',').unwrap();
        row.parse::<usize>().unwrap() * self.width + column.parse::<usize>().unwrap()
    }

    /// Checks a chain. Returns whether it was proved here that there is no shorter one.
    fn check(&self, known: &Known, chain: &Chain<'_>) -> bool {
        let mut known = known.clone();
        let add = |sentence, known: &mut Known| {
            let (name, sign) = conclusion(sentence);
            known[self.cell(&name)] = Some(sign == "■");
            (self.cell(&name), sign == "■")
        };
        add(chain.claim, &mut known);
        let start = known.clone();
        for step in chain.steps {
            let possible = self.conclusions(&known).unwrap_or_else(|| panic!("wrong before {}", step.text));
            let concluded = add(step, &mut known);
            assert!(possible.contains(&concluded), "{}", step.text);
        }
        assert!(self.conclusions(&known).is_none(), "no contradiction after {}", chain.claim.text);
        let Some(fewer) = chain.steps.len().checked_sub(1).filter(|_| chain.is_shortest) else { return false };
        let shorter = self.is_refuted_within(&start, fewer);
        assert_ne!(shorter, Some(true), "fewer deductions refute {}", chain.claim.text);
        shorter == Some(false)
    }
}

#[test]
fn hitori_is_explained() {
    let (mut refuted, mut shortest, mut next) = (0, 0, 0);
    visit("hitori", "5x5", |engine, id, random| {
        let grid = Grid::read(id);
        let solutions = masks(id);
        let truth: Vec<bool> = solutions[0].bytes().filter(|&byte| byte != b'/').map(|byte| byte == b'x').collect();
        let name = |cell: usize| format!("{},{}", cell / grid.width, cell % grid.width);
        let mut known: Known = vec![None; truth.len()];
        let mut wrong = Vec::new();
        for _ in 0..random.below(9) {
            let cell = random.below(truth.len());
            let is_black = truth[cell] != (random.below(8) == 0);
            ask(engine, &format!("play {} {}", if is_black { "black" } else { "white" }, name(cell))).unwrap();
            known[cell] = Some(is_black);
        }
        for cell in 0..truth.len() {
            if known[cell].is_some_and(|is_black| is_black != truth[cell]) {
                wrong.push(cell);
                known[cell] = None;
            }
        }
        let tried = random.below(truth.len());
        let is_black = random.below(2) == 0;
        let mv = format!("{} {}", if is_black { "black" } else { "white" }, name(tried));
        let [position, entry] = explain_both(engine, &mv);
        for chain in chains(&position) {
            refuted += 1;
            shortest += usize::from(grid.check(&known, &chain));
        }
        if let Some(&first) = wrong.first() {
            let text = format!("wrong: {}{}", if truth[first] { "w" } else { "b" }, name(first));
            assert!(position.iter().any(|sentence| sentence.text == text), "{text} in {position:?}");
        } else if let Some((premises, step, rule)) = next_step(&position) {
            next += 1;
            let mut known = known.clone();
            for sentence in premises.iter().chain([step]) {
                let (name, sign) = conclusion(sentence);
                assert_eq!(truth[grid.cell(&name)], sign == "■", "{}", sentence.text);
                let possible = grid.conclusions(&known).unwrap();
                assert!(rule == "lookahead" || possible.contains(&(grid.cell(&name), sign == "■")), "{}", sentence.text);
                known[grid.cell(&name)] = Some(sign == "■");
            }
        }
        assert!(entry[0].text.ends_with(if is_black == truth[tried] { "right" } else { "wrong" }), "{}", entry[0].text);
        known[tried] = None;
        for chain in chains(&entry) {
            assert_eq!(conclusion(chain.claim), (name(tried), if truth[tried] { "□" } else { "■" }.to_owned()));
            refuted += 1;
            shortest += usize::from(grid.check(&known, &chain));
        }
    });
    assert!(refuted > positions() / 2 && shortest > positions() / 10 && next > positions() / 4, "{refuted} {shortest} {next}");
}
