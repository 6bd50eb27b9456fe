//! The commands that all puzzles share: loading, drawing, moves, and the check of a solution.

use std::marker::PhantomData;

use super::notation::{parse_position, parse_puzzle, position_text};
use super::record::{Record, load, load_file, position};
use super::{Puzzle, Session, generator, solving, verdict_text};
use crate::game::render::BoardArgs;
use crate::game::{Bench, Command, Context, Game, undo};
use crate::protocol::{Args, Failure, Outcome, quote};

/// The texts of `help` in which the puzzles differ.
pub struct Help {
    /// Arguments of `load`.
    pub load_usage: &'static str,
    /// Summary of `load`.
    pub load: &'static str,
    /// Example of `load` and `load_file`.
    pub load_example: &'static str,
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
        Command::new("load", P::HELP.load_usage, P::HELP.load, load).with_example(P::HELP.load_example),
        Command::new("load_file", "FILE", P::HELP.load_file, load_file).with_example(P::HELP.load_example),
        Command::new("generate", "[KEY=VALUE]...", P::HELP.generate, generator::generate)
            .with_example("generate size=10x10 difficulty=easy seed=7"),
        Command::new("position", "[TEXT]", P::HELP.position, position),
        Command::new("url", "", "the puzz.link address of the puzzle", url),
        Command::new("showboard", "[plain|color] [solution] [grid]", P::HELP.showboard, showboard),
        Command::new("svg", "[solution]", "the puzzle as an SVG document", svg),
        Command::new("play", "MOVE", P::HELP.play, play).with_example(P::HELP.play_example),
        undo::undo(),
        undo::reset(),
        Command::new("check", "[TEXT]", P::HELP.check, check),
        Command::new("solve", "[METHOD]", P::HELP.solve, solving::solve),
        Command::new("count", "[LIMIT]", "the number of solutions; >=LIMIT when the limit ends it", solving::count),
        Command::new("hint", "", P::HELP.hint, solving::hint),
        Command::new(
            "rate",
            "",
            "easy, medium, hard, extreme or search; the strongest rule needed and its number of uses",
            solving::rate,
        ),
    ];
}

impl<P: Puzzle> Game for Session<P> {
    const NAME: &'static str = P::NAME;
    const SUMMARY: &'static str = P::SUMMARY;
    const COMMANDS: &'static [&'static [Command<Self>]] = &[Table::<P>::COMMANDS];
    const BENCH: Option<Bench> = Some(P::BENCH);

    fn rebuilt(&self) -> Self {
        Session::new(self.puzzle.clone(), self.moves.clone())
    }
}

impl<P: Puzzle> Record for Session<P> {
    fn write(&self) -> String {
        position_text(&self.puzzle, &self.moves)
    }

    fn read(&self, text: &str) -> Result<Self, Failure> {
        let (puzzle, moves) = parse_position(text)?;
        Ok(Session::new(puzzle, moves))
    }

    fn read_start(&self, text: &str) -> Result<Self, Failure> {
        Ok(Session::new(parse_puzzle(text)?, Vec::new()))
    }

    fn read_file(&self, name: &str, content: &str) -> Result<Self, String> {
        let is_named = name.to_ascii_lowercase().ends_with(P::FILE_ENDING);
        let puzzle = P::parse_file(content, is_named).map_err(|error| error.to_string())?;
        Ok(Session::new(puzzle, Vec::new()))
    }
}

fn url<P: Puzzle>(session: &mut Session<P>, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    args.end()?;
    Ok(session.puzzle.address())
}

/// Runs `showboard [plain|color] [solution] [grid]`.
fn showboard<P: Puzzle>(session: &mut Session<P>, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let board = BoardArgs::read(args, 2)?;
    if let Some(word) = board.overlays.iter().find(|word| !["solution", "grid"].contains(*word)) {
        return Err(Failure::Syntax(format!("{} is not plain, color, solution or grid", quote(word))));
    }
    let filled = solution_to_draw(session, board.overlays.contains(&"solution"), context)?;
    let text = session.puzzle.draw_text(&filled, board.overlays.contains(&"grid"));
    Ok(board.reply(&text, &session.puzzle.caption(&filled)))
}

/// Runs `svg [solution]`.
fn svg<P: Puzzle>(session: &mut Session<P>, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let word = args.word();
    args.end()?;
    if let Some(word) = word.filter(|&word| word != "solution") {
        return Err(Failure::Syntax(format!("{} is not solution", quote(word))));
    }
    let filled = solution_to_draw(session, word.is_some(), context)?;
    Ok(session.puzzle.draw_svg(&filled).render())
}

/// Returns the solution to draw: that of the puzzle, or what the player has filled in.
fn solution_to_draw<P: Puzzle>(session: &Session<P>, solution: bool, context: &Context<'_>) -> Result<P::Solution, Failure> {
    if solution { session.puzzle.solve(&context.open_budget()).into_solution() } else { Ok(session.filled.clone()) }
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
