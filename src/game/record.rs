//! The commands that load and save a game, as files, texts and links, and `position` of games whose state is one line of text.

use std::io::{self, Write as _};

use serde_json::{Value, json};

use super::text_record::TextRecord;
use super::{Command, Context, Game};
use crate::files::{self, Access, NewFile};
use crate::picture::Svg;
use crate::protocol::{Args, Failure, Outcome, quote};

/// A game that is saved as text and loaded again.
pub trait Persist {
    /// Formats the state as one line, with the moves made in it.
    fn position_text(&self) -> String;

    /// Sets the state that a line in the form of [`Persist::position_text`] describes. Settings stay.
    ///
    /// # Errors
    /// A text of another form, or a move that the rules forbid; nothing is changed then.
    fn set_position(&mut self, text: &str) -> Result<(), Failure>;

    /// Sets the state of the `position` field of a file that `save` has written.
    ///
    /// # Errors
    /// As [`Persist::set_position`].
    fn set_saved_position(&mut self, text: &str) -> Result<(), Failure> {
        self.set_position(text)
    }

    /// Sets the state that a line in any of the usual forms describes.
    ///
    /// # Errors
    /// As [`Persist::set_position`].
    fn load_text(&mut self, text: &str) -> Result<(), Failure> {
        self.set_position(text)
    }

    /// Loads the content of a file. Its name, empty if there is none, may tell its form.
    ///
    /// # Errors
    /// The message for a text of another form; nothing is changed then.
    fn load_file_content(&mut self, _: &str, content: &str) -> Result<(), String> {
        let line = content.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'));
        self.load_text(line.ok_or("it is empty")?).map_err(|failure| failure.to_string())
    }

    /// Checks that [`Persist::position_text`] is enough to set the state up anew, whatever the present state is.
    ///
    /// # Errors
    /// It is not; the message says how the state is written.
    fn check_position_text(&self) -> Result<(), Failure> {
        Ok(())
    }

    /// Returns whether [`Persist::position_text`] contains the moves of the game, and not only the position after them.
    fn has_moves_in_line(&self) -> bool {
        true
    }

    /// Returns the usual link to the state on the web; `None` where there is none.
    fn url(&self) -> Option<String>;

    /// Returns the game as an SGF record; `None` if its records have another form.
    fn sgf(&self) -> Option<String> {
        None
    }

    /// Returns the game as a text record with tags; `None` if its records have another form.
    fn text_record(&self) -> Option<TextRecord> {
        None
    }

    /// Returns the text of a file with an extension of this game alone; `None` if the game has no such extension. The inner error
    /// says that the state has no such form.
    fn text_for_extension(&self, _: &str) -> Option<Result<String, Failure>> {
        None
    }

    /// Returns a picture of the state.
    fn picture(&self) -> Svg;
}

/// The name of the command that loads a text.
pub const LOAD: &str = "load";

/// Returns the command `load`; `summary` describes the forms.
#[must_use]
pub const fn load<G: Persist + Game>(usage: &'static str, summary: &'static str, example: &'static str) -> Command<G> {
    let run = |game: &mut G, args: &mut Args<'_>, _: &mut Context<'_>| {
        let text = restore_hashes(args.expect_rest("TEXT")?);
        game.load_text(&text).map_err(|failure| refuse(&text, failure))?;
        Ok(String::new())
    };
    Command::new(LOAD, usage, summary, run).with_example(example)
}

/// Returns why a game cannot load a text: that it names a file, else the given reason. The engine explains links itself.
#[must_use]
pub fn refuse(text: &str, failure: Failure) -> Failure {
    if !is_file_name(text) {
        return failure;
    }
    Failure::Other(format!("{} names a file: load_file reads files", quote(text)))
}

/// Returns the address in a web link, without its scheme; `None` if the text is not a web link.
#[must_use]
pub fn address(text: &str) -> Option<&str> {
    text.split_once("://").filter(|(scheme, _)| ["http", "https"].contains(scheme)).map(|(_, address)| address)
}

