//! `analyze` and the commands that show evaluations.

use super::super::Hex;
use super::super::brain::Task;
use super::super::eval::network::UNITS_PER_LOGIT;
use super::super::eval::resistance::UNITS_PER_NEPER;
use super::super::eval::twod::{TwoDistance, UNITS_PER_PLY};
use super::super::notation::cell_name;
use super::super::style::{Evaluation, Search, Style};
use super::{next_color, pairs, refuse_end};
use crate::color::Color;
use crate::game::Context;
use crate::game::stream::Format;
use crate::game::turn::{info_lines, win_probability};
use crate::grid::{Cell, Size};
use crate::protocol::{Args, Outcome};
use crate::search::{RankedMove, Report, Value};

/// Runs `analyze` on a game that is not over.
pub(super) fn analyze(hex: &mut Hex, color: Color, context: &mut Context<'_>) {
    let (size, style) = (hex.size, hex.style());
    let rate = |value| (style.score(value), style.win_probability(value));
    follow(hex, color, context, |report| info_lines(report, |cell| cell_name(size, cell), rate));
}

/// As [`analyze`], drawn by HexGui 0.10: it writes three numbers on each cell, colours the good ones, and names the best.
pub(super) fn draw(hex: &mut Hex, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let color = next_color(args)?;
    refuse_end(hex)?;
    context.format = Format::Drawings("gogui-gfx:\nkata");
    let (size, style) = (hex.size, hex.style());
    let report = follow(hex, color, context, |report| drawn_lines(size, style, report));
    let win = style.win_probability(report.value);
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
        let (score, win) = (style.score(ranked.value), style.win_probability(ranked.value));
        let (cell, visits) = (cell_name(size, ranked.mv), ranked.nodes);
        format!("info move {cell} visits {visits} winrate {win:.3} scoreLead {score:.2} order {order}")
    };
    report.ranked.iter().enumerate().map(line).collect()
}

/// Units of the evaluation by which the odds rise by a factor e, as `ludion bench hex --calibration` finds them for the
/// player as it is.
const CALIBRATED: f64 = 1000.0 / 5.27;

impl Style {
    /// Converts a value to logits of a win, the logarithm of resistances, plies of advantage or thousands of points. A proof in n plies is 99 - n/100.
    fn score(self, value: Value) -> f64 {
        match value.plies() {
            Some(plies) => (99.0 - f64::from(plies) / 100.0).copysign(f64::from(value.units())),
            None => f64::from(value.units()) / self.unit(),
        }
    }

    /// Returns the share of games won from a position of this value. It is calibrated for the player as it is at start, else rough.
    fn win_probability(self, value: Value) -> f64 {
        let unit = match (self.search, self.evaluation) {
            (Search::Puct, Evaluation::Resistance) if !self.has_network => CALIBRATED,
            _ => self.unit(),
        };
        match value {
            value if value.is_win() => 1.0,
            value if value.is_loss() => 0.0,
            value => win_probability(value.units().into(), unit),
        }
    }

    fn unit(self) -> f64 {
        match self.evaluation {
            _ if self.has_network => f64::from(UNITS_PER_LOGIT),
            Evaluation::Cells => 1000.0,
            Evaluation::Resistance => f64::from(UNITS_PER_NEPER),
            Evaluation::TwoDistance => f64::from(UNITS_PER_PLY),
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
