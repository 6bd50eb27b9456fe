//! The commands of Hex, each with its short handler.

use super::board::record::Entry;
use super::notation::cell_name;
use super::notation::connections::Strength::{Full, Semi};
use super::{Hex, bench, params};
use crate::color::Color;
use crate::game::about::{About, Situation, about};
use crate::game::lesson::{judge, lesson, lessons};
use crate::game::turn::{self, GAME_OVER, TurnBoard, TurnGame};
use crate::game::{Bench, Command, Game, Tell, record, undo};
use crate::grid::{Cell, Size};
use crate::param::Param;
use crate::protocol::{Args, Failure, color};

mod analysis;
mod board;
mod connections;
mod gui;
mod inferior;
mod solver;
mod turn_game;

use connections::Combination::{Intersection, Union};
use connections::{combine_carriers, list_connections, list_neighbors};

/// The commands, in the order of `list_commands`. The shared ones are named again: many have help texts of Hex, and all stand where
/// HexGui's users look for them, beside the commands of Benzene that do the same.
pub(super) const COMMANDS: &[Command<Hex>] = &[
    turn::boardsize("N|W H", "an empty board of N x N or W x H cells, sides 1 to 19", "boardsize 11"),
    turn::clear_board().with_summary("an empty board of the same size"),
    turn::play("plays a move, in turn or not: a point, resign, swap-pieces, swap-sides", "play b f6"),
    Command::new(
        "play-game",
        "MOVE...",
        "plays moves one after the other, the side to move first; all or none",
        board::play_game,
    )
    .with_example("play-game f6 e7 d8"),
    undo::undo(),
    undo::redo(),
    turn::genmove().with_summary("searches, plays and names a move; resign when the game is over"),
    turn::reg_genmove(),
    turn::search_analyze(),
    turn::hint(),
    turn::explain(),
    turn::legal_moves()
        .with_summary("the empty cells, and swap-pieces where `param swap` allows it now")
        .with_example("legal_moves b"),
    turn::legal_moves().with_name("all_legal_moves").with_summary("as legal_moves").with_example("all_legal_moves"),
    turn::final_score().with_summary("B+ or W+; fails while nobody has won"),
    turn::time_settings(),
    turn::time_left(),
    Command::new("komi", "NUMBER", "does nothing; Hex has no komi", board::komi).with_example("komi 0"),
    turn::position("the game as one line, or sets it", "position 5x5 b:c3 w:b4"),
    turn::showboard("[plain|color] [cells|twod]", "the board as text, with the values of an evaluation on its empty cells"),
    turn::svg("[cells|twod]"),
    Command::new("sgf", "", "the game as an SGF record (FF[4] GM[11])", |hex, args, _| {
        args.end().map(|()| TurnBoard::sgf(hex).unwrap_or_default())
    }),
    Command::new("loadsgf", "FILE [MOVE]", "the main line of an SGF record, or its first MOVE moves", board::loadsgf)
        .with_example("loadsgf tests/data/hex/game.sgf 5"),
    Command::new("loadsgf_text", "TEXT", "as loadsgf, with the record itself", board::loadsgf_text)
        .with_example("loadsgf_text (;FF[4]GM[11]SZ[5];B[c2];W[b3])"),
    record::savesgf(),
    record::load(
        "TEXT",
        "a game: the line of position, an SGF record on one line, a link of HexWorld or trmph (%23 for #), or moves",
        "load 5c1,c3:sb4",
    ),
    record::load_file("a game from a file of one of these forms, or .json of save", "load_file tests/data/hex/game.sgf"),
    record::load_text("load_text (;FF[4]GM[11]SZ[5];B[c2];W[b3])"),
    Command::new("url", "[hexworld|trmph]", "the link of HexWorld or of trmph; fails if it cannot hold the game", board::url),
    record::save(),
    record::save_text(),
    record::png(),
    turn::puzzle::puzzle(),
    lessons(),
    lesson(),
    judge(),
    turn::solve().with_summary("who wins with best play, for the side to move"),
    turn::move_values().with_summary("what each legal move leads to, for the player who makes it"),
    turn::analyze(),
    turn::kata_analyze(),
    turn::lz_analyze(),
    turn::review(),
    Command::new(
        "eval-cells",
        "",
        "points of the cells: the number of random games that a stone on each decided",
        analysis::eval_cells,
    ),
    Command::new("eval-twod", "COLOR", "sum of each empty cell's two-distances to the edges of a colour", analysis::eval_twod)
        .with_example("eval-twod b"),
    Command::new(
        "dfpn-solve-state",
        "[COLOR]",
        "the winner with best play: black, white, or empty if the search ended without a proof",
        solver::solve_state,
    ),
    Command::new("dfs-solve-state", "[COLOR]", "as dfpn-solve-state", solver::solve_state),
    Command::new("dfpn-solver-find-winning", "COLOR", "the moves that win for COLOR", solver::find_winning)
        .with_example("known_command dfpn-solver-find-winning"),
    Command::new("dfs-solver-find-winning", "COLOR", "as dfpn-solver-find-winning", solver::find_winning)
        .with_example("known_command dfs-solver-find-winning"),
    Command::new("dfpn-get-pv", "[COLOR]", "the line of the proof, up to where connections decide", solver::principal_variation),
    Command::new("dfpn-clear-tt", "", "clears the table of proofs", solver::clear_proofs),
    Command::new("dfs-clear-tt", "", "as dfpn-clear-tt", solver::clear_proofs),
    Command::new(
        "compute-inferior",
        "COLOR",
        "the cells that COLOR need not try, with a code for the reason",
        inferior::inferior,
    )
    .with_example("compute-inferior b"),
    Command::new(
        "compute-fillin",
        "COLOR",
        "the cells that can be filled in, with a code for the reason and the colour of their stone",
        inferior::fill_in,
    )
    .with_example("compute-fillin b"),
    Command::new(
        "find-comb-decomp",
        "COLOR",
        "the cells of the regions between chains that COLOR captures as a whole",
        inferior::decompositions,
    )
    .with_example("find-comb-decomp b"),
    Command::new(
        "vc-build",
        "COLOR",
        "rebuilds the tables of connections; the cells that COLOR need not consider, with a code for the reason",
        connections::build,
    )
    .with_example("vc-build b"),
    Command::new(
        "vc-build-incremental",
        "COLOR [POINT]",
        "the same with the tables updated instead; with POINT as if COLOR had played there",
        connections::build_incremental,
    )
    .with_example("vc-build-incremental b f6"),
    Command::new(
        "vc-get-mustplay",
        "COLOR",
        "the cells outside the must-play region of COLOR, as `a1 x`",
        connections::must_play,
    )
    .with_example("vc-get-mustplay b"),
    Command::new(
        "vc-between-cells-full",
        "COLOR X Y",
        "the full connections between two points or edges, one a line",
        |hex, args, context| list_connections(hex, args, context, Full),
    )
    .with_example("vc-between-cells-full b b10 south"),
    Command::new(
        "vc-between-cells-semi",
        "COLOR X Y",
        "the semi connections between two points or edges, one a line",
        |hex, args, context| list_connections(hex, args, context, Semi),
    )
    .with_example("vc-between-cells-semi b b9 south"),
    Command::new(
        "vc-connected-to-full",
        "COLOR X",
        "the cells and edges that a point or edge has a full connection with",
        |hex, args, context| list_neighbors(hex, args, context, Full),
    )
    .with_example("vc-connected-to-full b f6"),
    Command::new(
        "vc-connected-to-semi",
        "COLOR X",
        "the cells and edges that a point or edge has a semi connection with",
        |hex, args, context| list_neighbors(hex, args, context, Semi),
    )
    .with_example("vc-connected-to-semi b f6"),
    Command::new(
        "vc-connected-to",
        "X COLOR [0|1]",
        "the older form of vc-connected-to-full (0) and vc-connected-to-semi (1)",
        connections::connected_to,
    )
    .with_example("vc-connected-to f6 b 0"),
    Command::new(
        "vc-intersection-full",
        "COLOR X Y",
        "the cells that all full connections of two points or edges need",
        |hex, args, context| combine_carriers(hex, args, context, Intersection, Full),
    )
    .with_example("vc-intersection-full b f10 south"),
    Command::new(
        "vc-intersection-semi",
        "COLOR X Y",
        "the cells that all semi connections of two points or edges need",
        |hex, args, context| combine_carriers(hex, args, context, Intersection, Semi),
    )
    .with_example("vc-intersection-semi b f8 south"),
    Command::new(
        "vc-union-full",
        "COLOR X Y",
        "the cells that some full connection of two points or edges needs",
        |hex, args, context| combine_carriers(hex, args, context, Union, Full),
    )
    .with_example("vc-union-full b f10 south"),
    Command::new(
        "vc-union-semi",
        "COLOR X Y",
        "the cells that some semi connection of two points or edges needs",
        |hex, args, context| combine_carriers(hex, args, context, Union, Semi),
    )
    .with_example("vc-union-semi b f8 south"),
    Command::new(
        "eval-resist",
        "COLOR",
        "the evaluation of the circuits for COLOR, ln(R_other / R_own), and both resistances",
        connections::resistance,
    )
    .with_example("eval-resist b"),
    Command::new(
        "eval-resist-cells",
        "[COLOR]",
        "the power dissipated at each empty cell, in thousandths of that of a colour's circuit or of both",
        connections::resistance_cells,
    )
    .with_example("eval-resist-cells b"),
    Command::new(
        "eval-semis",
        "COLOR",
        "for each empty cell the number of the opponent's semi connections that need it",
        connections::semis,
    )
    .with_example("eval-semis b"),
    Command::new("gogui-gfx-analyze", "COLOR", "as analyze, in drawings for HexGui 0.10 while it runs", analysis::draw)
        .with_example("gogui-gfx-analyze b"),
    Command::new("param_game", "[KEY VALUE]", "Benzene's name for param: allow_swap", gui::param_game)
        .with_example("param_game allow_swap 1"),
    Command::new("param_dfpn", "[KEY VALUE]", "accepted for the solver button of HexGui; does nothing", gui::param_dfpn)
        .with_example("param_dfpn use_guifx 1"),
    Command::new("param_solver_ice", "[KEY VALUE]", "Benzene's settings of inferior cells: accepted", gui::accept_param)
        .with_example("param_solver_ice find_permanently_inferior 0"),
    Command::new("param_player_board", "[KEY VALUE]", "Benzene's settings of its player's tables: accepted", gui::accept_param)
        .with_example("param_player_board use_decompositions 0"),
    Command::new("hexgui-analyze_commands", "", "the commands that HexGui shows in its analyze dialog", gui::analyze_commands),
    Command::new("gogui-analyze_commands", "", "those of them that GoGui can show, with its types", gui::gogui_commands),
];

