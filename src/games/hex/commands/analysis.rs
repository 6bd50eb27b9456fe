//! `analyze` and the commands that show evaluations.

use super::super::Hex;
use super::super::eval::twod::TwoDistance;
use super::super::notation::cell_name;
use super::super::searcher::Task;
use super::{pairs, parse_color, require_open_game};
use crate::color::Color;
use crate::game::Context;
use crate::game::stream::Format;
use crate::game::turn::candidates;
use crate::grid::Cell;
use crate::protocol::{Args, Outcome};
use crate::search::Report;

/// Runs `analyze` on a game that is not over.
pub(super) fn analyze(hex: &mut Hex, color: Color, context: &mut Context<'_>) -> Report<Cell> {
    let (size, style) = (hex.size, hex.style());
    let rate = |value| style.rate(value);
    let task = Task { board: &hex.board, to_move: color, style, lines: context.line_count() };
    let candidates = |report: &Report<Cell>| match report.depth {
        0 => Vec::new(),
        _ => candidates(report, |cell| cell_name(size, cell), rate),
    };
    context.stream_search(candidates, |settings, budget, watch| hex.searcher.search(task, settings, budget, watch))
}

/// Works as [`analyze`], drawn by HexGui 0.10: it writes three numbers on each cell, colours the good ones, and names the best.
pub(super) fn draw(hex: &mut Hex, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let color = parse_color(args)?;
    require_open_game(hex)?;
    context.format = Format::Drawings("gogui-gfx:\nkata");
    let report = analyze(hex, color, context);
    let win = hex.style().win_probability(report.value);
    Ok(format!("{} win {win:.2} nodes {}", cell_name(hex.size, report.best), report.nodes))
}

pub(super) fn eval_cells(hex: &mut Hex, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    args.end()?;
    let points = hex.searcher.points(context.settings.seed);
    Ok(pairs(hex.size, hex.size.cells().map(|cell| (cell, points.get(cell).to_string()))))
}

pub(super) fn eval_twod(hex: &mut Hex, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    let color = parse_color(args)?;
    let distances = TwoDistance::compute(&hex.board, color);
    Ok(pairs(hex.size, hex.board.empty_cells().map(|cell| (cell, distances.sum(cell).to_string()))))
}