/// Extensions of the files that people load.
const EXTENSIONS: [&str; 13] = ["sgf", "pgn", "json", "txt", "pzpr", "sav", "has", "csv", "game", "pg", "dot", "gz", "singles"];

/// Returns whether a text can only be the name of a file: it has an extension of [`EXTENSIONS`] and no space, `?` or `:`. Every link
/// and every record has one of these characters.
#[must_use]
pub fn is_file_name(text: &str) -> bool {
    EXTENSIONS.contains(&files::extension(text).as_str()) && !text.contains([' ', '?', ':'])
}

/// Replaces `%23` by `#` in the text of a request, where a `#` would begin a comment.
#[must_use]
pub fn restore_hashes(text: &str) -> String {
    text.replace("%23", "#")
}

/// Returns the command `load_file`; `summary` describes the forms.
#[must_use]
pub const fn load_file<G: Persist + Game>(summary: &'static str, example: &'static str) -> Command<G> {
    Command::new("load_file", "FILE", summary, run_load_file).with_example(example)
}

fn run_load_file<G: Persist + Game>(game: &mut G, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    load_path(game, args.expect_rest("FILE")?, context.settings.limits.files)
}

/// Largest file that is read, in bytes: longer than any game, and short enough not to delay an interrupt.
pub const MAX_BYTES: u64 = 4 << 20;

/// Returns whether a text has a form that `save` writes: a record with tags, or a JSON object with the name of a game.
#[must_use]
pub fn is_saved(content: &str) -> bool {
    TextRecord::begins(content) || matches!(parse_object(content), Some(Ok(object)) if object.get("game").is_some())
}

/// Loads a file that `save` has written, or one with another usual form.
///
/// # Errors
/// The file cannot be read, or has another form; nothing is changed then.
pub(super) fn load_path<G: Persist + Game>(game: &mut G, name: &str, access: Access) -> Outcome {
    let content = files::read_up_to(name, MAX_BYTES, access).map_err(Failure::CannotLoadFile)?;
    load_content(game, name, &content)
}

/// Loads the content of a file, as [`load_path`] does.
///
/// # Errors
/// It has another form; nothing is changed then.
pub fn load_content<G: Persist + Game>(game: &mut G, name: &str, content: &str) -> Outcome {
    read_content(game, name, content).map_err(|error| Failure::CannotLoadFile(format!("{name}: {error}")))?;
    Ok(String::new())
}

/// Reads the content of a file that `save` has written, or one with another usual form.
fn read_content<G: Persist + Game>(game: &mut G, name: &str, content: &str) -> Result<(), String> {
    match parse_object(content) {
        Some(Ok(object)) if object.get("game").is_some() => load_json(game, &object),
        Some(Err(error)) => game.load_file_content(name, content).map_err(|_| format!("JSON: {error}")),
        _ => game.load_file_content(name, content),
    }
}

/// Returns the command `load_text`: as `load_file`, for a client that sends what its file contains.
#[must_use]
pub const fn load_text<G: Persist + Game>(example: &'static str) -> Command<G> {
    let run = |game: &mut G, args: &mut Args<'_>, _: &mut Context<'_>| {
        let content = unescape(args.expect_rest("TEXT")?);
        read_content(game, "", &content).map_err(Failure::CannotLoadFile)?;
        Ok(String::new())
    };
    let summary = "as load_file, with the text of the file: `\\n` is a line break, `\\h` a #, `\\\\` a \\";
    Command::new("load_text", "TEXT", summary, run).with_example(example)
}

/// Decodes the text of a file that was sent on one line: `\n` is a line break, `\h` a `#` (which would begin a comment), `\\` a
/// backslash. A byte order mark is left out.
#[must_use]
pub fn unescape(text: &str) -> String {
    let mut content = String::with_capacity(text.len());
    let mut rest = text.strip_prefix(files::BYTE_ORDER_MARK).unwrap_or(text);
    while let Some((before, after)) = rest.split_once('\\') {
        content.push_str(before);
        let plain = after.chars().next().and_then(|letter| match letter {
            'n' => Some('\n'),
            'h' => Some('#'),
            '\\' => Some('\\'),
            _ => None,
        });
        content.push(plain.unwrap_or('\\'));
        rest = if plain.is_some() { &after[1..] } else { after };
    }
    content.push_str(rest);
    content
}

