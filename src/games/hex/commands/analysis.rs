//! `analyze` and the commands that show evaluations.

use super::super::Hex;
use super::super::brain::Task;
use super::super::eval::network::UNITS_PER_LOGIT;
use super::super::eval::resistance::UNITS_PER_NEPER;
use super::super::eval::twod::{TwoDistance, UNITS_PER_PLY};
use super::super::notation::cell_name;
use super::super::style::{Evaluation, Search, Style};
use super::{pairs, parse_color, require_open_game};
use crate::color::Color;
use crate::game::Context;
use crate::game::stream::Format;
use crate::game::turn::{candidates, win_probability};
use crate::grid::Cell;
use crate::protocol::{Args, Outcome};
use crate::search::{Report, Value};

/// Runs `analyze` on a game that is not over.
pub(super) fn analyze(hex: &mut Hex, color: Color, context: &mut Context<'_>) -> Report<Cell> {
    let (size, style) = (hex.size, hex.style());
    let rate = |value| style.rate(value);
    let task = Task { board: &hex.board, to_move: color, style };
    let candidates = |report: &Report<Cell>| match report.depth {
        0 => Vec::new(),
        _ => candidates(report, |cell| cell_name(size, cell), rate),
    };
    context.stream_search(candidates, |settings, budget, watch| hex.brain.search(task, settings, budget, watch))
}

/// As [`analyze`], drawn by HexGui 0.10: it writes three numbers on each cell, colours the good ones, and names the best.
pub(super) fn draw(hex: &mut Hex, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let color = parse_color(args)?;
    require_open_game(hex)?;
    context.format = Format::Drawings("gogui-gfx:\nkata");
    let report = analyze(hex, color, context);
    let win = hex.style().win_probability(report.value);
    Ok(format!("{} win {win:.2} nodes {}", cell_name(hex.size, report.best), report.nodes))
}

/// Units of the value by which the odds of a win rise by a factor e: 1000 / slope of `ludion-lab hex calibrate`, for the default style with the
/// network and without.
const UNITS_PER_LOGIT_MEASURED: [f64; 2] = [1000.0 / 2.96, 1000.0 / 5.27];

impl Style {
    /// Returns the score of a value and the probability of winning.
    pub(super) fn rate(self, value: Value) -> (f64, f64) {
        (self.score(value), self.win_probability(value))
    }

    /// Converts a value to logits of a win, the logarithm of resistances, plies of advantage or thousands of points. A proof in n plies is 99 - n/100.
    fn score(self, value: Value) -> f64 {
        match value.plies() {
            Some(plies) => (99.0 - f64::from(plies) / 100.0).copysign(f64::from(value.units())),
            None => f64::from(value.units()) / self.unit(),
        }
    }

    /// Returns the probability of winning from a position of this value: measured for the default style, rough for others.
    fn win_probability(self, value: Value) -> f64 {
        let unit = match (self.search, self.evaluation) {
            (Search::Puct, _) if self.has_network => UNITS_PER_LOGIT_MEASURED[0],
            (Search::Puct, Evaluation::Resistance) => UNITS_PER_LOGIT_MEASURED[1],
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
    let color = parse_color(args)?;
    let distances = TwoDistance::of(&hex.board, color);
    Ok(pairs(hex.size, hex.board.empty_cells().map(|cell| (cell, distances.sum(cell).to_string()))))
}
