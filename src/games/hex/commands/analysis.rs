//! The verbs that tell what the engine knows of a position: solving, values of moves, open analysis, evaluations.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::super::Hex;
use super::super::notation::{cell_name, cell_names};
use super::super::picture::Labels;
use super::super::player::Task;
use super::super::position::UNITS_PER_NEPER;
use super::super::style::Evaluation;
use super::super::twod::TwoDistance;
use super::last_color;
use crate::color::Color;
use crate::game::Context;
use crate::grid::Cell;
use crate::protocol::{Args, Failure, Outcome, color, quoted};
use crate::search::{Budget, Report, Value};

/// An open reply tells something at least this often.
const TELL: Duration = Duration::from_millis(150);

/// Moves that an open reply tells of.
const MOVES_TOLD: usize = 5;

/// What a search to the end of a budget has proved, for the player to move.
struct Solution {
    verdict: &'static str,
    plies: Option<u32>,
    best: Option<Cell>,
    nodes: u64,
}

impl Hex {
    /// Searches until there is a proof or the budget ends.
    fn solution(&mut self, color: Color, budget: &Budget, context: &Context<'_>) -> Solution {
        if let Some(winner) = self.winner() {
            return Solution { verdict: if winner == color { "win" } else { "loss" }, plies: Some(0), best: None, nodes: 0 };
        }
        if budget.is_over() {
            // A search that ends at once is not free: it prepares tables and threads.
            return Solution { verdict: "unknown", plies: None, best: None, nodes: 0 };
        }
        let report = self.search(color, budget, context, &mut |_| ControlFlow::Continue(()));
        let verdict = verdict(report.value);
        Solution {
            verdict,
            plies: report.value.plies(),
            best: (verdict != "unknown").then_some(report.best),
            nodes: report.nodes,
        }
    }
}

fn verdict(value: Value) -> &'static str {
    match value {
        value if value.is_win() => "win",
        value if value.is_loss() => "loss",
        _ => "unknown",
    }
}

pub(super) fn solve(hex: &mut Hex, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let color = last_color(hex, args)?;
    let solution = hex.solution(color, &context.open_budget(), context);
    let plies = solution.plies.map_or_else(String::new, |plies| format!(" plies={plies}"));
    let best = solution.best.map_or_else(String::new, |best| format!(" move={}", cell_name(hex.size, best)));
    let seconds = context.started.elapsed().as_secs_f64();
    Ok(format!("{}{plies}{best} nodes={} seconds={seconds:.3}", solution.verdict, solution.nodes))
}

pub(super) fn solve_state(hex: &mut Hex, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let color = last_color(hex, args)?;
    let solution = hex.solution(color, &context.open_budget(), context);
    Ok(match solution.verdict {
        "win" => color.name(),
        "loss" => color.other().name(),
        _ => "empty",
    }
    .to_owned())
}

pub(super) fn move_values(hex: &mut Hex, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let color = last_color(hex, args)?;
    let cells: Vec<Cell> = hex.board.empty_cells().collect();
    let budget = context.open_budget();
    let mut lines = Vec::new();
    for (number, &cell) in cells.iter().enumerate() {
        let name = cell_name(hex.size, cell);
        hex.board.play(color, cell);
        let solution = hex.solution(color.other(), &share(&budget, cells.len() - number), context);
        hex.board.undo();
        let plies = solution.plies.map_or_else(String::new, |plies| format!(" plies={}", plies + 1));
        lines.push(match solution.verdict {
            "win" => format!("{name} loss{plies}"),
            "loss" => format!("{name} win{plies}"),
            _ => format!("{name} unknown"),
        });
    }
    Ok(lines.join("\n"))
}

/// An even share of what is left of a budget.
fn share(budget: &Budget, parts: usize) -> Budget {
    let now = Instant::now();
    let parts = parts.max(1);
    let deadline = budget.deadline.map(|deadline| now + deadline.saturating_duration_since(now) / parts as u32);
    Budget { deadline, max_nodes: budget.max_nodes.map(|nodes| nodes.div_ceil(parts as u64)), stop: budget.stop.clone() }
}

