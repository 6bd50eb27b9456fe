//! The commands that all puzzles share: loading, drawing, moves, and the check of a solution.

use std::marker::PhantomData;

use super::notation::{parse_position, parse_puzzle, position_text};
use super::solving::{self, verdict_text};
use super::{Puzzle, Session, Verdict, dialect, explain, generator, puzzle_command};
use crate::game::about::{About, MAX_MOVES, Situation};
use crate::game::explanation::{USAGE as USAGE_OF_EXPLAIN, count};
use crate::game::lesson::{judge, lesson, lessons};
use crate::game::puzzle::USAGE_WITH_SIZE;
use crate::game::record::{self, Persist};
use crate::game::render::BoardArgs;
use crate::game::{Bench, Command, Context, Game, undo};
use crate::picture::Svg;
use crate::protocol::{Args, Failure, Outcome, quote};

/// The texts of `help` in which the puzzles differ.
pub struct Help {
    /// Arguments of `load`.
    pub load_usage: &'static str,
    /// Summary of `load`.
    pub load: &'static str,
    /// Example of `load` and `load_file`.
    pub load_example: &'static str,
    /// Example of `load_text`.
    pub load_text_example: &'static str,
    /// Summary of `load_file`.
    pub load_file: &'static str,
    /// Summary of `generate`.
    pub generate: &'static str,
    /// Summary of `position`.
    pub position: &'static str,
    /// Summary of `showboard`.
    pub showboard: &'static str,
    /// Summary of `play`.
    pub play: &'static str,
    /// Example of `play`.
    pub play_example: &'static str,
    /// Summary of `check`.
    pub check: &'static str,
    /// Summary of `solve`.
    pub solve: &'static str,
    /// Summary of `hint`.
    pub hint: &'static str,
}

/// Holds the command table of a puzzle.
struct Table<P>(PhantomData<P>);

impl<P: Puzzle> Table<P> {
    /// The commands of the puzzle.
    const COMMANDS: &'static [Command<Session<P>>] = &[
        record::load(P::HELP.load_usage, P::HELP.load, P::HELP.load_example),
        record::load_file(P::HELP.load_file, P::HELP.load_example),
        Command::new("generate", "[KEY=VALUE]...", P::HELP.generate, generator::generate)
            .with_example("generate size=10x10 difficulty=easy seed=7"),
        Command::new(
            "puzzle",
            USAGE_WITH_SIZE,
            "sets up a new puzzle with one solution: the task, its rating, the rules of deduction that it needs",
            puzzle_command::puzzle,
        )
        .with_example("puzzle easy seed=7"),
        lessons(),
        lesson(),
        judge(),
        record::load_text(P::HELP.load_text_example),
        record::position(P::HELP.position),
        record::url().with_summary("the puzz.link address of the puzzle").with_example("url"),
        record::save(),
        record::save_text(),
        record::png(),
        Command::new("showboard", "[plain|color] [solution] [grid]", P::HELP.showboard, showboard),
        Command::new("svg", "[solution]", "the puzzle as an SVG document", svg),
        Command::new("play", "MOVE", P::HELP.play, play).with_example(P::HELP.play_example),
        undo::undo(),
        undo::redo(),
        undo::reset(),
        Command::new("check", "[TEXT]", P::HELP.check, check),
        Command::new("solve", "[METHOD]", P::HELP.solve, solving::solve),
        Command::new("count", "[LIMIT]", "the number of solutions; >=LIMIT when the limit ends it", solving::count),
        Command::new("hint", "", P::HELP.hint, solving::hint),
        Command::new(
            "explain",
            USAGE_OF_EXPLAIN,
            "how far the puzzle is filled in, and the next step with what it needs; or the shortest chain of deductions from a wrong \
             entry, or against a right one's opposite, to a contradiction; with the marks of each sentence",
            explain::explain,
        ),
        Command::new(
            "rate",
            "",
            "easy, medium, hard, extreme or search; the strongest rule needed and its number of uses",
            solving::rate,
        ),
    ];
}

impl<P: Puzzle> Game for Session<P> {
    const ABOUT: About = P::ABOUT;
    const COMMANDS: &'static [&'static [Command<Self>]] = &[Table::<P>::COMMANDS];
    /// The parsers of addresses know the kinds of all puzzles.
    const EXPLAINS_ADDRESSES: bool = true;
    const BENCH: Option<Bench> = Some(P::BENCH);

    fn situation(&self) -> Situation {
        let is_solved = self.puzzle.check_filled(&self.filled) == Verdict::Solved;
        let ending = is_solved.then(|| format!("Solved, in {}.", count(self.moves.len(), "move")));
        let moves = if is_solved { Vec::new() } else { self.puzzle.open_moves(&self.filled).take(MAX_MOVES).collect() };
        Situation { to_move: None, ending, moves, are_swapped: false }
    }

    fn rebuild_from_record(&self) -> Self {
        Session::new(self.puzzle.clone(), self.moves.to_vec())
    }
}

