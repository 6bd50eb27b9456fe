//! The verbs of Hashi, each with its short handler.

use super::check::check as judge;
use super::notation::{self, MoveError};
use super::{Hashi, picture};
use crate::files;
use crate::game::{Command, Context, undone};
use crate::protocol::{Args, Failure, Outcome};
use crate::puzzle::view::{View, take_solution};

mod making;
mod solving;

/// The table.
pub(super) const COMMANDS: &[Command<Hashi>] = &[
    Command {
        name: "load",
        usage: "TEXT [max_bridges=N] [loops=0|1]",
        summary: "a puzzle as a game ID (7x7m2:a1d2...) or a puzz.link address; other rules than it says",
        example: "load 7x7m2:a1d24a4a3h2r2b3a4c3",
        run: load,
    },
    Command {
        name: "load_file",
        usage: "FILE",
        summary: "a puzzle from a file: plain rows, .has, a record, or one of the forms of load",
        example: "load 7x7m2:a1d24a4a3h2r2b3a4c3",
        run: load_file,
    },
    Command {
        name: "generate",
        usage: "[KEY=VALUE]...",
        summary: "makes a puzzle: size=10x10 density=0.25 difficulty=easy|medium|hard|extreme|any seed=7 unique=0|1 \
                  method=best|simple max_bridges=2 loops=0|1",
        example: "generate size=10x10 difficulty=easy seed=7",
        run: making::generate,
    },
    Command {
        name: "position",
        usage: "[TEXT]",
        summary: "the puzzle and the moves made in it as one line, or sets them: GAMEID play=0,1-0,6:1/1,0-1,2:2",
        example: "position",
        run: position,
    },
    Command { name: "url", usage: "", summary: "the puzz.link address of the puzzle", example: "url", run: url },
    Command {
        name: "showboard",
        usage: "[plain|color] [solution] [grid]",
        summary: "the islands and the player's bridges; those of a solution instead; with rules between the cells",
        example: "showboard",
        run: showboard,
    },
    Command { name: "svg", usage: "[solution]", summary: "the puzzle as an SVG document", example: "svg", run: svg },
    Command {
        name: "play",
        usage: "MOVE",
        summary: "lays bridges: 0,1-0,6:1 (row, column from 0, and how many: 0 takes them away)",
        example: "play 0,1-0,6:1",
        run: play,
    },
    undone::undo(),
    undone::reset(),
    Command {
        name: "check",
        usage: "[TEXT]",
        summary: "solved, incomplete, or wrong RULE at WHERE: of the player's bridges, or of 0,1-0,6:1 1,0-1,2:2 ...",
        example: "check",
        run: check,
    },
    Command {
        name: "solve",
        usage: "[METHOD]",
        summary: "unique, several, none or unknown, and solutions; METHOD: best, logic [steps], ilp, ilp_unconnected",
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
        summary: "the next forced step after the player's bridges, with its rule and its reason; or a wrong bridge",
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

fn load(hashi: &mut Hashi, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    if args.is_empty() {
        return Err(Failure::Syntax("TEXT is missing".into()));
    }
    let puzzle = notation::parse_puzzle(args.rest())?;
    *hashi = Hashi::new(puzzle, Vec::new());
    Ok(String::new())
}

fn load_file(hashi: &mut Hashi, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    if args.is_empty() {
        return Err(Failure::Syntax("FILE is missing".into()));
    }
    let path = args.rest();
    let text = files::read(path).map_err(Failure::CannotLoadFile)?;
    let is_has = path.to_ascii_lowercase().ends_with(".has");
    let puzzle = notation::parse_file(&text, is_has).map_err(|why| Failure::CannotLoadFile(format!("{path}: {why}")))?;
    *hashi = Hashi::new(puzzle, Vec::new());
    Ok(String::new())
}

fn position(hashi: &mut Hashi, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    if args.is_empty() {
        return Ok(notation::position_text(&hashi.puzzle, hashi.moves.iter().copied()));
    }
    let (puzzle, moves) = notation::parse_position(args.rest())?;
    *hashi = Hashi::new(puzzle, moves);
    Ok(String::new())
}

fn url(hashi: &mut Hashi, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    args.end()?;
    Ok(notation::address(&hashi.puzzle))
}

fn showboard(hashi: &mut Hashi, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let view = View::take(args)?;
    let solution = view.solution.then(|| solving::solution(hashi, context)).transpose()?;
    let bridges = solution.as_ref().unwrap_or(&hashi.laid);
    let text = picture::text(&hashi.puzzle, bridges, view.ruled).render(view.colored);
    let laid: u32 = bridges.laid().map(|(_, number)| u32::from(number)).sum();
    Ok(format!("\n{text}\n{} islands {} bridges {laid}", hashi.puzzle.size(), hashi.puzzle.islands().len()))
}

fn svg(hashi: &mut Hashi, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let solution = take_solution(args)?.then(|| solving::solution(hashi, context)).transpose()?;
    Ok(picture::svg(&hashi.puzzle, solution.as_ref().unwrap_or(&hashi.laid)).render())
}

fn play(hashi: &mut Hashi, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    let word = args.word().ok_or_else(|| Failure::Syntax("MOVE is missing".into()))?;
    args.end()?;
    let (channel, number) = notation::parse_move(&hashi.puzzle, word).map_err(|error| match error {
        MoveError::Syntax(why) => Failure::Syntax(why),
        MoveError::Illegal(why) => Failure::IllegalMove(why),
    })?;
    let most = hashi.puzzle.rules().max_bridges;
    if number > most {
        return Err(Failure::IllegalMove(format!("{number} bridges; at most {most} are allowed")));
    }
    hashi.play(channel, number);
    Ok(String::new())
}

fn check(hashi: &mut Hashi, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    let given = if args.is_empty() { None } else { Some(notation::parse_bridges(&hashi.puzzle, args.rest())?) };
    let verdict = judge(&hashi.puzzle, given.as_ref().unwrap_or(&hashi.laid));
    Ok(notation::verdict_text(&hashi.puzzle, verdict))
}
