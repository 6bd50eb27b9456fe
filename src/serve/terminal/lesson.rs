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
    let word = first.split(' ').next().unwrap_or_default();
    let heads = match word {
        "met" => ["Solved: ", "Réussi : "],
        "failed" => ["No: ", "Non : "],
        "open" => ["Not yet: ", "Pas encore : "],
        _ => ["Not proved: ", "Pas prouvé : "],
    };
    let next = number + 1;
    let tails = match word {
        "met" if number < count => {
            [format!(" `lesson {next}` is the next one."), format!(" `lesson {next} fr` est la suivante.")]
        }
        "met" => [" That was the last lesson.".to_owned(), " C'était la dernière leçon.".to_owned()],
        "failed" => [
            format!(" `undo` takes a move back, `lesson {number}` begins again."),
            format!(" `undo` reprend un coup, `lesson {number} fr` recommence."),
        ],
        _ => Default::default(),
    };
    let at = match language {
        Language::English => 0,
        Language::French => 1,
    };
    (word == "open", format!("{}{sentence}.{}", heads[at], tails[at]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_lesson() {
        let reply = "title=One\ntext=Two, three.\ntask=Four.\nposition=5 b";
        assert_eq!(text(reply, Language::English), "One\nTwo, three.\nTask: Four.");
        assert_eq!(text(reply, Language::French), "One\nTwo, three.\nTâche : Four.");
        let failed = verdict("failed move=a1 answer=b2\nblack loses after a1; white answers b2", (1, 3), Language::English);
        let text = "No: black loses after a1; white answers b2. `undo` takes a move back, `lesson 1` begins again.";
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
