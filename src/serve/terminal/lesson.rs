//! Lessons in a person's words: what `lesson` and `judge` reply.

use crate::settings::Language;

/// Returns the title, the text and the task of a lesson from its reply, a line each.
pub fn text(reply: &str, language: Language) -> String {
    let value = |key: &str| reply.lines().find_map(|line| line.strip_prefix(key)).unwrap_or_default();
    let task = match language {
        Language::English => "Task:",
        Language::French => "Tâche :",
    };
    format!("{}\n{}\n{task} {}", value("title="), value("text="), value("task="))
}

/// Returns whether moves are still missing, and the verdict on lesson `number` of `count` in words. The sentence of the reply is in
/// the language already.
pub fn verdict(reply: &str, (number, count): (usize, usize), language: Language) -> (bool, String) {
    let (first, sentence) = reply.split_once('\n').unwrap_or((reply, ""));
    let text = match language {
        Language::English => english(first, sentence, (number, count)),
        Language::French => french(first, sentence, (number, count)),
    };
    (first.starts_with("open"), text)
}

fn english(first: &str, sentence: &str, (number, count): (usize, usize)) -> String {
    match first.split(' ').next() {
        Some("met") => {
            let next = match number < count {
                true => format!("`lesson {}` is the next one.", number + 1),
                false => "That was the last lesson.".to_owned(),
            };
            format!("Solved: {sentence}. {next}")
        }
        Some("failed") => format!("No: {sentence}. `undo` takes a move back, `lesson {number}` begins again."),
        Some("open") => format!("Not yet: {sentence}."),
        _ => format!("Not proved: {sentence}."),
    }
}

fn french(first: &str, sentence: &str, (number, count): (usize, usize)) -> String {
    match first.split(' ').next() {
        Some("met") => {
            let next = match number < count {
                true => format!("`lesson {} fr` est la suivante.", number + 1),
                false => "C'était la dernière leçon.".to_owned(),
            };
            format!("Réussi : {sentence}. {next}")
        }
        Some("failed") => format!("Non : {sentence}. `undo` reprend un coup, `lesson {number} fr` recommence."),
        Some("open") => format!("Pas encore : {sentence}."),
        _ => format!("Pas prouvé : {sentence}."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_lesson() {
        let reply = "title=One\ntext=Two, three.\ntask=Four.\nposition=5 b";
        assert_eq!(text(reply, Language::English), "One\nTwo, three.\nTask: Four.");
        assert_eq!(text(reply, Language::French), "One\nTwo, three.\nTâche : Four.");
        let failed = verdict("failed move=a1 answer=b2\nblack loses after a1: the answer is b2", (1, 3), Language::English);
        let text = "No: black loses after a1: the answer is b2. `undo` takes a move back, `lesson 1` begins again.";
        assert_eq!(failed, (false, text.to_owned()));
        assert_eq!(verdict("open left=2\ngo on", (3, 3), Language::English), (true, "Not yet: go on.".to_owned()));
        assert_eq!(verdict("met\nit is", (3, 3), Language::English).1, "Solved: it is. That was the last lesson.");
        assert_eq!(verdict("met\nit is", (2, 3), Language::English).1, "Solved: it is. `lesson 3` is the next one.");
        assert_eq!(
            verdict("met\nBlanc a gagné", (3, 3), Language::French).1,
            "Réussi : Blanc a gagné. C'était la dernière leçon."
        );
    }
}
