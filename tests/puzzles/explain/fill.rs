//! What Hashi and Hitori share: a puzzle with random entries, and the parts of its explanation.

use ludion::engine::Engine;

use super::super::{Reply, ask, engine};
use super::{Random, Sentence, explain, positions};

/// A chain of deductions from a claim to a contradiction.
pub(super) struct Chain<'a> {
    /// The claim, `suppose ...`.
    pub claim: &'a Sentence,
    /// The deductions.
    pub steps: &'a [Sentence],
    /// Whether there is said to be no shorter one.
    pub is_shortest: bool,
}

/// Returns the chains of an explanation. Each ends with its contradiction and the number of its deductions.
pub(super) fn chains(sentences: &[Sentence]) -> Vec<Chain<'_>> {
    let begins = sentences.iter().enumerate().filter(|(_, sentence)| sentence.text.starts_with("suppose "));
    let chain = |(at, claim)| {
        let rest = &sentences[at + 1..];
        let end = rest.iter().position(|sentence| sentence.text.starts_with("contradiction: "))?;
        let count = &rest[end + 1].text;
        let expected = match end {
            0 => "it breaks a rule at once".to_owned(),
            1 => "1 deduction leads there".to_owned(),
            end => format!("{end} deductions lead there"),
        };
        assert!(count.starts_with(&expected), "{count}, not {expected}");
        Some(Chain { claim, steps: &rest[..end], is_shortest: count.ends_with(", and no fewer do") })
    };
    begins.filter_map(chain).collect()
}

/// Returns the name and the label of what a sentence concludes.
pub(super) fn conclusion(sentence: &Sentence) -> (String, String) {
    let labels = sentence.labels();
    assert_eq!(labels.len(), 1, "{sentence:?}");
    (labels[0].1[0].clone(), labels[0].0.to_owned())
}

/// Returns the sentences between the caption and `next:`, and the one behind that, with the rule.
pub(super) fn next_step(sentences: &[Sentence]) -> Option<(&[Sentence], &Sentence, &str)> {
    let at = sentences.iter().position(|sentence| sentence.text.starts_with("next: "))?;
    let rule = sentences[at].between("rule=", " ")?;
    Some((&sentences[1..at], sentences.get(at + 1)?, rule))
}

/// Makes puzzles of all levels, and calls `check` with random entries in each.
pub(super) fn visit(game: &str, size: &str, mut check: impl FnMut(&mut Engine, &str, &mut Random)) {
    const ENTRIES: usize = 5;
    let (mut engine, random) = (engine(game), &mut Random(23));
    for number in 0..positions() / ENTRIES {
        let level = ["easy", "medium", "hard", "extreme"][number % 4];
        let reply = Reply(ask(&mut engine, &format!("puzzle {level} size={size} seed={number}")).unwrap());
        let text = reply.get("position").to_owned();
        for _ in 0..ENTRIES {
            ask(&mut engine, "reset").unwrap();
            check(&mut engine, &text, random);
        }
    }
}

/// Explains the position and a move.
pub(super) fn explain_both(engine: &mut Engine, mv: &str) -> [Vec<Sentence>; 2] {
    [explain(engine, ""), explain(engine, mv)]
}
