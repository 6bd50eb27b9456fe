//! The verbs of Hex, each with its short handler.

use std::ops::ControlFlow;

use super::notation::{self, Move, cell_name, cell_names, is_playable, on_board, position_text, sgf};
use super::player::{Player, Task};
use super::{Action, Entry, Hex, Refusal, picture};
use crate::color::Color;
use crate::files;
use crate::game::{Command, Context};
use crate::grid::{Cell, Size};
use crate::protocol::{Args, Failure, Outcome, color, number, unsigned};
use crate::search::{Report, Value};

mod analysis;
mod gui;

/// The table.
pub(super) const COMMANDS: &[Command<Hex>] = &[
    Command {
        name: "boardsize",
        usage: "N|W H",
        summary: "an empty board of N x N or W x H cells, sides 1 to 19",
        example: "boardsize 11",
        run: boardsize,
    },
    Command {
        name: "clear_board",
        usage: "",
        summary: "an empty board of the same size",
        example: "clear_board",
        run: clear_board,
    },
    Command {
        name: "play",
        usage: "COLOR MOVE",
        summary: "plays a move, in turn or not: a point, resign, swap-pieces, swap-sides",
        example: "play b f6",
        run: play,
    },
    Command {
        name: "play-game",
        usage: "MOVE...",
        summary: "plays moves one after the other, the side to move first; all or none",
        example: "play-game f6 e7 d8",
        run: play_game,
    },
    Command { name: "undo", usage: "[N]", summary: "takes the last move back, or the last N", example: "undo", run: undo },
    Command {
        name: "genmove",
        usage: "COLOR",
        summary: "searches, plays and names a move; resign when the game is over",
        example: "genmove b",
        run: genmove,
    },
    Command {
        name: "reg_genmove",
        usage: "COLOR",
        summary: "as genmove, without playing the move",
        example: "reg_genmove b",
        run: reg_genmove,
    },
    Command {
        name: "legal_moves",
        usage: "[COLOR]",
        summary: "the empty cells, and swap-pieces where `param swap` allows it now",
        example: "legal_moves b",
        run: legal_moves,
    },
    Command {
        name: "all_legal_moves",
        usage: "[COLOR]",
        summary: "as legal_moves",
        example: "all_legal_moves",
        run: legal_moves,
    },
    Command {
        name: "final_score",
        usage: "",
        summary: "B+ or W+; fails while nobody has won",
        example: "final_score",
        run: final_score,
    },
    Command {
        name: "time_settings",
        usage: "MAIN BYO STONES",
        summary: "both clocks: main time, then BYO seconds for each STONES moves",
        example: "time_settings 600 0 0",
        run: time_settings,
    },
    Command {
        name: "time_left",
        usage: "COLOR SECONDS STONES",
        summary: "what is left on a clock: in main time where STONES is 0, else for that many moves",
        example: "time_left b 299.5 0",
        run: time_left,
    },
    Command { name: "komi", usage: "NUMBER", summary: "does nothing; Hex has no komi", example: "komi 0", run: komi },
    Command {
        name: "position",
        usage: "[TEXT]",
        summary: "the game as one line, or sets it",
        example: "position 5x5 b:c3 w:b4",
        run: position,
    },
    Command {
        name: "showboard",
        usage: "[plain|color] [cells|twod]",
        summary: "the board as text, with the values of an evaluation on its empty cells",
        example: "showboard",
        run: showboard,
    },
    Command { name: "svg", usage: "[cells|twod]", summary: "the board as an SVG document", example: "svg", run: svg },
    Command {
        name: "sgf",
        usage: "",
        summary: "the game as an SGF record (FF[4] GM[11])",
        example: "sgf",
        run: |hex, args, _| args.end().map(|()| sgf::write(hex)),
    },
    Command {
        name: "loadsgf",
        usage: "FILE [MOVE]",
        summary: "the main line of an SGF record, or its first MOVE moves",
        example: "loadsgf tests/data/hex/game.sgf 5",
        run: loadsgf,
    },
    Command {
        name: "solve",
        usage: "[COLOR]",
        summary: "who wins with best play, for the side to move",
        example: "solve",
        run: analysis::solve,
    },
    Command {
        name: "move_values",
        usage: "[COLOR]",
        summary: "what each legal move leads to, for the player who makes it",
        example: "move_values",
        run: analysis::move_values,
    },
    Command {
        name: "analyze",
        usage: "COLOR",
        summary: "searches until the next request; tells its findings as they come",
        example: "analyze b",
        run: analysis::analyze,
    },
    Command {
        name: "eval-cells",
        usage: "",
        summary: "points of the cells: of how many random games each was the final move",
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
        summary: "the winner with best play: black, white, or empty where the search ended undecided",
        example: "dfpn-solve-state",
        run: analysis::solve_state,
    },
    Command {
        name: "dfs-solve-state",
        usage: "[COLOR]",
        summary: "as dfpn-solve-state",
        example: "dfs-solve-state",
        run: analysis::solve_state,
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
        name: "hexgui-analyze_commands",
        usage: "",
        summary: "the commands that HexGui shows in its analyze dialog",
        example: "hexgui-analyze_commands",
        run: gui::analyze_commands,
    },
];

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        Failure::IllegalMove(refusal.to_string())
    }
}