impl Game for Hex {
    const ABOUT: About = about!("hex");
    const COMMANDS: &'static [&'static [Command<Self>]] = &[Self::OWN];
    const PARAMS: &'static [Param<Self>] = params::PARAMS;
    const BENCH: Option<Bench> = Some(bench::run);
    const NETWORK_BENCH: Option<fn(Tell<'_>)> = Some(bench::measure_network);

    fn situation(&self) -> Situation {
        turn::situation(self)
    }

    fn rebuild_from_record(&self) -> Self {
        let mut fresh = Hex { clock: self.clock.clone(), source: self.source.clone(), ..Hex::new(self.size, self.options) };
        fresh.set_network(self.network.clone());
        for &Entry { color, mv } in self.record.iter() {
            if fresh.play(color, mv).is_err() {
                break;
            }
        }
        fresh
    }
}

/// Parses the last argument: a colour, or the side to move.
fn parse_color_or_turn(hex: &Hex, args: &mut Args<'_>) -> Result<Color, Failure> {
    Ok(args.optional_last("COLOR", color)?.unwrap_or(hex.to_move()))
}

/// Parses the last argument: a colour.
fn parse_color(args: &mut Args<'_>) -> Result<Color, Failure> {
    args.last("COLOR", color)
}

/// Fails if the game is over.
fn require_open_game(hex: &Hex) -> Result<(), Failure> {
    if hex.winner().is_some() { Err(Failure::Other(GAME_OVER.into())) } else { Ok(()) }
}

/// Formats words on cells as `a1 text b1 text`, for HexGui's type `pspairs`.
fn pairs(size: Size, words: impl Iterator<Item = (Cell, String)>) -> String {
    words.map(|(cell, word)| format!("{} {word}", cell_name(size, cell))).collect::<Vec<_>>().join(" ")
}
