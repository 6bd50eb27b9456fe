//! Words and messages of the terminal: sides, help for the current board, advice after errors, and their translation.

use crate::color::Color;
use crate::engine::Engine;
use crate::files;
use crate::game::CommandInfo;
use crate::game::about::Situation;
use crate::game::translation::Phrases;
use crate::protocol::{Failure, wrap};
use crate::settings::Language;

/// The phrases of this front end in French, as the games have theirs.
const PHRASES: &str = include_str!("phrases.fr.json");

/// The setting of this front end that two-player games have.
pub(super) const OPPONENT: &str = "opponent";

/// Extensions of files that `save` writes in a form of their own; others have the line of `position` or a record.
const FORMS: [&str; 9] = ["sgf", "json", "svg", "png", "pgn", "txt", "game", "pzpr", "sav"];

/// Commands that set up another board, the first that a game has.
const OTHER_BOARD: [&str; 3] = ["boardsize", "generate", "load"];

/// Returns the phrases of this front end and the current game; `None` in English, the language in which they are built.
pub(super) fn phrases(engine: &Engine) -> Option<Phrases> {
    (engine.language() == Language::French).then(|| Phrases::read_all(&[PHRASES, engine.about().phrases]))
}

/// Translates sentences of this front end, a line each.
pub(super) fn translate(engine: &Engine, text: &str) -> String {
    phrases(engine).map_or_else(|| text.to_owned(), |phrases| phrases.translate_lines(text))
}

/// Translates a failure with its beginning, if all of it can be translated.
pub(super) fn translate_failure(engine: &Engine, failure: &Failure) -> String {
    let text = failure.to_string();
    phrases(engine).map_or_else(|| text.clone(), |phrases| phrases.translate_whole_lines(&text))
}

/// Translates the line below a board, if all of it can be translated.
pub(super) fn translate_caption(engine: &Engine, board: &str) -> String {
    match (phrases(engine), board.rsplit_once('\n')) {
        (Some(phrases), Some((rows, caption))) => format!("{rows}\n{}", phrases.translate_whole_lines(caption)),
        _ => board.to_owned(),
    }
}

/// Parses the side that a person plays; the inner `None` stands for both sides.
pub fn side(word: &str) -> Option<Option<Color>> {
    match word.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Some(Color::Black)),
        "w" | "white" => Some(Some(Color::White)),
        "both" => Some(None),
        _ => None,
    }
}

/// Returns a move that can be made, from the middle of the list, since corners are seldom good.
pub(super) fn example_move(situation: &Situation) -> Option<&str> {
    situation.moves.get(situation.moves.len() / 2).map(String::as_str)
}

/// Returns lines of help: a move that can be made, lessons, help for a move, another game.
pub(super) fn help_lines(engine: &Engine, situation: &Situation) -> Vec<String> {
    let about = engine.about();
    let quoted = |text: &str| format!("`{text}`");
    let other = OTHER_BOARD.iter().find_map(|name| engine.find(name)).map(|command| quoted(command.example));
    let other = other.map_or_else(String::new, |example| format!("{example} sets up another board, "));
    let mut lines = Vec::new();
    if let Some(mv) = example_move(situation) {
        lines.push(format!("{} {}.", quoted(mv), about.play()));
    }
    if engine.find("lesson").is_some() {
        lines.push("`lesson 1` is the first lesson, `lessons` lists all.".to_owned());
    }
    let undo = "`undo` takes a move back, `redo` makes it again";
    let again =
        if engine.find("reset").is_some() { "`reset` begins again, `new` is another puzzle" } else { "`new` begins again" };
    lines.push(format!("`hint` suggests a move, `?` explains the position, {undo}, {again}."));
    lines.push(format!("{other}`list_games` and `game NAME` another game; `help` lists the commands, `quit` leaves."));
    lines
}

/// Returns what to type after a hint in a game with several degrees of hints: the next degree, or `solve`. At the end there is none.
pub(super) fn after_hint(engine: &Engine, args: &str) -> Option<String> {
    if engine.situation().ending.is_some() {
        return None;
    }
    let most: u32 = engine.find("hint")?.usage.strip_prefix("[1-")?.strip_suffix(']')?.parse().ok()?;
    let next = if args.is_empty() { 2 } else { args.parse::<u32>().ok()? + 1 };
    Some(if next <= most { format!("`hint {next}` says more.") } else { "`solve` shows a solution.".to_owned() })
}

/// Returns what to type instead of a word that is neither a command nor a move: the nearest command and what that does, or a move.
pub(super) fn advice(near: Option<CommandInfo>, situation: &Situation) -> String {
    match (near, example_move(situation)) {
        (Some(command), _) => format!("{} - {}", command.synopsis(), command.summary),
        (None, Some(mv)) => format!("a move is written as `{mv}`; `help` lists the commands"),
        (None, None) => "`help` lists the commands".to_owned(),
    }
}