/// The last argument: a colour, or the side to move.
fn last_color(hex: &Hex, args: &mut Args<'_>) -> Result<Color, Failure> {
    let color = args.optional("COLOR", color)?;
    args.end()?;
    Ok(color.unwrap_or(hex.to_move()))
}

fn boardsize(hex: &mut Hex, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    let width = args.next("a number of cells", unsigned::<usize>)?;
    let height = args.optional("a number of cells", unsigned::<usize>)?.unwrap_or(width);
    args.end()?;
    let size = Size { width, height };
    if !is_playable(size) {
        return Err(Failure::UnacceptableSize("sides go from 1 to 19".into()));
    }
    hex.restart(size);
    Ok(String::new())
}

fn clear_board(hex: &mut Hex, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    args.end()?;
    hex.restart(hex.size);
    Ok(String::new())
}

/// What a named move is in this game.
fn action(hex: &Hex, mv: Move) -> Result<Action, Failure> {
    Ok(match mv {
        Move::Stone(point) => Action::Stone(on_board(hex.size, point)?),
        Move::Resign => Action::Resign,
        Move::SwapPieces => hex.swap_pieces(),
        Move::SwapSides => Action::SwapSides,
    })
}

fn play_move(hex: &mut Hex, color: Color, mv: Move) -> Result<(), Failure> {
    let action = action(hex, mv)?;
    hex.play(Entry { color, action }).map_err(|refusal| Failure::IllegalMove(reason(hex.size, action, refusal)))
}

/// Why a move is refused, in words that name its cell.
fn reason(size: Size, action: Action, refusal: Refusal) -> String {
    match (refusal, action) {
        (Refusal::Occupied, Action::Stone(cell)) => format!("{} is occupied", cell_name(size, cell)),
        _ => refusal.to_string(),
    }
}

/// The same for a move of a whole game, by its number from 1.
fn reason_in(size: Size, record: &[Entry], (number, refusal): (usize, Refusal)) -> String {
    format!("move {number}: {}", reason(size, record[number - 1].action, refusal))
}

fn play(hex: &mut Hex, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    let color = args.next("COLOR", color)?;
    let mv = args.next("MOVE", notation::mv)?;
    args.end()?;
    play_move(hex, color, mv)?;
    Ok(String::new())
}

fn play_game(hex: &mut Hex, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    let mut moves = vec![args.next("MOVE", notation::mv)?];
    while !args.is_empty() {
        moves.push(args.next("MOVE", notation::mv)?);
    }
    for (number, &mv) in moves.iter().enumerate() {
        // A swap of sides leaves the turn where it was: the stone that stands is the other player's now.
        if let Err(failure) = play_move(hex, hex.to_move(), mv) {
            hex.undo(number);
            return Err(failure);
        }
    }
    Ok(String::new())
}

fn undo(hex: &mut Hex, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    let count = args.optional("a number of moves", unsigned::<usize>)?.unwrap_or(1);
    args.end()?;
    if hex.undo(count) { Ok(String::new()) } else { Err(Failure::CannotUndo) }
}

fn genmove(hex: &mut Hex, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let color = args.next("COLOR", color)?;
    args.end()?;
    let action = chosen(hex, color, context);
    if hex.winner().is_none() {
        hex.play(Entry { color, action })?;
    }
    hex.clock.spend(color, context.started.elapsed().as_secs_f64());
    Ok(notation::played_name(hex.size, action))
}

fn reg_genmove(hex: &mut Hex, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let color = args.next("COLOR", color)?;
    args.end()?;
    Ok(notation::played_name(hex.size, chosen(hex, color, context)))
}

