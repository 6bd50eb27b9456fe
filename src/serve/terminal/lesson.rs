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

/// Returns whether moves are still missing, and the verdict in words; `next` is the number of the next lesson, if there is one.
/// The sentence of the reply is in the language already.
pub fn verdict(reply: &str, next: Option<usize>, language: Language) -> (bool, String) {
    let (first, sentence) = reply.split_once('\n').unwrap_or((reply, ""));
    let text = match language {
        Language::English => english(first, sentence, next),
        Language::French => french(first, sentence, next),
    };
    (first.starts_with("open"), text)
}

fn english(first: &str, sentence: &str, next: Option<usize>) -> String {
    match first.split(' ').next() {
        Some("met") => {
            let next =
                next.map_or_else(|| "That was the last lesson.".to_owned(), |next| format!("`lesson {next}` is the next one."));
            format!("Solved: {sentence}. {next}")
        }
        Some("failed") => format!("No: {sentence}. `undo` takes it back."),
        Some("open") => format!("Not yet: {sentence}."),
        _ => format!("Not proved: {sentence}."),
    }
}

fn french(first: &str, sentence: &str, next: Option<usize>) -> String {
    match first.split(' ').next() {
        Some("met") => {
            let next = next
                .map_or_else(|| "C'était la dernière leçon.".to_owned(), |next| format!("`lesson {next} fr` est la suivante."));
            format!("Réussi : {sentence}. {next}")
        }
        Some("failed") => format!("Non : {sentence}. `undo` reprend le coup."),
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
        let failed = verdict("failed move=a1 answer=b2\nblack loses after a1: the answer is b2", Some(2), Language::English);
        assert_eq!(failed, (false, "No: black loses after a1: the answer is b2. `undo` takes it back.".to_owned()));
        assert_eq!(verdict("open left=2\ngo on", None, Language::English), (true, "Not yet: go on.".to_owned()));
        assert_eq!(verdict("met\nit is", None, Language::English).1, "Solved: it is. That was the last lesson.");
        assert_eq!(verdict("met\nit is", Some(3), Language::English).1, "Solved: it is. `lesson 3` is the next one.");
        assert_eq!(verdict("met\nBlanc a gagné", None, Language::French).1, "Réussi : Blanc a gagné. C'était la dernière leçon.");
    }
}
