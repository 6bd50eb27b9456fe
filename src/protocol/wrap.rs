//! Texts for people, broken into lines.

/// Breaks the lines of a text at spaces into lines of at most this width, in characters; a longer word stays whole. The first part
/// of a line keeps its indentation.
#[must_use]
pub fn wrap(text: &str, width: usize) -> String {
    text.split('\n').map(|line| wrap_line(line, width)).collect::<Vec<_>>().join("\n")
}

/// Marks that stay in the line of the word before them: French puts a space between.
const MARKS: [&str; 6] = [":", ";", "?", "!", "%", "»"];

fn wrap_line(text: &str, width: usize) -> String {
    let words = text.trim_start_matches(' ');
    let (mut lines, mut line) = (Vec::new(), text[..text.len() - words.len()].to_owned());
    let mut words = words.split(' ').peekable();
    let mut is_first = true;
    while let Some(word) = words.next() {
        let mark = words.next_if(|word| MARKS.contains(word)).map_or_else(String::new, |mark| format!(" {mark}"));
        if !is_first && line.chars().count() + 1 + word.chars().count() + mark.chars().count() > width {
            lines.push(std::mem::take(&mut line));
        } else if !is_first {
            line.push(' ');
        }
        is_first = false;
        line.push_str(word);
        line.push_str(&mark);
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
        assert_eq!(wrap("ab cd : ef ; g", 7), "ab cd :\nef ; g");
        assert_eq!(wrap("ab cd : ef", 6), "ab\ncd :\nef");
    }
}
