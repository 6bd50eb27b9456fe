//! Chooses the move of `genmove` and `reg_genmove`: a swap, a deliberate slip, a proved win, or the move of the search.

use std::time::Instant;

use super::Hex;
use super::board::Board;
use super::board::record::Move;
use super::notation::{cell_name, cell_names};
use super::player::{level_budget, slip};
use super::searcher::Task;
use super::swap::{self, ValueTrend};
use crate::color::Color;
use crate::game::Context;
use crate::game::turn::choice_text;
use crate::grid::Cell;
use crate::search::{Budget, Report, Watch};
use crate::settings::Settings;

/// Chooses the engine's move for a colour in a game that is not over.
pub(super) fn choose(hex: &mut Hex, color: Color, context: &mut Context<'_>) -> Move {
    let budget = level_budget(context.settings, context.move_budget(&hex.clock, color, moves_left(&hex.board)));
    if hex.is_offer() {
        let style = hex.style_of_play(context.settings);
        let cell = swap::choose_first_stone(&mut *hex.searcher, hex.size, color, style, context.settings, &budget);
        context.report_reason(match swap::is_won(hex.size, color, cell) {
            Some(_) => "a stone that is not worth taking over",
            None => "an even opening, which leaves the swap no advantage",
        });
        return Move::Stone(cell);
    }
    let offered = hex.offered_stone(color);
    let favors_opponent = offered.and_then(|cell| swap::favors_owner(hex.size, color.other(), cell));
    if favors_opponent == Some(true) {
        context.report_reason("the first stone is a good one");
        return hex.options.swap.swap_pieces();
    }
    if let Some(cell) = slip(&*hex.searcher, &hex.board, color, context.settings, &budget.stop) {
        return Move::Stone(cell);
    }
    if let Some(cell) = prove_win(hex, color, &budget, context) {
        context.report_reason("a proved win");
        return Move::Stone(cell);
    }
    let mut trend = ValueTrend::new(hex.style_of_play(context.settings).search);
    let (size, style, settings, started) = (hex.size, hex.style_of_play(context.settings), context.settings, context.started);
    let mut show = context.show_progress(&budget, |cell| cell_name(size, cell), |value| style.rate(value));
    let report = hex.search(color, &budget, settings, started, &mut |report| {
        trend.update(report);
        show(report)
    });
    drop(show);
    context.report_reason(&choice_text(&report, |cell| cell_name(size, cell), |value| style.rate(value)));
    trend.update(&report);
    let may_swap = offered.is_some() && favors_opponent.is_none();
    match report.value {
        value if may_swap && (value.is_loss() || !value.is_win() && trend.units() < 0) => hex.options.swap.swap_pieces(),
        value if value.is_loss() && hex.options.resign => Move::Resign,
        _ => Move::Stone(report.best),
    }
}

/// Cells of the board for each move that is expected at the beginning: eleven moves on 11x11.
const CELLS_A_MOVE: usize = 11;

/// Stones for each further move that is expected: a game that is not proved yet may last.
const STONES_A_MOVE: usize = 5;

/// Estimates how many moves of a player still need time: proved moves need none. On 11x11, with minutes for a game, the winner is
/// proved after ten to thirty moves of each player. So the estimate is a move for every [`CELLS_A_MOVE`] cells and one for every
/// [`STONES_A_MOVE`] stones, at most half of the empty cells: 11 moves on the empty board of 11x11, 15 after ten moves of each player.
fn moves_left(board: &Board) -> u32 {
    let (stones, empty) = (board.stone_count(), board.empty_cells().count());
    ((stones + empty) / CELLS_A_MOVE + stones / STONES_A_MOVE).min(empty / 2 + 1) as u32
}

/// Share of a move's time for the solver, whose proofs are kept for the next move.
const PROOF_SHARE: f64 = 0.15;

/// The same share for positions with few empty cells, most of which are proved in a second or two.
const SMALL_PROOF_SHARE: f64 = 0.5;

/// Most empty cells of such a position.
const SMALL: usize = 50;

/// Most empty cells of a position that is worth trying to prove in the time of a move.
const PROVABLE: usize = 105;

/// Tries to prove a winning move in a share of the time of a move. Does nothing without a deadline, or under a node limit, which is
/// for the search.
fn prove_win(hex: &mut Hex, color: Color, budget: &Budget, context: &Context<'_>) -> Option<Cell> {
    let empty = hex.board.empty_cells().count();
    if empty > PROVABLE {
        return None;
    }
    let share = if empty > SMALL { PROOF_SHARE } else { SMALL_PROOF_SHARE };
    let deadline = budget.deadline.filter(|_| budget.max_nodes.is_none())?;
    let share = deadline.saturating_duration_since(context.started).mul_f64(share);
    let budget = Budget { deadline: Some(context.started + share), ..budget.clone() };
    let solution = hex.searcher.prove(&hex.board, color, context.settings, &budget);
    solution.best.filter(|_| solution.winner == Some(color))
}

impl Hex {
    /// Searches the position, which nobody has won, with a colour to move.
    pub(super) fn search(
        &mut self,
        color: Color,
        budget: &Budget,
        settings: &Settings,
        started: Instant,
        watch: Watch<'_, Cell>,
    ) -> Report<Cell> {
        let task = Task { board: &self.board, to_move: color, style: self.style_of_play(settings), lines: 1 };
        let report = self.searcher.search(task, settings, budget, watch);
        let seconds = started.elapsed().as_secs_f64();
        log::info!(
            "depth {} value {} nodes {} seconds {seconds:.2} nodes/s {:.0} pv {}",
            report.depth,
            report.value,
            report.nodes,
            report.nodes as f64 / seconds.max(1e-3),
            cell_names(self.size, report.line.iter().copied()),
        );
        report
    }
}
