//! The verbs of Ricochet Robots, each with its short handler.

use super::board::{Direction, Move, Robot};
use super::notation::{self, game_id, parse_position, path, path_text, position_text, target_text};
use super::picture::{self, Overlay};
use super::position::Position;
use super::{Ricochet, solver};
use crate::game::{Command, Context, undo};
use crate::grid::Cell;
use crate::protocol::{Args, Failure, Outcome, quote};
use crate::puzzle::record::{Record, load, load_file, position};

mod making;
mod playing;
mod rating;
mod solving;

/// The table.
pub(super) const COMMANDS: &[Command<Ricochet>] = &[
    Command {
        name: "load",
        usage: "TEXT",
        summary: "a position: WxH:WALLS red=N green=N blue=N yellow=N [silver=N] target=ROBOT@N [rule=ricochet], or a game ID",
        example: "load 0765+42+2E21BD0F+93",
        run: load,
    },
    Command::new("load_file", "FILE", "the position of the first line of a file", load_file).with_example("list_commands"),
    Command::new("position", "[TEXT]", "the position as one line, with the moves made by hand; or sets it, as load", position),
    Command {
        name: "game_id",
        usage: "[ID]",
        summary: "the position where the round began as a game ID of DriftingDroids, on official boards; or sets it",
        example: "game_id 0765+42+2E21BD0F+93",
        run: game_id,
    },
    Command {
        name: "showboard",
        usage: "[plain|color] [path|grid]",
        summary: "the board as text; with the last solution, or the lower bounds, over it",
        example: "showboard",
        run: showboard,
    },
    Command {
        name: "svg",
        usage: "[path|grid]",
        summary: "the board as an SVG document; with the last solution as numbered arrows, or the lower bounds",
        example: "svg",
        run: svg,
    },
    Command::new("play", "MOVE", "slides a robot: red up, or RN; several with commas between", play).with_example("play red up"),
    undo::undo(),
    undo::reset(),
    Command::new("moves", "", "for each robot the cell where it stops in each direction", moves),
    Command::new("next", "", "draws the next target; the robots stay, and a round begins", making::next),
    Command {
        name: "generate",
        usage: "[KEY=VALUE]...",
        summary: "a random position: seed=N difficulty=beginner|advanced|insane|impossible walls=official|all|random \
                  size=WxH centre=yes|no robots=4|5 target=one|any rule=plain|ricochet",
        example: "generate seed=7 difficulty=beginner",
        run: making::generate,
    },
    Command {
        name: "solve",
        usage: "[bfs|dfs|astar|astar_sum|ida|best] [check=pop]",
        summary: "the fewest moves to the target from here (dfs and astar_sum: some moves)",
        example: "solve",
        run: solving::solve,
    },
    Command {
        name: "solutions",
        usage: "[LIMIT]",
        summary: "all solutions of the fewest moves, those with the fewest changes of the robot first",
        example: "solutions",
        run: solving::solutions,
    },
    Command {
        name: "lower_bounds",
        usage: "",
        summary: "for each cell the fewest moves to the target if a robot could stop anywhere",
        example: "lower_bounds",
        run: solving::lower_bounds,
    },
    Command {
        name: "hint",
        usage: "[1-4]",
        summary: "the range of the length, how many robots move, which ones, the last move; each tells more",
        example: "hint 1",
        run: solving::hint,
    },
    Command {
        name: "rate",
        usage: "",
        summary: "how hard: the fewest moves, the percentile among random positions of this board, how many robots move",
        example: "rate",
        run: rating::rate,
    },
    Command {
        name: "hardest",
        usage: "TARGET",
        summary: "the number of positions of this board and a target by the fewest moves, and one of the longest",
        example: "list_commands",
        run: rating::hardest,
    },
    Command {
        name: "duel",
        usage: "SECONDS [rounds=N] [players=NAME,NAME]",
        summary: "people against the engine: a countdown for each round, from where the robots stand; param opponent \
                  sets how strong",
        example: "duel 60 rounds=3",
        run: playing::duel,
    },
    Command {
        name: "answer",
        usage: "[NAME] MOVES",
        summary: "checks a solution of the round, from its beginning: RN,BE; in a duel for a player",
        example: "answer RN,BE",
        run: playing::answer,
    },
    Command::new("score", "", "the score of the duel", playing::score).with_example("list_commands"),
    Command {
        name: "replay",
        usage: "[N]",
        summary: "the engine's solution of the round that is over, or the last solution, step by step; N: the board \
                  after so many",
        example: "list_commands",
        run: playing::replay,
    },
];

impl Record for Ricochet {
    fn write(&self) -> String {
        let play = if self.played.is_empty() { String::new() } else { format!(" play={}", path_text(&self.played)) };
        format!("{}{play}", position_text(&self.start))
    }

