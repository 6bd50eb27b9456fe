//! Describes a puzzle to a person: its task, its difficulty, the command that sets it up again, and whether a move is its answer.

use crate::engine::Engine;
use crate::protocol::Request;
use crate::settings::Language;

/// How `explain` begins the sentence about a better move, in each language.
const BETTER: [&str; 2] = ["better is ", "mieux vaut "];

/// How `explain` says that no move is better, in each language.
const NONE_BETTER: [&str; 2] = ["no move is better", "aucun coup n'est meilleur"];

/// How `hint` begins where an entry is wrong, in every language.
const WRONG: &str = "wrong ";

/// Returns the description for a reply of `puzzle` to these arguments.
pub(super) fn text(reply: &str, args: &str) -> String {
    let value = |key: &str| reply.lines().find_map(|line| line.strip_prefix(key)).unwrap_or_default();
    let (difficulty, rating) = (value("difficulty="), value("rating="));
    let seed = value("seed=").split(' ').next().unwrap_or_default();
    let size = args.split(' ').find(|word| word.starts_with("size=")).map_or_else(String::new, |word| format!(" {word}"));
    let again = format!("`puzzle {difficulty} seed={seed}{size}` sets it up again.");
    format!("Task: {}.\nIt is {difficulty} (rating {rating}); {again}", value("task="))
}

/// Returns the move that a request has made: the line itself, or the last word of `play`; `None` for another command.
pub(super) fn move_of(request: &Request, engine: &Engine) -> Option<String> {
    match request.name.as_str() {
        "play" => request.args.split(' ').next_back().map(str::to_owned),
        name if engine.find(name).is_some() => None,
        name => Some(format!("{name} {}", request.args).split_whitespace().collect::<Vec<_>>().join("-")),
    }
}

/// Returns whether the move that `explain` has explained is the answer of a puzzle, which is better than all others; `None` if that
/// was not found.
pub(super) fn is_right(explained: &str) -> Option<bool> {
    let has = |begins: &[&str]| explained.lines().any(|line| begins.iter().any(|begin| line.starts_with(begin)));
    match (has(&BETTER), has(&NONE_BETTER)) {
        (true, _) => Some(false),
        (false, true) => Some(true),
        (false, false) => None,
    }
}

/// Returns the verdict on an entry that `hint` finds wrong; `None` if it does not.
pub(super) fn refutation(hint: &str, engine: &Engine) -> Option<String> {
    let why = engine.translate(hint.lines().next().unwrap_or_default().strip_prefix(WRONG)?);
    // A broken rule is named alone, an entry with the right one.
    let is_entry = hint.lines().nth(1).is_some();
    Some(match (engine.language(), is_entry) {
        (Language::English, true) => format!("No: {why} is wrong. `undo` takes it back."),
        (Language::English, false) => format!("No: {why}. `undo` takes it back."),
        (Language::French, true) => format!("Non : {why} est faux. `undo` reprend le coup."),
        (Language::French, false) => format!("Non : {why}. `undo` reprend le coup."),
    })
}

/// Returns the verdict on a move, with what it leads to: the first sentence of `explain`.
pub(super) fn verdict(is_right: bool, explained: &str, language: Language) -> String {
    let sentence = explained.lines().next().unwrap_or_default();
    match (is_right, language) {
        (true, Language::English) => format!("Right: {sentence}."),
        (false, Language::English) => format!("No: {sentence}. `undo` takes it back."),
        (true, Language::French) => format!("Juste : {sentence}."),
        (false, Language::French) => format!("Non : {sentence}. `undo` reprend le coup."),
    }
}

/// Returns the number of moves that `solve` has found to be the fewest.
pub(super) fn move_count(solved: &str) -> Option<usize> {
    solved.split_whitespace().find_map(|word| word.strip_prefix("moves=")?.parse().ok())
}

/// Returns the verdict on a way of some moves to the target.
pub(super) fn length_verdict(made: usize, fewest: usize, language: Language) -> String {
    match (made <= fewest, language) {
        (true, Language::English) => format!("Right: {fewest} is the fewest possible."),
        (false, Language::English) => format!("Not the fewest: {fewest} suffice. `undo {made}` goes back to the start."),
        (true, Language::French) => format!("Juste : {fewest} est le minimum."),
        (false, Language::French) => format!("Pas le minimum : {fewest} suffisent. `undo {made}` revient au début."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::serve::ask;

    #[test]
    fn words_of_a_puzzle() {
        let reply =
            "kind=win\ntask=black to move and win\ndifficulty=easy\nrating=3\nseed=7 tries=2 seconds=0.001\nposition=3 5 b";
        let wanted = "Task: black to move and win.\nIt is easy (rating 3); `puzzle easy seed=7 size=3x3` sets it up again.";
        assert_eq!(text(reply, "easy size=3x3"), wanted);
        assert!(text(reply, "").contains("`puzzle easy seed=7` "));
    }

    #[test]
    fn verdicts() {
        let wrong = "black loses in 4 plies after a1\nbetter is b2: it wins in 3 plies";
        assert_eq!(is_right(wrong), Some(false));
        assert_eq!(verdict(false, wrong, Language::English), "No: black loses in 4 plies after a1. `undo` takes it back.");
        assert_eq!(is_right("black wins in 3 plies after b2\nno move is better"), Some(true));
        assert_eq!(is_right("who wins after b2 is not found in this time"), None);
        assert_eq!(move_count("solved moves=4 path=BS,BW,BN,BW states=1"), Some(4));
        assert_eq!(length_verdict(4, 4, Language::English), "Right: 4 is the fewest possible.");
        assert_eq!(length_verdict(6, 4, Language::French), "Pas le minimum : 4 suffisent. `undo 6` revient au début.");
    }

    #[test]
    fn refutations_are_in_the_language_of_the_settings() {
        let mut engine = Engine::default();
        ask(&mut engine, "game hitori").unwrap();
        let refuted = |engine: &Engine, hint: &str| refutation(hint, engine).unwrap_or_default();
        assert_eq!(refuted(&engine, "wrong adjacent at 0,0 0,1"), "No: adjacent at 0,0 0,1. `undo` takes it back.");
        let entry = "wrong black 0,1\nin the only solution it is white";
        assert_eq!(refuted(&engine, entry), "No: black 0,1 is wrong. `undo` takes it back.");
        assert_eq!(refutation("white 0,1 rule=neighbour level=easy", &engine), None);
        ask(&mut engine, "param language fr").unwrap();
        let french = "Non : deux noires voisines, en 0,0 0,1. `undo` reprend le coup.";
        assert_eq!(refuted(&engine, "wrong adjacent at 0,0 0,1"), french);
    }
}