/// Returns whether an illegal move was meant as one, though it may resemble a command: by its form, or as `red up` in a game where
/// moves have two words.
pub(super) fn is_like_move(line: &str, situation: &Situation) -> bool {
    let has_words = situation.moves.iter().any(|mv| mv.contains(' ')) && line.contains(' ');
    has_words || has_form_of_move(line)
}

/// Returns what has been written to a file.
pub(super) fn written_text(file: &str) -> String {
    if FORMS.contains(&files::extension(file).as_str()) {
        format!("{file} is written")
    } else {
        format!("{file} is written: the game as text")
    }
}

/// Returns whether a line is meant as a move, whatever can be played.
pub(super) fn is_surely_move(line: &str) -> bool {
    has_form_of_move(line) || line.eq_ignore_ascii_case("resign")
}

/// Returns whether a line can only be meant as a move, though it may resemble a command.
pub(super) fn has_form_of_move(line: &str) -> bool {
    line.starts_with("swap") || line.contains(|c: char| c.is_ascii_digit())
}

/// Returns whether a move of several words begins with a word.
pub(super) fn begins_as_move(word: &str, situation: &Situation) -> bool {
    let begins = |mv: &String| mv.split_once(' ').is_some_and(|(first, _)| first.eq_ignore_ascii_case(word));
    situation.moves.iter().any(begins)
}

/// Returns the message for a move that cannot be read, without the usage of `play`, which was not typed.
pub(super) fn unreadable_move(why: &str, situation: &Situation) -> Failure {
    let why = why.split("; usage: ").next().unwrap_or(why);
    Failure::Other(format!("{why}\n{}", advice(None, situation)))
}

/// Returns the message for a command of other games; `None` if no game has it.
pub(super) fn refer_to_games(engine: &Engine, name: &str) -> Option<Failure> {
    let (first, command) = *engine.games_with_command(name).first()?;
    let games = engine.name_games_with_command(name)?;
    let generate = engine.find("generate").filter(|_| OTHER_BOARD.contains(&name));
    let help =
        generate.map_or_else(|| format!("`game {first}` changes to it"), |_| "`generate` makes another board here".to_owned());
    Some(Failure::Other(format!("{name} is a command of {games}: {} - {}\n{help}", command.synopsis(), command.summary)))
}

/// Fits a picture, which may have colours, into the width of the window: breaks the sentence below the drawing, cuts the lines of the
/// drawing and says so.
pub(super) fn fit(engine: &Engine, picture: &str, width: usize) -> String {
    // The letters of the columns, in the place of a sentence in Hex, are indented.
    let (drawing, caption) = match picture.rsplit_once('\n') {
        Some((drawing, caption)) if !caption.starts_with(' ') => (drawing, Some(wrap(caption, width))),
        _ => (picture, None),
    };
    let columns = drawing.split('\n').map(visible_length).max().unwrap_or(0);
    let lines = drawing.split('\n').map(|line| cut(line, width)).chain(caption);
    let why = format!("(The picture has {columns} columns, the window {width}.)");
    let why = (columns > width).then(|| wrap(&translate(engine, &why), width));
    lines.chain(why).collect::<Vec<_>>().join("\n")
}

/// Splits a line into characters and changes of colour.
fn pieces(line: &str) -> impl Iterator<Item = &str> {
    let mut rest = line;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let end = if first == '\x1b' { rest.find('m').map_or(rest.len(), |at| at + 1) } else { first.len_utf8() };
        let (piece, after) = rest.split_at(end);
        rest = after;
        Some(piece)
    })
}

fn visible_length(line: &str) -> usize {
    pieces(line).filter(|piece| !piece.starts_with('\x1b')).count()
}

