//! What `showboard` reads and writes in every game.

use crate::picture::Text;
use crate::protocol::{Args, Failure, quote};

/// The arguments of `showboard`: `[plain|color]` and names of overlays.
pub struct BoardArgs<'a> {
    /// Whether the text has colours.
    pub is_colored: bool,
    /// The names, each once, in the order in which they were written.
    pub overlays: Vec<&'a str>,
}

impl<'a> BoardArgs<'a> {
    /// Reads all arguments, with at most `most` names of overlays.
    ///
    /// # Errors
    /// A word that stands twice, or one too many.
    pub fn read(args: &mut Args<'a>, most: usize) -> Result<Self, Failure> {
        let (mut colored, mut overlays) = (None, Vec::new());
        while let Some(word) = args.word() {
            let is_color = ["plain", "color"].contains(&word);
            match colored {
                None if is_color => colored = Some(word == "color"),
                _ if !is_color && overlays.len() < most && !overlays.contains(&word) => overlays.push(word),
                _ => return Err(Failure::Syntax(format!("unexpected {}", quote(word)))),
            }
        }
        Ok(BoardArgs { is_colored: colored == Some(true), overlays })
    }

    /// Writes the reply: the board, and the line below it unless it is empty.
    #[must_use]
    pub fn reply(&self, board: &Text, caption: &str) -> String {
        // HexGui expects the board to begin on a line of its own.
        let text = format!("\n{}", board.render(self.is_colored));
        if caption.is_empty() { text } else { format!("{text}\n{caption}") }
    }
}
