//! `explain` in every game, on random positions: no cell, chain or value that it names is contradicted by the solvers of this folder.

mod connect4;
mod dots;
mod fill;
mod graph;
mod hashi;
mod hex;
mod hitori;
mod nim;
mod ricochet;
mod turn;

use ludion::engine::Engine;

use super::ask;

/// Random positions of each game; `LUDION_POSITIONS` sets another number.
fn positions() -> usize {
    std::env::var("LUDION_POSITIONS").ok().and_then(|text| text.parse().ok()).unwrap_or(200)
}

/// A sentence with its marks.
#[derive(Debug)]
struct Sentence {
    text: String,
    /// The kind of each mark, with its names.
    marks: Vec<(String, Vec<String>)>,
}

impl Sentence {
    fn parse(line: &str) -> Sentence {
        let mut parts = line.split(" | ");
        let text = parts.next().unwrap().to_owned();
        let mark = |part: &str| {
            let (kind, names) = part.split_once(' ').unwrap_or_else(|| panic!("{line}"));
            (kind.to_owned(), names.split(' ').map(str::to_owned).collect())
        };
        Sentence { text, marks: parts.map(mark).collect() }
    }

    /// Returns the names of a mark, without the label of a label.
    fn mark(&self, kind: &str) -> Vec<String> {
        self.marks.iter().find(|mark| mark.0 == kind).map(|mark| mark.1.clone()).unwrap_or_default()
    }

    /// Returns the labels, each with its names.
    fn labels(&self) -> Vec<(&str, &[String])> {
        self.marks.iter().filter(|mark| mark.0 == "label").map(|(_, words)| (words[0].as_str(), &words[1..])).collect()
    }

    /// Splits the first sentence about a move, `black wins in 3 plies after b2`, into the player and the value.
    fn player_and_value(&self, mv: &str) -> (&str, &str) {
        let rest = self.text.strip_suffix(&format!(" after {mv}")).unwrap_or_else(|| panic!("{mv}: {}", self.text));
        rest.split_once(' ').filter(|(player, _)| ["black", "white"].contains(player)).unwrap_or_else(|| panic!("{}", self.text))
    }

    /// Returns what stands between two parts of the text.
    fn between(&self, before: &str, after: &str) -> Option<&str> {
        let rest = self.text.split_once(before)?.1;
        if after.is_empty() { Some(rest) } else { rest.split_once(after).map(|parts| parts.0) }
    }
}

/// Explains the position of an engine, or a move. Without marks the reply is the same text, but that another best move may be found, and a
/// line of another length.
fn explain(engine: &mut Engine, mv: &str) -> Vec<Sentence> {
    let line = format!("explain {mv}").trim().to_owned();
    let text = ask(engine, &format!("{line} marks")).unwrap_or_else(|why| panic!("{line}: {why}"));
    let sentences: Vec<Sentence> = text.lines().map(Sentence::parse).collect();
    let firm = |text: &str| match ["best play after it: ", "better is "].iter().any(|begin| text.starts_with(begin)) {
        true => String::new(),
        false => text.split(" in ").next().unwrap_or_default().split(", by ").next().unwrap_or_default().to_owned(),
    };
    let plain = ask(engine, &line).unwrap();
    assert!(plain.lines().map(firm).eq(sentences.iter().map(|sentence| firm(&sentence.text))), "{line}: {plain}\n{text}");
    sentences
}

/// A small generator of random numbers, the same on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        // Knuth's MMIX.
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}
