//! Heap games.

use super::brute::{Rules, Step};

#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Heaps {
    pub heaps: Vec<u32>,
    rule: String,
    misere: bool,
}

impl Heaps {
    /// Whether this many may be taken, with these parts left.
    fn allows(&self, take: u32, parts: &[u32]) -> bool {
        match (self.rule.as_str(), parts) {
            ("kayles" | "octal=0.77", parts) => (1..=2).contains(&take) && parts.len() <= 2,
            ("grundy", [first, second]) => take == 0 && first != second,
            ("grundy", _) => false,
            ("nim" | "wythoff", parts) => take > 0 && parts.len() <= 1,
            ("take=1-3", parts) => (1..=3).contains(&take) && parts.len() <= 1,
            ("take=1-4", parts) => (1..=4).contains(&take) && parts.len() <= 1,
            ("take=1,3-4", parts) => [1, 3, 4].contains(&take) && parts.len() <= 1,
            (other, _) => panic!("no rule {other}"),
        }
    }

    pub fn with(&self, heaps: Vec<u32>) -> Heaps {
        Heaps { heaps, ..self.clone() }
    }
}

impl Rules for Heaps {
    type Key = (Vec<u32>, String, bool);

    /// `3 5 7 take=1-3 misere=1 b`
    fn read(text: &str) -> Self {
        let words: Vec<&str> = text.split(' ').collect();
        let heaps = words.iter().filter_map(|word| word.parse().ok()).collect();
        let is_rule = |word: &&&str| word.parse::<u32>().is_err() && !["b", "w", "misere=1"].contains(*word);
        let rule = words.iter().find(is_rule).map_or("nim", |word| word);
        Heaps { heaps, rule: rule.to_owned(), misere: words.contains(&"misere=1") }
    }

    fn end(&self) -> Option<i32> {
        self.steps().is_empty().then_some(if self.misere { 1 } else { -1 })
    }

    fn steps(&self) -> Vec<Step<Self>> {
        let mut steps = Vec::new();
        for (number, &heap) in self.heaps.iter().enumerate() {
            for take in 0..=heap {
                let rest = heap - take;
                let parts = if rest > 0 { vec![rest] } else { Vec::new() };
                if self.allows(take, &parts) {
                    let mut heaps = self.heaps.clone();
                    heaps[number] = rest;
                    steps.push(Step::new(format!("{}-{take}", number + 1), self.with(heaps)));
                }
                // Both orders of two parts are one move.
                for first in 1..=rest / 2 {
                    if self.allows(take, &[first, rest - first]) {
                        let mut heaps = self.heaps.clone();
                        heaps[number] = first;
                        heaps.insert(number + 1, rest - first);
                        steps.push(Step::new(format!("{}-{take}:{first}+{}", number + 1, rest - first), self.with(heaps)));
                    }
                }
            }
        }
        if self.rule == "wythoff" {
            let most = self.heaps.iter().copied().min().unwrap();
            steps
                .extend((1..=most).map(|take| {
                    Step::new(format!("1+2-{take}"), self.with(self.heaps.iter().map(|heap| heap - take).collect()))
                }));
        }
        steps
    }

    fn key(&self) -> Self::Key {
        let mut heaps: Vec<u32> = self.heaps.iter().copied().filter(|&heap| heap > 0 || self.rule == "wythoff").collect();
        heaps.sort_unstable();
        (heaps, self.rule.clone(), self.misere)
    }
}
