//! The commands of Ricochet Robots: the position, pictures, and moves by hand.

use super::board::{Direction, Move, Robot};
use super::duel::Opponent;
use super::notation::{game_id, json, move_text, move_words, parse_position, path, path_text, position_text, target_text};
use super::picture::{self, Overlay};
use super::position::{Position, Refusal};
use super::{Ricochet, bench, solver};
use crate::game::about::{About, Situation, about};
use crate::game::explanation::count;
use crate::game::lesson::{judge, lesson, lessons};
use crate::game::puzzle::USAGE;
use crate::game::record::{self, Persist};
use crate::game::render::BoardArgs;
use crate::game::{Bench, Command, Context, Game, undo};
use crate::grid::Cell;
use crate::param::{Param, choice};
use crate::picture::Svg;
use crate::protocol::{Args, Failure, Outcome, quote};

mod duel;
mod explain;
mod generate;
mod lesson;
mod puzzle;
mod rate;
mod solve;

/// The table.
const COMMANDS: &[Command<Ricochet>] = &[
    record::load(
        "TEXT",
        "a position: WxH:WALLS red=N green=N blue=N yellow=N [silver=N] target=ROBOT@N [rule=ricochet], or a game ID",
        "load 0765+42+2E21BD0F+93",
    ),
    record::load_file("the position of the first line of a file", "list_commands"),
    record::load_text("load_text 0765+42+2E21BD0F+93"),
    record::position("the position as one line, with the moves made by hand; or sets it, as load"),
    record::url(),
    record::save(),
    record::save_text(),
    record::png(),
    Command::new(
        "game_id",
        "[ID]",
        "the position where the round began as a game ID of DriftingDroids, on official boards; or sets it",
        game_id,
    )
    .with_example("game_id 0765+42+2E21BD0F+93"),
    Command::new(
        "showboard",
        "[plain|color] [path|grid]",
        "the board as text; with the last solution, or the lower bounds, over it",
        showboard,
    ),
    Command::new(
        "svg",
        "[path|grid]",
        "the board as an SVG document; with the last solution as numbered arrows, or the lower bounds",
        svg,
    ),
    Command::new("play", "MOVE", "slides a robot: red up, or RN; several with commas between", play).with_example("play red up"),
    undo::undo(),
    undo::redo(),
    undo::reset(),
    Command::new("moves", "", "for each robot the cell where it stops in each direction", moves),
    Command::new("next", "", "draws the next target; the robots stay, and a round begins", duel::next),
    Command::new(
        "generate",
        "[KEY=VALUE]...",
        "a random position: seed=N difficulty=beginner|advanced|insane|impossible walls=official|all|random \
                  size=WxH centre=yes|no robots=4|5 target=one|any rule=plain|ricochet",
        generate::generate,
    )
    .with_example("generate seed=7 difficulty=beginner"),
    Command::new(
        "puzzle",
        USAGE,
        "sets up a new position with one optimal solution, up to the order of its moves: the task, its rating",
        puzzle::puzzle,
    )
    .with_example("puzzle easy seed=7"),
    lessons(),
    lesson(),
    judge(),
    Command::new(
        "solve",
        "[bfs|dfs|astar|astar_sum|ida|best] [check=pop]",
        "the fewest moves to the target from here; dfs and astar_sum find some moves",
        solve::solve,
    ),
    Command::new(
        "solutions",
        "[LIMIT]",
        "all solutions of the fewest moves, those with the fewest changes of the robot first",
        solve::solutions,
    ),
    Command::new(
        "lower_bounds",
        "",
        "for each cell the fewest moves to the target if a robot could stop anywhere",
        solve::lower_bounds,
    ),
    Command::new(
        "hint",
        "[1-4]",
        "the range of the length, how many robots move, which ones, the last move, in rising detail",
        solve::hint,
    )
    .with_example("hint 1"),
    Command::new("explain", "[marks]", "why no solution has fewer moves: what one robot and all of them reach", explain::explain),
    Command::new(
        "rate",
        "",
        "how hard: the fewest moves, the percentile among random positions of this board, how many robots move",
        rate::rate,
    ),
    Command::new(
        "hardest",
        "TARGET",
        "the number of positions of this board and a target by the fewest moves, and one of the longest",
        rate::hardest,
    )
    .with_example("list_commands"),
    Command::new(
        "duel",
        "SECONDS [rounds=N] [players=NAME,NAME]",
        "people against the engine: a countdown for each round, from where the robots stand; param opponent \
                  sets how strong",
        duel::duel,
    )
    .with_example("duel 60 rounds=3"),
    Command::new(
        "answer",
        "[NAME] MOVES",
        "checks a solution of the round, from its beginning: RN,BE; in a duel for a player",
        duel::answer,
    )
    .with_example("answer RN,BE"),
    Command::new("score", "", "the score of the duel", duel::score).with_example("list_commands"),
    Command::new(
        "replay",
        "[N]",
        "the engine's solution of the round that is over, or the last solution, step by step; N: the board \
                  after N moves",
        duel::replay,
    )
    .with_example("list_commands"),
];

