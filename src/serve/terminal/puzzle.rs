//! Describes a puzzle to a person: its task, its difficulty, and the command that sets it up again.

/// Returns the description for a reply of `puzzle` to these arguments.
pub(super) fn text(reply: &str, args: &str) -> String {
    let value = |key: &str| reply.lines().find_map(|line| line.strip_prefix(key)).unwrap_or_default();
    let (difficulty, rating) = (value("difficulty="), value("rating="));
    let seed = value("seed=").split(' ').next().unwrap_or_default();
    let size = args.split(' ').find(|word| word.starts_with("size=")).map_or_else(String::new, |word| format!(" {word}"));
    let again = format!("`puzzle {difficulty} seed={seed}{size}` sets it up again.");
    format!("Task: {}.\nIt is {difficulty} (rating {rating}); {again}", value("task="))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_puzzle() {
        let reply =
            "kind=win\ntask=black to move and win\ndifficulty=easy\nrating=3\nseed=7 tries=2 seconds=0.001\nposition=3 5 b";
        let wanted = "Task: black to move and win.\nIt is easy (rating 3); `puzzle easy seed=7 size=3x3` sets it up again.";
        assert_eq!(text(reply, "easy size=3x3"), wanted);
        assert!(text(reply, "").contains("`puzzle easy seed=7` "));
    }
}