impl<P: Puzzle> Persist for Session<P> {
    fn position_text(&self) -> String {
        position_text(&self.puzzle, &self.moves)
    }

    fn set_position(&mut self, text: &str) -> Result<(), Failure> {
        let (puzzle, moves) = parse_position(text)?;
        *self = Session::new(puzzle, moves);
        Ok(())
    }

    /// Loads a puzzle; with the moves made in it, if its form has them.
    fn load_text(&mut self, text: &str) -> Result<(), Failure> {
        let (puzzle, moves) = match dialect::parse(text) {
            Some(played) => played?,
            None => (parse_puzzle(text)?, Vec::new()),
        };
        *self = Session::new(puzzle, moves);
        Ok(())
    }

    fn load_file_content(&mut self, name: &str, content: &str) -> Result<(), String> {
        // A file of `save` is a position, with its moves and rules.
        let mut lines = content.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        if let (Some(line), None) = (lines.next(), lines.next()) {
            match self.set_position(line) {
                Ok(()) => return Ok(()),
                Err(failure) if line.contains(" play=") => return Err(failure.to_string()),
                Err(_) => {}
            }
        }
        if let Some(played) = dialect::parse(content) {
            let (puzzle, moves) = played.map_err(|error| error.to_string())?;
            *self = Session::new(puzzle, moves);
            return Ok(());
        }
        let is_named = name.to_ascii_lowercase().ends_with(P::FILE_ENDING);
        let puzzle = P::parse_file(content, is_named).map_err(|error| error.to_string())?;
        *self = Session::new(puzzle, Vec::new());
        Ok(())
    }

    fn url(&self) -> Option<String> {
        Some(self.puzzle.address())
    }

    fn text_for_extension(&self, extension: &str) -> Option<Result<String, Failure>> {
        dialect::write(&self.puzzle, &self.moves, &self.filled, extension)
    }

    fn picture(&self) -> Svg {
        self.puzzle.draw_svg(&self.filled, self.moves.last().copied())
    }
}

/// Runs `showboard [plain|color] [solution] [grid]`.
fn showboard<P: Puzzle>(session: &mut Session<P>, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let board = BoardArgs::read(args, 2)?;
    if let Some(word) = board.overlays.iter().find(|word| !["solution", "grid"].contains(*word)) {
        return Err(Failure::Syntax(format!("{} is not plain, color, solution or grid", quote(word))));
    }
    let (filled, last) = to_draw(session, board.overlays.contains(&"solution"), context)?;
    let text = session.puzzle.draw_text(&filled, last, board.overlays.contains(&"grid"));
    Ok(board.reply(&text, &session.puzzle.caption(&filled)))
}

/// Runs `svg [solution]`.
fn svg<P: Puzzle>(session: &mut Session<P>, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let word = args.word();
    args.end()?;
    if let Some(word) = word.filter(|&word| word != "solution") {
        return Err(Failure::Syntax(format!("{} is not solution", quote(word))));
    }
    let (filled, last) = to_draw(session, word.is_some(), context)?;
    Ok(session.puzzle.draw_svg(&filled, last).render())
}

/// What is drawn, and the move that is marked in it.
type Drawing<P> = (<P as Puzzle>::Solution, Option<<P as Puzzle>::Move>);

/// Returns what to draw: the solution of the puzzle, or what the player has filled in with the last move.
fn to_draw<P: Puzzle>(session: &Session<P>, solution: bool, context: &Context<'_>) -> Result<Drawing<P>, Failure> {
    if solution {
        return Ok((session.puzzle.solve(&context.open_budget()).into_solution()?, None));
    }
    Ok((session.filled.clone(), session.moves.last().copied()))
}

fn play<P: Puzzle>(session: &mut Session<P>, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    let mv = session.puzzle.parse_play(args)?;
    session.play(mv);
    Ok(String::new())
}

/// Runs `check [TEXT]`.
fn check<P: Puzzle>(session: &mut Session<P>, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    let puzzle = &session.puzzle;
    let verdict =
        if args.is_empty() { puzzle.check_filled(&session.filled) } else { puzzle.check(&puzzle.parse_solution(args.rest())?) };
    Ok(verdict_text(puzzle, verdict))
}