impl Game for Ricochet {
    const ABOUT: About = about!("ricochet");
    const COMMANDS: &'static [&'static [Command<Self>]] = &[COMMANDS];
    const BENCH: Option<Bench> = Some(bench::run);
    const PARAMS: &'static [Param<Self>] = &[Param::new(
        "opponent",
        "the engine's player in a duel: easy (depth-first), medium (breadth-first, few states), hardcore (the fewest moves)",
        choice!(&["easy", "medium", "hardcore"], Opponent, opponent),
    )];

    fn situation(&self) -> Situation {
        let is_solved = self.now.is_solved() && !self.played.is_empty();
        let ending = is_solved.then(|| format!("Solved, in {}. `next` draws another target.", count(self.played.len(), "move")));
        let moves = if is_solved { Vec::new() } else { self.now.moves().map(|(mv, _)| move_words(mv)).collect() };
        Situation { to_move: None, ending, moves, are_swapped: false }
    }

    fn rebuild_from_record(&self) -> Self {
        let mut next = self.with_start(self.start.clone());
        // Moves that were possible before are possible again.
        let _ = next.play(&self.played);
        next
    }
}

impl Persist for Ricochet {
    fn position_text(&self) -> String {
        let play = if self.played.is_empty() { String::new() } else { format!(" play={}", path_text(&self.played)) };
        format!("{}{play}", position_text(&self.start))
    }

    fn set_position(&mut self, text: &str) -> Result<(), Failure> {
        let (start, moves) = parse_position(text)?;
        let mut fresh = self.with_start(start);
        fresh.play(&moves).map_err(|(number, _)| {
            let mv = move_text(moves[number]);
            Failure::IllegalMove(format!("{mv}, move {} of play=, changes nothing or moves no robot", number + 1))
        })?;
        *self = fresh;
        Ok(())
    }

    /// Loads the line of `position`, a game ID, or a board as JSON.
    fn load_text(&mut self, text: &str) -> Result<(), Failure> {
        if !text.trim_start().starts_with('{') {
            return self.set_position(text);
        }
        *self = self.with_start(json::parse(text)?);
        Ok(())
    }

    fn load_file_content(&mut self, _: &str, content: &str) -> Result<(), String> {
        let line = content.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'));
        let line = line.ok_or("it is empty")?;
        self.load_text(if line.starts_with('{') { content } else { line }).map_err(|failure| failure.to_string())
    }

    /// Returns `None`: DriftingDroids has game IDs, but no site.
    fn url(&self) -> Option<String> {
        None
    }

    fn picture(&self) -> Svg {
        picture::svg(&self.now, &last_move(self))
    }
}

