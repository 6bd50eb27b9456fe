//! `analyze` and the commands that show evaluations.

use super::super::Hex;
use super::super::brain::Task;
use super::super::eval::network::UNITS_PER_LOGIT;
use super::super::eval::resistance::UNITS_PER_NEPER;
use super::super::eval::twod::TwoDistance;
use super::super::notation::{cell_name, cell_names};
use super::super::picture::{self, Labels};
use super::super::style::{Evaluation, Search, Style};
use super::{next_color, pairs};
use crate::color::Color;
use crate::game::Context;
use crate::game::shown::Shown;
use crate::game::stream::Format;
use crate::grid::{Cell, Size};
use crate::picture::{Svg, Text};
use crate::protocol::{Args, Failure, Outcome, quote};
use crate::search::{RankedMove, Report, Value};

/// Moves in a line of analysis.
const MOVES_SHOWN: usize = 5;

pub(super) fn analyze(hex: &mut Hex, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let color = next_color(args)?;
    if hex.winner().is_some() {
        return Err(Failure::Other("the game is over".into()));
    }
    let (size, style) = (hex.size, hex.style());
    follow(hex, color, context, |report| info_lines(size, style, report));
    Ok(String::new())
}

/// As [`analyze`], drawn by HexGui 0.10: it writes three numbers on each cell, colours the good ones, and names the best.
pub(super) fn draw(hex: &mut Hex, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let color = next_color(args)?;
    if hex.winner().is_some() {
        return Err(Failure::Other("the game is over".into()));
    }
    context.format = Format::Drawings("gogui-gfx:\nkata");
    let (size, style) = (hex.size, hex.style());
    let report = follow(hex, color, context, |report| drawn_lines(size, style, report));
    let win = win_probability(style, report.value);
    Ok(format!("{} win {win:.2} nodes {}", cell_name(size, report.best), report.nodes))
}

fn follow(hex: &mut Hex, color: Color, context: &mut Context<'_>, lines: impl Fn(&Report<Cell>) -> Vec<String>) -> Report<Cell> {
    let task = Task { board: &hex.board, to_move: color, style: hex.style() };
    let lines = |report: &Report<Cell>| if report.depth > 0 { lines(report) } else { Vec::new() };
    context.stream_search(lines, |settings, budget, watch| hex.brain.search(task, settings, budget, watch))
}

/// `info move d4 visits 20 winrate 0.72 scoreLead 0.31 order 0` for each move that was visited, best first.
fn drawn_lines(size: Size, style: Style, report: &Report<Cell>) -> Vec<String> {
    let line = |(order, ranked): (usize, &RankedMove<Cell>)| {
        let (score, win) = (style.score(ranked.value), win_probability(style, ranked.value));
        let (cell, visits) = (cell_name(size, ranked.mv), ranked.nodes);
        format!("info move {cell} visits {visits} winrate {win:.3} scoreLead {score:.2} order {order}")
    };
    report.ranked.iter().enumerate().map(line).collect()
}

/// `info move d4 score 0.31 win 0.72 depth 5 nodes 1234 pv d4 e5`, best move first.
fn info_lines(size: Size, style: Style, report: &Report<Cell>) -> Vec<String> {
    let line = |mv: Cell, value: Value, pv: String| {
        let (score, win) = (style.score(value), win_probability(style, value));
        format!(
            "info move {} score {score:.2} win {win:.2} depth {} nodes {} pv {pv}",
            cell_name(size, mv),
            report.depth,
            report.nodes
        )
    };
    let best = line(report.best, report.value, cell_names(size, report.line.iter().copied()));
    let others = report.ranked.iter().filter(|ranked| ranked.mv != report.best).take(MOVES_SHOWN - 1);
    std::iter::once(best).chain(others.map(|ranked| line(ranked.mv, ranked.value, cell_name(size, ranked.mv)))).collect()
}

/// Units of the evaluation by which the odds rise by a factor e, as `ludion bench hex --calibration` finds them for the
/// player as it is.
const CALIBRATED: f64 = 1000.0 / 5.27;

/// The share of games won from a position of this value. It is calibrated for the player as it is at start, else rough.
fn win_probability(style: Style, value: Value) -> f64 {
    let unit = match (style.search, style.evaluation) {
        (Search::Puct, Evaluation::Resistance) if !style.has_network => CALIBRATED,
        _ => style.unit(),
    };
    match value {
        value if value.is_win() => 1.0,
        value if value.is_loss() => 0.0,
        value => 1.0 / (1.0 + (-f64::from(value.units()) / unit).exp()),
    }
}

impl Style {
    /// Converts a value to logits of a win, the logarithm of resistances, plies of advantage or thousands of points. A proof in n plies is 99 - n/100.
    fn score(self, value: Value) -> f64 {
        match value.plies() {
            Some(plies) => (99.0 - f64::from(plies) / 100.0).copysign(f64::from(value.units())),
            None => f64::from(value.units()) / self.unit(),
        }
    }

    fn unit(self) -> f64 {
        match self.evaluation {
            _ if self.has_network => f64::from(UNITS_PER_LOGIT),
            Evaluation::Cells => 1000.0,
            Evaluation::Resistance => f64::from(UNITS_PER_NEPER),
            Evaluation::TwoDistance => f64::from(super::super::eval::twod::UNITS_PER_PLY),
        }
    }
}

pub(super) fn eval_cells(hex: &mut Hex, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    args.end()?;
    let points = hex.brain.points(context.settings.seed);
    Ok(pairs(hex.size, hex.size.cells().map(|cell| (cell, points.of(cell).to_string()))))
}

pub(super) fn eval_twod(hex: &mut Hex, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    let color = next_color(args)?;
    let distances = TwoDistance::of(&hex.board, color);
    Ok(pairs(hex.size, hex.board.empty_cells().map(|cell| (cell, distances.sum(cell).to_string()))))
}

impl Shown for Hex {
    type Overlay = Labels;

    fn overlay(&mut self, name: &str, context: &Context<'_>) -> Result<Labels, Failure> {
        let mut labels: Labels = vec![None; self.size.area()];
        match name {
            "cells" => {
                let points = self.brain.points(context.settings.seed);
                self.board.empty_cells().for_each(|cell| labels[cell.index()] = Some(points.of(cell).to_string()));
            }
            "twod" => {
                let distances = Color::BOTH.map(|color| TwoDistance::of(&self.board, color));
                let sum = |cell: Cell| format!("{}/{}", distances[0].sum(cell), distances[1].sum(cell));
                self.board.empty_cells().for_each(|cell| labels[cell.index()] = Some(sum(cell)));
            }
            _ => return Err(Failure::Syntax(format!("{} is not cells or twod", quote(name)))),
        }
        Ok(labels)
    }

    fn text(&self, overlay: Option<&Labels>) -> Text {
        picture::text(&self.board, overlay)
    }

    fn caption(&self) -> String {
        String::new()
    }

    fn svg(&self, overlay: Option<&Labels>) -> Svg {
        picture::svg(&self.board, overlay)
    }
}
