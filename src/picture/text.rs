//! Drawings made of characters, each with its colour.

/// The colour of a character, by its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Ink {
    /// Text and everything else.
    #[default]
    Plain,
    /// What belongs to black, who is dark in the SVG pictures.
    Black,
    /// What belongs to white, who is red there.
    White,
    /// Highlighted: the last move.
    Mark,
    /// Dimmed: empty cells, coordinates.
    Faint,
    /// The robot of this colour.
    Red,
    /// The robot of this colour.
    Green,
    /// The robot of this colour.
    Blue,
    /// The robot of this colour.
    Yellow,
    /// The robot of this colour.
    Silver,
}

impl Ink {
    /// Returns the ANSI sequence that turns the colour on.
    const fn code(self) -> &'static str {
        match self {
            Ink::Plain => "",
            Ink::Black => "\x1b[1m",
            Ink::White => "\x1b[1;31m",
            Ink::Mark => "\x1b[1;33m",
            Ink::Faint => "\x1b[2m",
            Ink::Red => "\x1b[1;31m",
            Ink::Green => "\x1b[1;32m",
            Ink::Blue => "\x1b[1;34m",
            Ink::Yellow => "\x1b[1;33m",
            Ink::Silver => "\x1b[1;37m",
        }
    }
}

/// A drawing: lines of characters, extended as they are written.
#[derive(Clone, Debug, Default)]
pub struct Text {
    lines: Vec<Vec<(char, Ink)>>,
}

impl Text {
    /// Writes a word at a column and a line, both counted from 0.
    pub fn write(&mut self, column: usize, line: usize, word: &str, ink: Ink) {
        if self.lines.len() <= line {
            self.lines.resize_with(line + 1, Vec::new);
        }
        let row = &mut self.lines[line];
        let end = column + word.chars().count();
        if row.len() < end {
            row.resize(end, (' ', Ink::Plain));
        }
        for (slot, c) in row[column..].iter_mut().zip(word.chars()) {
            *slot = (c, ink);
        }
    }

    /// Moves the drawing to the right and down, to make room for coordinates.
    #[must_use]
    pub fn shift(mut self, columns: usize, lines: usize) -> Text {
        for row in &mut self.lines {
            row.splice(..0, std::iter::repeat_n((' ', Ink::Plain), columns));
        }
        self.lines.splice(..0, std::iter::repeat_n(Vec::new(), lines));
        self
    }

    /// Returns the drawing as text, with ANSI sequences if `in_color`.
    #[must_use]
    pub fn render(&self, in_color: bool) -> String {
        let rows = self.lines.iter().map(|row| if in_color { color_row(row) } else { row.iter().map(|&(c, _)| c).collect() });
        rows.map(|row: String| row.trim_end().to_owned()).collect::<Vec<_>>().join("\n")
    }
}

fn color_row(row: &[(char, Ink)]) -> String {
    let mut line = String::new();
    for run in row.chunk_by(|a, b| a.1 == b.1) {
        let word: String = run.iter().map(|&(c, _)| c).collect();
        match run[0].1.code() {
            "" => line.push_str(&word),
            code => line.push_str(&format!("{code}{word}\x1b[0m")),
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_and_colored() {
        let mut text = Text::default();
        text.write(2, 1, "ab", Ink::Black);
        text.write(4, 1, "c", Ink::Plain);
        assert_eq!(text.render(false), "\n  abc");
        assert_eq!(text.render(true), "\n  \x1b[1mab\x1b[0mc");
        assert_eq!(text.shift(1, 1).render(false), "\n\n   abc");
    }
}