/// Parses a JSON object, such as the text of [`json_text`]; `None` for another text.
fn parse_object(content: &str) -> Option<serde_json::Result<Value>> {
    content.trim_start().starts_with('{').then(|| serde_json::from_str(content))
}

/// Loads the game of an object that [`json_text`] has written.
fn load_json<G: Persist + Game>(game: &mut G, object: &Value) -> Result<(), String> {
    let field = |key: &str| object[key].as_str().ok_or_else(|| format!("\"{key}\" is missing"));
    match field("game")? {
        name if name.eq_ignore_ascii_case(G::ABOUT.name) => match object["record"].as_str() {
            Some(record) => game.load_text(record),
            None => game.set_saved_position(field("position")?),
        }
        .map_err(|failure| failure.to_string()),
        other => Err(refuse_record(other)),
    }
}

/// Returns why a record of another game is not loaded.
pub(super) fn refuse_record(game: &str) -> String {
    let game = quote(game);
    format!("it is a record of the game {game}: write game {} first", game.trim_matches('"'))
}

fn json_text<G: Persist + Game>(game: &G) -> String {
    let mut object = json!({ "game": G::ABOUT.name, "position": game.position_text() });
    // In some games the position line does not contain the moves.
    if let Some(record) = game.text_record().filter(|record| record.has_names() || !record.moves.is_empty()) {
        object["record"] = record.to_string().into();
    }
    format!("{object:#}")
}

/// Returns the text record of a game whose position line would lose something (the moves, the names of its players) or is empty.
fn complete_record<G: Persist>(game: &G) -> Option<TextRecord> {
    game.text_record().filter(|record| record.has_names() || !game.has_moves_in_line() || game.position_text().is_empty())
}

/// Returns the command `url`.
#[must_use]
pub const fn url<G: Persist>() -> Command<G> {
    Command::<G>::new("url", "", "the usual link to the game on the web; fails where there is none", |game, args, _| {
        args.end()?;
        game.url().ok_or_else(|| Failure::Other("this game has no link on the web: position prints it as text".into()))
    })
    .with_example("list_commands")
}

/// Returns the command `pgn`.
#[must_use]
pub(super) const fn pgn<G: Persist + Game>() -> Command<G> {
    Command::<G>::new("pgn", "", "the game as a record with tags, as `save` writes it to FILE.pgn", |game, args, _| {
        args.end()?;
        game.check_position_text()?;
        // An empty line would end the reply.
        game.text_record().map(|record| record.to_string().replace("\n\n", "\n")).ok_or_else(no_tags::<G>)
    })
    .with_example("list_commands")
}

fn no_tags<G: Game>() -> Failure {
    Failure::Other(format!("{} has no records with tags: write another extension", G::ABOUT.name))
}

/// Returns the command `save`.
#[must_use]
pub const fn save<G: Persist + Game>() -> Command<G> {
    Command::new(
        "save",
        "FILE",
        "writes the game to a new file: by its extension a record (.sgf, .pgn, .sav, .pzpr: what the game has), .json or a picture (.svg, \
         .png), else as text that load_file reads",
        |game, args, context| {
            let path = args.expect_rest("FILE")?;
            write_file(path, &file_bytes(game, &files::extension(path))?, context.settings.limits.files)
        },
    )
    .with_example("list_commands")
}

/// Returns the command `savesgf`.
#[must_use]
pub const fn savesgf<G: Persist + Game>() -> Command<G> {
    Command::<G>::new(
        "savesgf",
        "FILE",
        "writes the game to a new file as an SGF record, whatever its extension",
        |game, args, context| {
            let path = args.expect_rest("FILE")?;
            write_file(path, &file_bytes(game, "sgf")?, context.settings.limits.files)
        },
    )
    .with_example("list_commands")
}

