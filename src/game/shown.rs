//! The verbs `showboard` and `svg`: the same in every game whose pictures take one overlay.

use super::Context;
use crate::picture::{Svg, Text};
use crate::protocol::{Args, Failure, Outcome, quote};

/// A game that can be drawn, with an overlay.
pub trait Shown {
    /// What is drawn over the board.
    type Overlay;

    /// The overlay of this name.
    ///
    /// # Errors
    /// There is none, or not here.
    fn overlay(&mut self, name: &str, context: &Context<'_>) -> Result<Self::Overlay, Failure>;

    /// The board as text.
    fn text(&self, overlay: Option<&Self::Overlay>) -> Text;

    /// The line below it; it may be empty.
    fn caption(&self) -> String;

    /// The board as a drawing.
    fn svg(&self, overlay: Option<&Self::Overlay>) -> Svg;
}

/// The act of `showboard [plain|color] [OVERLAY]`.
pub fn showboard<G: Shown>(game: &mut G, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let (mut colored, mut name) = (None, None);
    while let Some(word) = args.word() {
        match word {
            "plain" | "color" if colored.is_none() => colored = Some(word == "color"),
            word if name.is_none() && !["plain", "color"].contains(&word) => name = Some(word),
            _ => return Err(Failure::Syntax(format!("unexpected {}", quote(word)))),
        }
    }
    let overlay = name.map(|name| game.overlay(name, context)).transpose()?;
    // HexGui expects the board to begin on a line of its own.
    let mut text = format!("\n{}", game.text(overlay.as_ref()).render(colored == Some(true)));
    let caption = game.caption();
    if !caption.is_empty() {
        text = text + "\n" + &caption;
    }
    Ok(text)
}

/// The act of `svg [OVERLAY]`.
pub fn svg<G: Shown>(game: &mut G, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let name = args.word();
    args.end()?;
    let overlay = name.map(|name| game.overlay(name, context)).transpose()?;
    Ok(game.svg(overlay.as_ref()).render())
}
