//! The commands `load`, `load_file` and `position` of games whose state is one line of text.

use crate::files;
use crate::game::Context;
use crate::protocol::{Args, Failure, Outcome};

/// A game whose state is one line of text.
pub trait Record: Sized {
    /// Formats the state with the moves made in it.
    fn write(&self) -> String;

    /// Parses a state in the form of [`Record::write`]. Settings are those of `self`.
    ///
    /// # Errors
    /// A text of another form, or a move that the rules forbid.
    fn read(&self, text: &str) -> Result<Self, Failure>;

    /// Parses a state without moves.
    ///
    /// # Errors
    /// A text of another form.
    fn read_start(&self, text: &str) -> Result<Self, Failure> {
        self.read(text)
    }

    /// Parses the content of the file with this name.
    ///
    /// # Errors
    /// The message for a text of another form.
    fn read_file(&self, name: &str, content: &str) -> Result<Self, String>;
}

/// Runs `load TEXT`.
pub fn load<G: Record>(game: &mut G, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    *game = game.read_start(args.expect_rest("TEXT")?)?;
    Ok(String::new())
}

/// Runs `load_file FILE`.
pub fn load_file<G: Record>(game: &mut G, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    let name = args.expect_rest("FILE")?;
    let content = files::read(name).map_err(Failure::CannotLoadFile)?;
    *game = game.read_file(name, &content).map_err(|error| Failure::CannotLoadFile(format!("{name}: {error}")))?;
    Ok(String::new())
}

/// Runs `position [TEXT]`.
pub fn position<G: Record>(game: &mut G, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    if args.is_empty() {
        return Ok(game.write());
    }
    *game = game.read(args.rest())?;
    Ok(String::new())
}