pub(super) fn analyze(hex: &mut Hex, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let color = args.next("COLOR", color)?;
    args.end()?;
    if hex.winner().is_some() {
        return Err(Failure::Other("the game is over".into()));
    }
    let mut told = Instant::now();
    let mut depth = 0;
    let (size, style, awaited, stop) = (hex.size, hex.options.style, context.awaited.clone(), context.stop.clone());
    let budget = context.budget(None);
    let mut lines: Vec<String> = Vec::new();
    let live = &mut *context.live;
    let task = Task { board: &hex.board, to_move: color, style };
    let report = hex.player.think(task, context.settings, &budget, &mut |report| {
        if report.depth > depth || report.depth > 0 && told.elapsed() >= TELL {
            (depth, told) = (report.depth, Instant::now());
            info_lines(size, style.evaluation, report).iter().for_each(|line| live(line));
        }
        let enough = awaited.is_raised() && report.depth > 0;
        if enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    if report.depth > 0 {
        lines.extend(info_lines(hex.size, style.evaluation, &report));
    }
    // A search that has come to its end has no more to tell, but the reply stays open.
    loop {
        lines.iter().for_each(|line| live(line));
        let until = Instant::now() + TELL;
        while Instant::now() < until {
            if awaited.is_raised() || stop.is_raised() {
                return Ok(String::new());
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

/// `info move d4 score 0.31 win 0.72 depth 5 nodes 1234 pv d4 e5`, best move first.
fn info_lines(size: crate::grid::Size, evaluation: Evaluation, report: &Report<Cell>) -> Vec<String> {
    let line = |mv: Cell, value: Value, pv: String| {
        let (score, win) = (evaluation.score(value), evaluation.win_probability(value));
        format!(
            "info move {} score {score:.2} win {win:.2} depth {} nodes {} pv {pv}",
            cell_name(size, mv),
            report.depth,
            report.nodes
        )
    };
    let best = line(report.best, report.value, cell_names(size, report.line.iter().copied()));
    let others = report.ranked.iter().filter(|ranked| ranked.mv != report.best).take(MOVES_TOLD - 1);
    std::iter::once(best).chain(others.map(|ranked| line(ranked.mv, ranked.value, cell_name(size, ranked.mv)))).collect()
}

impl Evaluation {
    /// A value in the logarithm of resistances, plies of advantage or thousands of points; a proof is 99 less its length in hundredths.
    fn score(self, value: Value) -> f64 {
        match value.plies() {
            Some(plies) => (99.0 - f64::from(plies) / 100.0).copysign(f64::from(value.units())),
            None => f64::from(value.units()) / self.unit(),
        }
    }

    /// How often a position of this value is won, roughly: not calibrated.
    fn win_probability(self, value: Value) -> f64 {
        match value {
            value if value.is_win() => 1.0,
            value if value.is_loss() => 0.0,
            value => 1.0 / (1.0 + (-f64::from(value.units()) / self.unit()).exp()),
        }
    }

    fn unit(self) -> f64 {
        match self {
            Evaluation::Cells => 1000.0,
            Evaluation::Resistance => f64::from(UNITS_PER_NEPER),
            Evaluation::TwoDistance => f64::from(super::super::twod::UNITS_PER_PLY),
        }
    }
}

pub(super) fn eval_cells(hex: &mut Hex, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    args.end()?;
    let points = hex.player.points(hex.size, context.settings.seed);
    Ok(pairs(hex, hex.size.cells().map(|cell| (cell, points.of(cell).to_string()))))
}

pub(super) fn eval_twod(hex: &mut Hex, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    let color = args.next("COLOR", color)?;
    args.end()?;
    let distances = TwoDistance::of(&hex.board, color);
    Ok(pairs(hex, hex.board.empty_cells().map(|cell| (cell, distances.sum(cell).to_string()))))
}

/// `a1 text b1 text`: words on cells, as HexGui's type `pspairs` reads them.
fn pairs(hex: &Hex, words: impl Iterator<Item = (Cell, String)>) -> String {
    words.map(|(cell, word)| format!("{} {word}", cell_name(hex.size, cell))).collect::<Vec<_>>().join(" ")
}

/// The words that an overlay puts on the empty cells.
pub(super) fn overlay(hex: &mut Hex, name: &str, context: &Context<'_>) -> Result<Labels, Failure> {
    let mut labels: Labels = vec![None; hex.size.area()];
    match name {
        "cells" => {
            let points = hex.player.points(hex.size, context.settings.seed);
            hex.board.empty_cells().for_each(|cell| labels[cell.index()] = Some(points.of(cell).to_string()));
        }
        "twod" => {
            let distances = Color::BOTH.map(|color| TwoDistance::of(&hex.board, color));
            let sum = |cell: Cell| format!("{}/{}", distances[0].sum(cell), distances[1].sum(cell));
            hex.board.empty_cells().for_each(|cell| labels[cell.index()] = Some(sum(cell)));
        }
        _ => return Err(Failure::Syntax(format!("{} is not cells or twod", quoted(name)))),
    }
    Ok(labels)
}