fn game_id(game: &mut Ricochet, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    let id = args.word();
    args.end()?;
    let Some(id) = id else {
        return game_id::text(&game.start).ok_or_else(|| Failure::Other("no game ID: this is not an official board".into()));
    };
    *game = game.with_start(game_id::parse(id)?);
    Ok(String::new())
}

fn showboard(game: &mut Ricochet, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    let board = BoardArgs::read(args, 1)?;
    let (position, overlay) = overlay(game, board.overlays.first().copied())?;
    let (target, rule, count) = (target_text(position.target), position.rule.name(), game.played.len());
    let state = if position.is_solved() { ", solved" } else { "" };
    let caption = format!("target={target} rule={rule} moves={count}{state}");
    Ok(board.reply(&picture::text(position, &overlay), &caption))
}

fn svg(game: &mut Ricochet, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    let name = args.word();
    args.end()?;
    let (position, overlay) = overlay(game, name)?;
    Ok(picture::svg(position, &overlay).render())
}

/// Returns the overlay that shows the last move of the round.
fn last_move(game: &Ricochet) -> Overlay {
    let Some((&mv, before)) = game.played.split_last() else { return Overlay::Nothing };
    let mut position = game.start.clone();
    match position.play_all(before) {
        Ok(_) => Overlay::Last(mv, position.robots[mv.robot.index()]),
        Err(_) => Overlay::Nothing,
    }
}

/// Returns the overlay of a name, and the position that it lies over.
fn overlay<'a>(game: &'a Ricochet, name: Option<&str>) -> Result<(&'a Position, Overlay), Failure> {
    match name {
        None => Ok((&game.now, last_move(game))),
        Some("path") => last_solution(game).map(|(position, moves)| (position, Overlay::Path(moves.clone()))),
        Some("grid") => Ok((&game.now, Overlay::Grid(solver::bounds(&game.now)))),
        Some(name) => Err(Failure::Syntax(format!("{} is not path or grid", quote(name)))),
    }
}

/// Returns the last solution that was found, and the position that it solves.
fn last_solution(game: &Ricochet) -> Result<&(Position, Vec<Move>), Failure> {
    game.solution.as_ref().ok_or_else(|| Failure::Other("no solution yet: solve first".into()))
}

fn play(game: &mut Ricochet, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    let moves = path(args.expect_rest("MOVE")?)?;
    let ends = game.play(&moves).map_err(|(number, refusal)| illegal_move(moves[number], refusal))?;
    let ends: Vec<String> = moves.iter().zip(ends).map(|(mv, cell)| place_text(mv.robot, cell)).collect();
    let solved = if game.now.is_solved() { format!(" solved moves={}", game.played.len()) } else { String::new() };
    Ok(ends.join(" ") + &solved)
}

/// Returns `red=12`: where a robot is.
fn place_text(robot: Robot, cell: Cell) -> String {
    format!("{}={}", robot.name(), cell.0)
}

fn illegal_move(mv: Move, refusal: Refusal) -> Failure {
    let (robot, direction) = (mv.robot.name(), mv.direction.word());
    Failure::IllegalMove(match refusal {
        Refusal::NoRobot => format!("there is no {robot} robot"),
        Refusal::Blocked => format!("{robot} cannot move {direction}"),
        Refusal::RicochetRule => format!("{robot} cannot move {direction} by the ricochet rule"),
    })
}

fn moves(game: &mut Ricochet, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    args.end()?;
    let line = |(robot, cell): (Robot, Cell)| {
        let ends = Direction::ALL.map(|direction| {
            let end = game.now.destination(Move { robot, direction }).map_or_else(|_| "-".to_owned(), |end| end.0.to_string());
            format!("{}={end}", direction.word())
        });
        format!("{} at={} {}", robot.name(), cell.0, ends.join(" "))
    };
    Ok(game.now.robots_with_cells().map(line).collect::<Vec<_>>().join("\n"))
}
