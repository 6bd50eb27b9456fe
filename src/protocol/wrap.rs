//! Texts for people, broken into lines.

/// Breaks the lines of a text at spaces into lines of at most this width, in characters; a longer word stays whole. The first part
/// of a line keeps its indentation.
#[must_use]
pub fn wrap(text: &str, width: usize) -> String {
    text.split('\n').map(|line| wrap_line(line, width)).collect::<Vec<_>>().join("\n")
}

fn wrap_line(text: &str, width: usize) -> String {
    let words = text.trim_start_matches(' ');
    let (mut lines, mut line) = (Vec::new(), text[..text.len() - words.len()].to_owned());
    for (place, word) in words.split(' ').enumerate() {
        if place > 0 && line.chars().count() + 1 + word.chars().count() > width {
            lines.push(std::mem::take(&mut line));
        } else if place > 0 {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.push(line);
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_at_spaces() {
        assert_eq!(wrap("ab cd ef", 5), "ab cd\nef");
        assert_eq!(wrap("  a b\n c\n", 5), "  a b\n c\n");
        assert_eq!(wrap("abcdef g", 3), "abcdef\ng");
    }
}
