//! The commands of Hex, each with its short handler.

use super::Hex;
use super::notation::{self, cell_name};
use crate::color::Color;
use crate::game::turn::{self, GAME_OVER, TurnBoard};
use crate::game::{Command, undo};
use crate::grid::{Cell, Size};
use crate::protocol::{Args, Failure, color};

mod analysis;
mod board;
mod connections;
mod genmove;
mod gui;
mod inferior;
mod solver;
mod turn_game;

use connections::Gathered::{Intersection, Union};
use connections::Strength::{Full, Semi};
use connections::{gather, list_connections, list_neighbors};

/// The commands, in the order of `list_commands`.
pub(super) const COMMANDS: &[Command<Hex>] = &[
    turn::boardsize("N|W H", "an empty board of N x N or W x H cells, sides 1 to 19", "boardsize 11"),
    Command { summary: "an empty board of the same size", ..turn::clear_board() },
    turn::play("plays a move, in turn or not: a point, resign, swap-pieces, swap-sides", "play b f6"),
    Command {
        name: "play-game",
        usage: "MOVE...",
        summary: "plays moves one after the other, the side to move first; all or none",
        example: "play-game f6 e7 d8",
        run: board::play_game,
    },
    undo::undo(),
    Command { summary: "searches, plays and names a move; resign when the game is over", ..turn::genmove() },
    turn::reg_genmove(),
    Command {
        summary: "the empty cells, and swap-pieces where `param swap` allows it now",
        example: "legal_moves b",
        ..turn::legal_moves()
    },
    Command { name: "all_legal_moves", summary: "as legal_moves", example: "all_legal_moves", ..turn::legal_moves() },
    Command { summary: "B+ or W+; fails while nobody has won", example: "final_score", ..turn::final_score() },
    turn::time_settings(),
    turn::time_left(),
    Command { name: "komi", usage: "NUMBER", summary: "does nothing; Hex has no komi", example: "komi 0", run: board::komi },
    turn::position("the game as one line, or sets it", "position 5x5 b:c3 w:b4"),
    turn::showboard("[plain|color] [cells|twod]", "the board as text, with the values of an evaluation on its empty cells"),
    turn::svg("[cells|twod]"),
    Command {
        name: "sgf",
        usage: "",
        summary: "the game as an SGF record (FF[4] GM[11])",
        example: "sgf",
        run: |hex, args, _| args.end().map(|()| notation::sgf::write(hex)),
    },
    Command {
        name: "loadsgf",
        usage: "FILE [MOVE]",
        summary: "the main line of an SGF record, or its first MOVE moves",
        example: "loadsgf tests/data/hex/game.sgf 5",
        run: board::loadsgf,
    },
    Command { summary: "who wins with best play, for the side to move", ..turn::solve() },
    Command { summary: "what each legal move leads to, for the player who makes it", ..turn::move_values() },
    turn::analyze(),
    Command {
        name: "eval-cells",
        usage: "",
        summary: "points of the cells: the number of random games that a stone on each decided",
        example: "eval-cells",
        run: analysis::eval_cells,
    },
    Command {
        name: "eval-twod",
        usage: "COLOR",
        summary: "sum of each empty cell's two-distances to the edges of a colour",
        example: "eval-twod b",
        run: analysis::eval_twod,
    },
    Command {
        name: "dfpn-solve-state",
        usage: "[COLOR]",
        summary: "the winner with best play: black, white, or empty if the search ended without a proof",
        example: "dfpn-solve-state",
        run: solver::solve_state,
    },
    Command {
        name: "dfs-solve-state",
        usage: "[COLOR]",
        summary: "as dfpn-solve-state",
        example: "dfs-solve-state",
        run: solver::solve_state,
    },
    Command {
        name: "dfpn-solver-find-winning",
        usage: "COLOR",
        summary: "the moves that win for COLOR",
        example: "known_command dfpn-solver-find-winning",
        run: solver::find_winning,
    },
    Command {
        name: "dfs-solver-find-winning",
        usage: "COLOR",
        summary: "as dfpn-solver-find-winning",
        example: "known_command dfs-solver-find-winning",
        run: solver::find_winning,
    },
    Command {
        name: "dfpn-get-pv",
        usage: "[COLOR]",
        summary: "the line of the proof, up to where connections decide",
        example: "dfpn-get-pv",
        run: solver::line_of_proof,
    },
    Command {
        name: "dfpn-clear-tt",
        usage: "",
        summary: "clears the table of proofs",
        example: "dfpn-clear-tt",
        run: solver::forget,
    },
    Command {
        name: "compute-inferior",
        usage: "COLOR",
        summary: "the cells that COLOR need not try, with a code for the reason",
        example: "compute-inferior b",
        run: inferior::inferior,
    },
    Command {
        name: "compute-fillin",
        usage: "COLOR",
        summary: "the cells that can be filled in, with a code for the reason and the colour of their stone",
        example: "compute-fillin b",
        run: inferior::fill_in,
    },
    Command {
        name: "find-comb-decomp",
        usage: "COLOR",
        summary: "the cells of the regions between chains that COLOR captures as a whole",
        example: "find-comb-decomp b",
        run: inferior::decompositions,
    },
    Command {
        name: "vc-build",
        usage: "COLOR",
        summary: "rebuilds the tables of connections; the cells that COLOR need not consider, with a code for the reason",
        example: "vc-build b",
        run: connections::build,
    },
    Command {
        name: "vc-build-incremental",
        usage: "COLOR [POINT]",
        summary: "the same with the tables updated instead; with POINT as if COLOR had played there",
        example: "vc-build-incremental b f6",
        run: connections::build_incremental,
    },
    Command {
        name: "vc-get-mustplay",
        usage: "COLOR",
        summary: "the cells outside the must-play region of COLOR, as `a1 x`",
        example: "vc-get-mustplay b",
        run: connections::must_play,
    },
    Command {
        name: "vc-between-cells-full",
        usage: "COLOR X Y",
        summary: "the full connections between two points or edges, one a line",
        example: "vc-between-cells-full b b10 south",
        run: |hex, args, context| list_connections(hex, args, context, Full),
    },
    Command {
        name: "vc-between-cells-semi",
        usage: "COLOR X Y",
        summary: "the semi connections between two points or edges, one a line",
        example: "vc-between-cells-semi b b9 south",
        run: |hex, args, context| list_connections(hex, args, context, Semi),
    },
    Command {
        name: "vc-connected-to-full",
        usage: "COLOR X",
        summary: "the cells and edges that a point or edge has a full connection with",
        example: "vc-connected-to-full b f6",
        run: |hex, args, context| list_neighbors(hex, args, context, Full),
    },
    Command {
        name: "vc-connected-to-semi",
        usage: "COLOR X",
        summary: "the cells and edges that a point or edge has a semi connection with",
        example: "vc-connected-to-semi b f6",
        run: |hex, args, context| list_neighbors(hex, args, context, Semi),
    },
    Command {
        name: "vc-connected-to",
        usage: "X COLOR [0|1]",
        summary: "the older form of vc-connected-to-full (0) and vc-connected-to-semi (1)",
        example: "vc-connected-to f6 b 0",
        run: connections::connected_to,
    },
    Command {
        name: "vc-intersection-full",
        usage: "COLOR X Y",
        summary: "the cells that all full connections of two points or edges need",
        example: "vc-intersection-full b f10 south",
        run: |hex, args, context| gather(hex, args, context, Intersection, Full),
    },
    Command {
        name: "vc-intersection-semi",
        usage: "COLOR X Y",
        summary: "the cells that all semi connections of two points or edges need",
        example: "vc-intersection-semi b f8 south",
        run: |hex, args, context| gather(hex, args, context, Intersection, Semi),
    },
    Command {
        name: "vc-union-full",
        usage: "COLOR X Y",
        summary: "the cells that some full connection of two points or edges needs",
        example: "vc-union-full b f10 south",
        run: |hex, args, context| gather(hex, args, context, Union, Full),
    },
    Command {
        name: "vc-union-semi",
        usage: "COLOR X Y",
        summary: "the cells that some semi connection of two points or edges needs",
        example: "vc-union-semi b f8 south",
        run: |hex, args, context| gather(hex, args, context, Union, Semi),
    },
    Command {
        name: "eval-resist",
        usage: "COLOR",
        summary: "the evaluation of the circuits for COLOR, ln(R_other / R_own), and both resistances",
        example: "eval-resist b",
        run: connections::resistance,
    },
    Command {
        name: "eval-resist-cells",
        usage: "[COLOR]",
        summary: "the power dissipated at each empty cell, in thousandths of that of a colour's circuit or of both",
        example: "eval-resist-cells b",
        run: connections::resistance_cells,
    },
    Command {
        name: "eval-semis",
        usage: "COLOR",
        summary: "for each empty cell the number of the opponent's semi connections that need it",
        example: "eval-semis b",
        run: connections::semis,
    },
    Command {
        name: "gogui-gfx-analyze",
        usage: "COLOR",
        summary: "as analyze, in drawings for HexGui 0.10 while it runs",
        example: "gogui-gfx-analyze b",
        run: analysis::draw,
    },
    Command {
        name: "param_game",
        usage: "[KEY VALUE]",
        summary: "Benzene's name for param: allow_swap",
        example: "param_game allow_swap 1",
        run: gui::param_game,
    },
    Command {
        name: "param_dfpn",
        usage: "[KEY VALUE]",
        summary: "settings of the solver button of HexGui: use_guifx is accepted",
        example: "param_dfpn use_guifx 1",
        run: gui::param_dfpn,
    },
    Command {
        name: "param_solver_ice",
        usage: "[KEY VALUE]",
        summary: "Benzene's settings of inferior cells: accepted",
        example: "param_solver_ice find_permanently_inferior 0",
        run: gui::param_accepted,
    },
    Command {
        name: "param_player_board",
        usage: "[KEY VALUE]",
        summary: "Benzene's settings of its player's tables: accepted",
        example: "param_player_board use_decompositions 0",
        run: gui::param_accepted,
    },
    Command {
        name: "hexgui-analyze_commands",
        usage: "",
        summary: "the commands that HexGui shows in its analyze dialog",
        example: "hexgui-analyze_commands",
        run: gui::analyze_commands,
    },
];

/// Parses the last argument: a colour, or the side to move.
fn last_color(hex: &Hex, args: &mut Args<'_>) -> Result<Color, Failure> {
    let color = args.optional("COLOR", color)?;
    args.end()?;
    Ok(color.unwrap_or(hex.to_move()))
}

/// Parses the last argument: a colour.
fn next_color(args: &mut Args<'_>) -> Result<Color, Failure> {
    let color = args.next("COLOR", color)?;
    args.end()?;
    Ok(color)
}

/// Refuses a game that is over.
fn refuse_end(hex: &Hex) -> Result<(), Failure> {
    if hex.winner().is_some() { Err(Failure::Other(GAME_OVER.into())) } else { Ok(()) }
}

/// `a1 text b1 text`: words on cells, as HexGui's type `pspairs` reads them.
fn pairs(size: Size, words: impl Iterator<Item = (Cell, String)>) -> String {
    words.map(|(cell, word)| format!("{} {word}", cell_name(size, cell))).collect::<Vec<_>>().join(" ")
}