fn cut(line: &str, width: usize) -> String {
    let mut shown = 0;
    let fits = |piece: &&str| {
        shown += usize::from(!piece.starts_with('\x1b'));
        piece.starts_with('\x1b') || shown <= width
    };
    pieces(line).filter(fits).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_fit_the_window() {
        let engine = Engine::default();
        assert_eq!(fit(&engine, "abc\nd", 3), "abc\nd");
        assert!(fit(&engine, "\x1b[1mabcd\x1b[0m\nd", 3).starts_with("\x1b[1mabc\x1b[0m\nd\n("));
        assert_eq!(fit(&engine, "ab\n\nc d e", 3), "ab\n\nc d\ne");
        assert_eq!(fit(&engine, "ab\n a b", 4), "ab\n a b");
        let narrow = fit(&engine, &"x".repeat(40), 30);
        assert!(narrow.lines().all(|line| line.len() <= 30) && narrow.ends_with(",\nthe window 30.)"), "{narrow}");
    }

    #[test]
    fn sides() {
        assert_eq!(side("Black"), Some(Some(Color::Black)));
        assert_eq!(side("both"), Some(None));
        assert_eq!(side("f6"), None);
    }

    #[test]
    fn the_terminal_speaks_french() {
        let mut engine = Engine::default();
        crate::serve::ask(&mut engine, "param language fr").expect("a language");
        assert_eq!(phrases(&engine).and_then(|phrases| phrases.find_malformed()), None);
        let games: Vec<&str> = engine.games().collect();
        for game in games {
            crate::serve::ask(&mut engine, &format!("game {game}")).expect("a game");
            let (about, situation) = (engine.about(), engine.situation());
            let lines = help_lines(&engine, &situation);
            let texts = lines.iter().map(String::as_str).chain([about.rules(), about.play(), about.summary()]);
            for text in texts {
                assert_ne!(translate(&engine, text), text, "{game}");
            }
        }
        crate::serve::ask(&mut engine, "game hex").expect("a game");
        for (english, french) in [
            ("You play black, the engine plays white; `param opponent none` lets you play both sides.", "Vous jouez Noir, "),
            ("White has won: black has resigned. `new` begins another one.", "Blanc a gagné : Noir a abandonné. `new` "),
            ("2. white d8? loses 10 %, better h2 j2", "2. Blanc d8? perd 10 %, mieux h2 j2"),
            ("black: accuracy 97.3 %, 12 good moves, 1 inaccuracy", "Noir : précision 97.3 %, 12 bons coups, 1 imprécision"),
            (
                "Task: black to move and win in 3 plies; only one move wins.",
                "Tâche : à Noir de jouer et de gagner en 3 demi-coups ; ",
            ),
            (
                "Task: black to move and lose by no more than 1; only one move does.",
                "Tâche : à Noir de jouer et de ne pas perdre de plus de 1 ; un seul coup le permet.",
            ),
            ("white plays c3", "Blanc joue c3"),
            ("`f6` puts a stone on a point.", "`f6` pose une pierre sur une case."),
        ] {
            let said = translate(&engine, english);
            assert!(said.starts_with(french), "{said}");
        }
        let phrases = phrases(&engine).expect("phrases");
        let whole = phrases.translate_whole_lines("illegal move: b1 is occupied");
        assert_eq!(whole, "coup illégal : b1 est occupé");
        let english = "syntax error: \"q\" is not a colour: write b or w; usage: play COLOR MOVE";
        let french = "erreur de syntaxe : \"q\" n'est pas une couleur : écrivez b ou w; usage: play COLOR MOVE";
        assert_eq!(phrases.translate_whole_lines(english), french);
    }

    /// What the games say in their own words: the line below the board, the task of a puzzle, a move to type.
    #[test]
    fn words_of_the_games_are_french() {
        let mut engine = Engine::default();
        crate::serve::ask(&mut engine, "param language fr").expect("a language");
        for (game, position, caption, english, french) in [
            (
                "dots",
                "1x2 1110000 w",
                "Noir 0 Blanc 0, c'est à Blanc de jouer",
                "Task: black to move and win by 1; only one move does.",
                "Tâche : à Noir de jouer et de gagner de 1 ; un seul coup le permet.",
            ),
            (
                "dots",
                "1x1 1111 b 0 1",
                "Noir 0 Blanc 1, la partie est finie",
                "Task: white to move and lose by no more than 1; only one move does.",
                "Tâche : à Blanc de jouer et de ne pas perdre de plus de 1 ; un seul coup le permet.",
            ),
            (
                "graph",
                "game 2 s;s 1 - t;t 2 G1;at s",
                "sommets 2 arcs 1, c'est à Noir de jouer",
                "Task: white to move and draw; only one move does not lose (player 1 is black, and a play that never ends is drawn).",
                "Tâche : à Blanc de jouer et d'annuler ; un seul coup ne perd pas (le joueur 1 est Noir, et une partie sans fin est nulle).",
            ),
            (
                "nim",
                "5 nim misere=1 w",
                "prenez autant que vous voulez d'un tas, le dernier coup perd ; c'est à Blanc de jouer",
                "Task: black to move and win in 3 plies; only one move wins (take=1-4, the last move loses).",
                "Tâche : à Noir de jouer et de gagner en 3 demi-coups ; un seul coup gagne (take=1-4, le dernier coup perd).",
            ),
            (
                "tictactoe",
                "3 3 3 ........./...",
                "",
                "Task: black to move and draw; only one move does not lose (3 in a line win).",
                "Tâche : à Noir de jouer et d'annuler ; un seul coup ne perd pas (3 alignés gagnent).",
            ),
            (
                "hitori",
                "",
                "",
                "`white 2,2` marks a cell black, or white, or clear: row,column from 0.",
                "`white 2,2` marque une case black, white ou clear : ligne,colonne à partir de 0.",
            ),
        ] {
            crate::serve::ask(&mut engine, &format!("game {game}")).expect("a game");
            assert_eq!(translate(&engine, english), french);
            if !caption.is_empty() {
                crate::serve::ask(&mut engine, &format!("position {position}")).expect("a position");
                let board = crate::serve::ask(&mut engine, "showboard plain").expect("a board");
                assert_eq!(translate_caption(&engine, board.trim_matches('\n')).lines().last(), Some(caption));
            }
        }
    }
}