/// The move that the engine makes for a colour.
fn chosen(hex: &mut Hex, color: Color, context: &Context<'_>) -> Action {
    if hex.winner().is_some() {
        return Action::Resign;
    }
    // Half of the empty cells, and each player puts half of the stones there.
    let moves = hex.board.empty_cells().count() as u32 / 4 + 1;
    let seconds = hex.clock.allot(color, moves, context.settings.lag_buffer);
    let limit = context.settings.move_seconds();
    let seconds = seconds.map_or(limit, |seconds| if context.settings.max_time > 0.0 { seconds.min(limit) } else { seconds });
    let budget = Player::leveled(context.settings, context.budget(Some(seconds)));
    let report = hex.search(color, &budget, context, &mut |_| ControlFlow::Continue(()));
    let may_swap = hex.options.swap != super::Swap::None && hex.swappable(color).is_ok();
    match report.value {
        value if may_swap && value < Value::EVEN => hex.swap_pieces(),
        value if value.is_loss() && hex.options.resign => Action::Resign,
        _ => Action::Stone(report.best),
    }
}

impl Hex {
    /// Searches the position, which nobody has won, with a colour to move.
    fn search(
        &mut self,
        color: Color,
        budget: &crate::search::Budget,
        context: &Context<'_>,
        watch: &mut dyn FnMut(&Report<Cell>) -> ControlFlow<()>,
    ) -> Report<Cell> {
        let task = Task { board: &self.board, to_move: color, style: self.options.style };
        let report = self.player.think(task, context.settings, budget, watch);
        let seconds = context.started.elapsed().as_secs_f64();
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

fn legal_moves(hex: &mut Hex, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    let color = last_color(hex, args)?;
    let swap = hex.options.swap != super::Swap::None && hex.swappable(color).is_ok();
    let cells = cell_names(hex.size, hex.board.empty_cells());
    Ok(if swap { format!("{cells} swap-pieces") } else { cells })
}

fn final_score(hex: &mut Hex, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    args.end()?;
    hex.winner().map(|color| format!("{}+", color.letter())).ok_or(Failure::CannotScore)
}

fn time_settings(hex: &mut Hex, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    let main = args.next("a number of seconds", seconds)?;
    let byo = args.next("a number of seconds", seconds)?;
    let stones = args.next("a number of moves", unsigned::<u32>)?;
    args.end()?;
    hex.clock.set(main, byo, stones);
    Ok(String::new())
}

fn time_left(hex: &mut Hex, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    let color = args.next("COLOR", color)?;
    let seconds = args.next("a number of seconds", number)?;
    let stones = args.next("a number of moves", unsigned::<u32>)?;
    args.end()?;
    hex.clock.left(color, seconds, stones);
    Ok(String::new())
}

/// A time that is not negative.
fn seconds(word: &str) -> nom::IResult<&str, f64> {
    nom::Parser::parse(&mut nom::combinator::verify(number, |&seconds| seconds >= 0.0), word)
}

fn komi(_: &mut Hex, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    args.next("NUMBER", number)?;
    args.end()?;
    Ok(String::new())
}

fn position(hex: &mut Hex, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    if args.is_empty() {
        return Ok(position_text(hex.size, &hex.record));
    }
    let (size, record) = notation::parse_position(args.rest())?;
    hex.replay(size, &record).map_err(|refused| Failure::IllegalMove(reason_in(size, &record, refused)))?;
    Ok(String::new())
}

fn showboard(hex: &mut Hex, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let mut colored = None;
    let mut labels = None;
    while let Some(word) = args.word() {
        match word {
            "plain" | "color" if colored.is_none() => colored = Some(word == "color"),
            _ if labels.is_none() => labels = Some(analysis::overlay(hex, word, context)?),
            _ => return Err(Failure::Syntax(format!("unexpected {}", crate::protocol::quoted(word)))),
        }
    }
    // HexGui expects the board to begin on a line of its own.
    Ok(format!("\n{}", picture::text(&hex.board, labels.as_ref()).render(colored == Some(true))))
}

fn svg(hex: &mut Hex, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let word = args.word();
    args.end()?;
    let labels = word.map(|word| analysis::overlay(hex, word, context)).transpose()?;
    Ok(picture::svg(&hex.board, labels.as_ref()).render())
}

fn loadsgf(hex: &mut Hex, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    let text = args.rest();
    let (path, moves) = match text.rsplit_once(' ') {
        Some((path, word)) if word.bytes().all(|byte| byte.is_ascii_digit()) => (path.trim_end(), word.parse().ok()),
        _ => (text, None),
    };
    if path.is_empty() {
        return Err(Failure::Syntax("FILE is missing".into()));
    }
    let text = files::read(path).map_err(Failure::CannotLoadFile)?;
    let game = sgf::read(&text, hex.options.swap).map_err(|error| Failure::CannotLoadFile(error.to_string()))?;
    let record = game.after(moves);
    hex.replay(game.size, record).map_err(|refused| Failure::CannotLoadFile(reason_in(game.size, record, refused)))?;
    Ok(String::new())
}
