//! The arguments and the reply of `showboard` in every game.

use crate::picture::Text;
use crate::protocol::{Args, Failure, quote};

/// The arguments of `showboard`: `[plain|color]` and names of overlays.
pub struct BoardArgs<'a> {
    /// Whether the text has colours.
    pub is_colored: bool,
    /// The names of overlays, each once, in the order of the request.
    pub overlays: Vec<&'a str>,
}

impl<'a> BoardArgs<'a> {
    /// Parses all arguments, with at most `max_overlays` names of overlays.
    ///
    /// # Errors
    /// A repeated word, or more words.
    pub fn read(args: &mut Args<'a>, max_overlays: usize) -> Result<Self, Failure> {
        let (mut colored, mut overlays) = (None, Vec::new());
        while let Some(word) = args.word() {
            let is_color = ["plain", "color"].contains(&word);
            match colored {
                None if is_color => colored = Some(word == "color"),
                _ if !is_color && overlays.len() < max_overlays && !overlays.contains(&word) => overlays.push(word),
                _ => return Err(Failure::Syntax(format!("unexpected {}", quote(word)))),
            }
        }
        Ok(BoardArgs { is_colored: colored == Some(true), overlays })
    }

    /// Formats the reply: the board, and the caption below it unless it is empty.
    #[must_use]
    pub fn reply(&self, board: &Text, caption: &str) -> String {
        // HexGui expects the board to begin on the second line.
        let text = format!("\n{}", board.render(self.is_colored));
        if caption.is_empty() { text } else { format!("{text}\n{caption}") }
    }
}