/// Returns the command `save_text`: as `save`, for a client that has files of its own.
#[must_use]
pub const fn save_text<G: Persist + Game>() -> Command<G> {
    let run = |game: &mut G, args: &mut Args<'_>, _: &mut Context<'_>| {
        let extension = args.expect_word("EXTENSION")?.to_ascii_lowercase();
        args.end()?;
        match extension.trim_start_matches('.') {
            "png" => Err(Failure::Other("a picture in PNG is no text: write svg".into())),
            extension => Ok(file_text(game, extension)?.trim_end_matches('\n').to_owned()),
        }
    };
    Command::new("save_text", "EXTENSION", "what `save` writes to a file with this extension", run).with_example("save_text json")
}

/// Returns the command `png`.
#[must_use]
pub const fn png<G: Persist>() -> Command<G> {
    Command::new(
        "png",
        "FILE",
        "writes the picture to a new file as PNG, twice as large as the SVG picture",
        |game: &mut G, args, context| {
            let path = args.expect_rest("FILE")?;
            write_file(path, &png_bytes(game)?, context.settings.limits.files)
        },
    )
    .with_example("list_commands")
}

/// Returns what is written to a file whose name has this extension.
fn file_bytes<G: Persist + Game>(game: &G, extension: &str) -> Result<Vec<u8>, Failure> {
    if extension == "png" {
        return png_bytes(game);
    }
    file_text(game, extension).map(|text| (text.trim_end_matches('\n').to_owned() + "\n").into_bytes())
}

/// Returns the text of a file with this extension.
fn file_text<G: Persist + Game>(game: &G, extension: &str) -> Result<String, Failure> {
    if extension != "svg" {
        game.check_position_text()?;
    }
    match extension {
        "sgf" => game.sgf().ok_or_else(|| {
            Failure::Other(format!(
                "{} has no SGF form: write .json, .svg, or another extension for the line of position",
                G::ABOUT.name
            ))
        }),
        "json" => Ok(json_text(game)),
        "svg" => Ok(game.picture().render()),
        "sav" | "pzpr" if game.text_for_extension(extension).is_none() => Err(Failure::Other(format!(
            "{} has no .{extension} form: write .json, or another extension for the line of position",
            G::ABOUT.name
        ))),
        "pgn" => game.text_record().map(|record| record.to_string()).ok_or_else(no_tags::<G>),
        other => game
            .text_for_extension(other)
            .unwrap_or_else(|| Ok(complete_record(game).map_or_else(|| game.position_text(), |record| record.to_string()))),
    }
}

/// Returns the picture of a game as PNG.
fn png_bytes<G: Persist>(game: &G) -> Result<Vec<u8>, Failure> {
    crate::picture::png(&game.picture().render()).map_err(Failure::Other)
}

fn write_file(path: &str, bytes: &[u8], access: Access) -> Outcome {
    let write = || -> io::Result<()> {
        let mut file = NewFile::create(path, access)?;
        file.write_all(bytes)?;
        file.keep()
    };
    write().map_err(|error| Failure::CannotWriteFile(format!("{path}: {error}")))?;
    Ok(String::new())
}

/// Returns the command `position`; `summary` describes the form.
#[must_use]
pub const fn position<G: Persist>(summary: &'static str) -> Command<G> {
    Command::new("position", "[TEXT]", summary, |game, args, _| {
        if args.is_empty() {
            return Ok(game.position_text());
        }
        game.set_position(args.rest())?;
        Ok(String::new())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes() {
        for (text, wanted) in [("a\\nb", "a\nb"), ("\\h1", "#1"), ("\\\\n", "\\n"), ("\\x\\", "\\x\\"), ("\\é", "\\é"), ("", "")]
        {
            assert_eq!(unescape(text), wanted);
        }
    }
}