    fn read(&self, text: &str) -> Result<Self, Failure> {
        let (start, moves) = parse_position(text)?;
        let mut fresh = self.with_start(start);
        fresh.play(&moves).map_err(|number| {
            let mv = notation::move_text(moves[number]);
            Failure::IllegalMove(format!("{mv}, move {} of play=, changes nothing or moves no robot", number + 1))
        })?;
        Ok(fresh)
    }

    fn read_file(&self, _: &str, content: &str) -> Result<Self, String> {
        let line = content.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'));
        self.read(line.ok_or("it is empty")?).map_err(|failure| failure.to_string())
    }
}

fn game_id(game: &mut Ricochet, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    match args.word() {
        None => game_id::text(&game.start).ok_or_else(|| Failure::Other("no game ID: this is not an official board".into())),
        Some(id) => {
            args.end()?;
            *game = game.with_start(game_id::parse(id)?);
            Ok(String::new())
        }
    }
}

fn showboard(game: &mut Ricochet, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    let (mut colored, mut drawn) = (None, None);
    while let Some(word) = args.word() {
        match word {
            "plain" | "color" if colored.is_none() => colored = Some(word == "color"),
            _ if drawn.is_none() => drawn = Some(overlay(game, word)?),
            _ => return Err(Failure::Syntax(format!("unexpected {}", quote(word)))),
        }
    }
    let (position, overlay) = drawn.unwrap_or((&game.now, Overlay::Nothing));
    let text = picture::text(position, &overlay).render(colored == Some(true));
    Ok(format!("\n{text}\n{}", caption(position, game.played.len())))
}

fn caption(position: &Position, made: usize) -> String {
    let state = if position.is_solved() { ", solved" } else { "" };
    format!("target={} rule={} moves={made}{state}", target_text(position.target), position.rule.name())
}

fn svg(game: &mut Ricochet, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    let word = args.word();
    args.end()?;
    let drawn = word.map(|word| overlay(game, word)).transpose()?;
    let (position, overlay) = drawn.unwrap_or((&game.now, Overlay::Nothing));
    Ok(picture::svg(position, &overlay).render())
}

/// An overlay, and the position that it lies over.
fn overlay<'a>(game: &'a Ricochet, name: &str) -> Result<(&'a Position, Overlay), Failure> {
    match name {
        "path" => {
            let (position, moves) =
                game.solution.as_ref().ok_or_else(|| Failure::Other("no solution yet: solve first".into()))?;
            Ok((position, Overlay::Path(moves.clone())))
        }
        "grid" => Ok((&game.now, Overlay::Grid(solver::bounds(&game.now)))),
        _ => Err(Failure::Syntax(format!("{} is not plain, color, path or grid", quote(name)))),
    }
}

fn play(game: &mut Ricochet, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    let first = args.word().ok_or_else(|| Failure::Syntax("MOVE is missing".into()))?;
    let text = args.word().map_or_else(|| first.to_owned(), |second| format!("{first}-{second}"));
    args.end()?;
    let moves = path(&text)?;
    let before = game.played.len();
    if let Err(number) = game.play(&moves) {
        return Err(refused(game, &moves[..=number]));
    }
    let ends = ends(&game.start, &game.played)[before..].join(" ");
    let solved = if game.now.is_solved() { format!(" solved moves={}", game.played.len()) } else { String::new() };
    Ok(format!("{ends}{solved}"))
}

/// Where each move ends: `red=12`.
fn ends(start: &Position, moves: &[Move]) -> Vec<String> {
    let mut position = start.clone();
    moves.iter().filter_map(|&mv| position.play(mv).map(|cell| format!("{}={}", mv.robot.name(), cell.0))).collect()
}

/// Why the last of these moves cannot be made.
fn refused(game: &Ricochet, moves: &[Move]) -> Failure {
    let mut position = game.now.clone();
    for &mv in moves {
        position.play(mv);
    }
    let Some(&mv) = moves.last() else { return Failure::Other("no moves".into()) };
    let robot = mv.robot.name();
    let Some(&from) = position.robots.get(mv.robot.index()) else {
        return Failure::IllegalMove(format!("there is no {robot} robot"));
    };
    let blocked = position.board.slide(from, mv.direction, &position.robots) == from;
    let rule = if blocked { "" } else { " by the ricochet rule" };
    Failure::IllegalMove(format!("{robot} cannot move {}{rule}", mv.direction.word()))
}

fn moves(game: &mut Ricochet, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    args.end()?;
    let line = |(robot, cell): (Robot, Cell)| {
        let ends = Direction::ALL.map(|direction| {
            let end = game.now.destination(Move { robot, direction }).map_or_else(|| "-".to_owned(), |end| end.0.to_string());
            format!("{}={end}", direction.word())
        });
        format!("{} at={} {}", robot.name(), cell.0, ends.join(" "))
    };
    Ok(game.now.robots_with_cells().map(line).collect::<Vec<_>>().join("\n"))
}
