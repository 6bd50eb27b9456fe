//! The verbs of Hitori, each with its short handler.

use super::board::{Mark, Marks};
use super::check::{Verdict, check as judge};
use super::notation;
use super::{Hitori, picture};
use crate::files;
use crate::game::{Command, Context, undone};
use crate::protocol::{Args, Failure, Outcome};
use crate::puzzle::view::{View, take_solution};

mod making;
mod solving;

/// The table.
pub(super) const COMMANDS: &[Command<Hitori>] = &[
    Command {
        name: "load",
        usage: "TEXT",
        summary: "a puzzle as a game ID (5x5:5231...) or a puzz.link address",
        example: "load 5x5:5231521244514411523432112",
        run: load,
    },
    Command {
        name: "load_file",
        usage: "FILE",
        summary: "a puzzle from a file: rows of numbers, .singles, a record, or one of the forms of load",
        example: "load 5x5:5231521244514411523432112",
        run: load_file,
    },
    Command {
        name: "generate",
        usage: "[KEY=VALUE]...",
        summary: "makes a puzzle: size=10x10 density=0.3 difficulty=easy|medium|hard|extreme|any seed=7 unique=0|1 \
                  method=best|simple|alternative",
        example: "generate size=10x10 difficulty=easy seed=7",
        run: making::generate,
    },
    Command {
        name: "position",
        usage: "[TEXT]",
        summary: "the puzzle and the moves made in it as one line, or sets them: GAMEID play=b2,3/w0,1",
        example: "position",
        run: position,
    },
    Command { name: "url", usage: "", summary: "the puzz.link address of the puzzle", example: "url", run: url },
    Command {
        name: "showboard",
        usage: "[plain|color] [solution] [grid]",
        summary: "the numbers, masked cells as spaces; of the solution instead of the player's marks; with rules between the cells",
        example: "showboard grid",
        run: showboard,
    },
    Command { name: "svg", usage: "[solution]", summary: "the puzzle as an SVG document", example: "svg", run: svg },
    Command {
        name: "play",
        usage: "MOVE",
        summary: "marks a cell: black 2,3, white 2,3 or clear 2,3 (row, column from 0)",
        example: "play black 0,0",
        run: play,
    },
    undone::undo(),
    undone::reset(),
    Command {
        name: "check",
        usage: "[TEXT]",
        summary: "solved, incomplete, or wrong RULE at CELLS: of the player's marks, or of rows of x and . joined by /",
        example: "check",
        run: check,
    },
    Command {
        name: "solve",
        usage: "[METHOD]",
        summary: "unique, several, none or unknown, and solutions; METHOD: best, logic [steps], ilp, ilp_patterns [annex=1], heuristic",
        example: "solve",
        run: solving::solve,
    },
    Command {
        name: "count",
        usage: "[LIMIT]",
        summary: "the number of solutions; >=LIMIT when the limit ends it",
        example: "count",
        run: solving::count,
    },
    Command {
        name: "hint",
        usage: "",
        summary: "the next forced step after the player's marks, with its rule and its reason; or a wrong mark",
        example: "hint",
        run: solving::hint,
    },
    Command {
        name: "rate",
        usage: "",
        summary: "easy, medium, hard, extreme or search: the strongest rule needed, and how often",
        example: "rate",
        run: solving::rate,
    },
];

fn load(hitori: &mut Hitori, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    if args.is_empty() {
        return Err(Failure::Syntax("TEXT is missing".into()));
    }
    let grid = notation::parse_line(args.rest(), 1, 1)?;
    *hitori = Hitori::new(grid, Vec::new());
    Ok(String::new())
}

fn load_file(hitori: &mut Hitori, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    if args.is_empty() {
        return Err(Failure::Syntax("FILE is missing".into()));
    }
    let path = args.rest();
    let text = files::read(path).map_err(Failure::CannotLoadFile)?;
    let is_singles = path.to_ascii_lowercase().ends_with(".singles");
    let grid = notation::parse_file(&text, is_singles).map_err(|why| Failure::CannotLoadFile(format!("{path}: {why}")))?;
    *hitori = Hitori::new(grid, Vec::new());
    Ok(String::new())
}

fn position(hitori: &mut Hitori, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    if args.is_empty() {
        return Ok(notation::position_text(&hitori.grid, hitori.moves.iter().copied()));
    }
    let (grid, moves) = notation::parse_position(args.rest())?;
    *hitori = Hitori::new(grid, moves);
    Ok(String::new())
}

fn url(hitori: &mut Hitori, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    args.end()?;
    Ok(notation::address(&hitori.grid))
}

fn showboard(hitori: &mut Hitori, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let view = View::take(args)?;
    let solution = view.solution.then(|| solving::solution(hitori, context)).transpose()?;
    let marks = solution.as_ref().unwrap_or(&hitori.marks);
    let text = picture::text(&hitori.grid, marks, view.ruled).render(view.colored);
    let [black, white, open] = [Mark::Black, Mark::White, Mark::Unknown].map(|mark| marks.count(mark));
    Ok(format!("\n{text}\n{} black {black} white {white} open {open}", hitori.grid.size()))
}

fn svg(hitori: &mut Hitori, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let solution = take_solution(args)?.then(|| solving::solution(hitori, context)).transpose()?;
    Ok(picture::svg(&hitori.grid, solution.as_ref().unwrap_or(&hitori.marks)).render())
}

fn play(hitori: &mut Hitori, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    let mark = args.next("black, white or clear", notation::mark)?;
    let place = args.next("a cell as 2,3", notation::place)?;
    args.end()?;
    let cell = notation::on_grid(hitori.grid.size(), place)?;
    hitori.play(cell, mark);
    Ok(String::new())
}

/// Of the player's marks it is enough that the black ones are all there.
fn check(hitori: &mut Hitori, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    let size = hitori.grid.size();
    if !args.is_empty() {
        let marks = notation::parse_marks(size, args.rest())?;
        return Ok(notation::verdict_text(size, judge(&hitori.grid, &marks)));
    }
    let verdict = judge(&hitori.grid, &hitori.marks);
    if verdict == Verdict::Incomplete && judge(&hitori.grid, &whitened(&hitori.marks)) == Verdict::Solved {
        return Ok(notation::verdict_text(size, Verdict::Solved));
    }
    Ok(notation::verdict_text(size, verdict))
}

/// The marks with white in the open cells.
fn whitened(marks: &Marks) -> Marks {
    let cells = marks.size().cells().map(|cell| if marks.is_black(cell) { Mark::Black } else { Mark::White });
    Marks::new(marks.size(), cells.collect())
}
