//! The commands that show the tables of connections, under the names that HexGui and Benzene's suites use.

use super::super::Hex;
use super::super::eval::resistance::Circuit;
use super::super::notation::connections::{NamedTables, Strength};
use super::super::notation::{self, End, cell_name, cell_names, end, on_board};
use super::super::view::{PairView, Purpose};
use super::{pairs, parse_color};
use crate::color::Color;
use crate::game::Context;
use crate::game::turn::GAME_OVER;
use crate::grid::Cell;
use crate::protocol::{Args, Failure, Outcome, color, quote};
use crate::search::Stop;

/// How to combine the carriers of a pair.
#[derive(Clone, Copy)]
pub(super) enum Combination {
    /// The cells that all of them have.
    Intersection,
    /// The cells that any of them has.
    Union,
}

impl Hex {
    /// Returns the tables of the position, as the settings want them; fails if `stop` is raised meanwhile.
    fn view(&mut self, stop: &Stop) -> Result<NamedTables<'_>, Failure> {
        let tables = self.searcher.tables(&self.board, self.options.style.extras(), stop);
        if stop.is_raised() { Err(Failure::Interrupted(String::new())) } else { Ok(NamedTables { tables, size: self.size }) }
    }
}

/// Parses the last two arguments: endpoints.
fn parse_ends(args: &mut Args<'_>) -> Result<[End; 2], Failure> {
    let ends = [args.next("a point or an edge", end)?, args.next("a point or an edge", end)?];
    args.end()?;
    Ok(ends)
}

pub(super) fn build(hex: &mut Hex, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let color = parse_color(args)?;
    hex.searcher.rebuild_tables(&hex.board, hex.options.style.extras(), &context.stop);
    Ok(hex.view(&context.stop)?.move_restrictions(color))
}

pub(super) fn build_incremental(hex: &mut Hex, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let color = args.next("COLOR", color)?;
    let point = args.optional_last("a point", notation::point)?;
    let Some(point) = point else { return Ok(hex.view(&context.stop)?.move_restrictions(color)) };
    let cell = on_board(hex.size, point)?;
    let mut board = hex.board.clone();
    if !board.play(color, cell) {
        return Err(Failure::IllegalMove(format!("{point} is occupied")));
    }
    let view = hex.view(&context.stop)?;
    let tables = view.tables.copy_for(&board, &context.stop);
    Ok(NamedTables { tables: &*tables, size: view.size }.move_restrictions(color))
}

pub(super) fn must_play(hex: &mut Hex, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let color = parse_color(args)?;
    Ok(hex.view(&context.stop)?.outside_must_play(color).join(" "))
}

/// Returns a line for each connection between two endpoints, as HexGui's type `vc` has it.
pub(super) fn list_connections(hex: &mut Hex, args: &mut Args<'_>, context: &Context<'_>, strength: Strength) -> Outcome {
    let color = args.next("COLOR", color)?;
    let ends = parse_ends(args)?;
    let view = hex.view(&context.stop)?;
    let ends = view.endpoints(color, ends)?;
    let names = format!("{} {} {}", color.name(), view.name(color, ends[0]), view.name(color, ends[1]));
    let cells = |cells: &[Cell]| cells.iter().map(|&cell| format!("{} ", cell_name(view.size, cell))).collect::<String>();
    let Some(PairView { fulls, semis }) = view.tables.pair(color, ends) else { return Ok(String::new()) };
    let full = |carrier: &Vec<Cell>| {
        let rule = if carrier.is_empty() { "base" } else { "or" };
        format!("{names} full {rule} [ {}] [ ]", cells(carrier))
    };
    let semi =
        |(key, carrier): &(Cell, Vec<Cell>)| format!("{names} semi and [ {}] [ ] {}", cells(carrier), cell_name(view.size, *key));
    let lines: Vec<String> = match strength {
        Strength::Full => fulls.iter().map(full).collect(),
        Strength::Semi => semis.iter().map(semi).collect(),
    };
    // The list begins on the second line of the reply, as a board does.
    Ok(format!("\n{}", lines.join("\n")))
}

/// Lists the intersection or the union of the carriers of a pair.
pub(super) fn combine_carriers(
    hex: &mut Hex,
    args: &mut Args<'_>,
    context: &Context<'_>,
    combination: Combination,
    strength: Strength,
) -> Outcome {
    let color = args.next("COLOR", color)?;
    let ends = parse_ends(args)?;
    let view = hex.view(&context.stop)?;
    let pair = view.tables.pair(color, view.endpoints(color, ends)?);
    let carriers: Vec<Vec<Cell>> = pair.map_or_else(Vec::new, |pair| match strength {
        Strength::Full => pair.fulls,
        Strength::Semi => pair.semis.into_iter().map(|(_, carrier)| carrier).collect(),
    });
    let is_in = |cell: &Cell| match combination {
        Combination::Intersection => !carriers.is_empty() && carriers.iter().all(|carrier| carrier.contains(cell)),
        Combination::Union => carriers.iter().any(|carrier| carrier.contains(cell)),
    };
    Ok(cell_names(view.size, view.size.cells().filter(is_in)))
}

pub(super) fn list_neighbors(hex: &mut Hex, args: &mut Args<'_>, context: &Context<'_>, strength: Strength) -> Outcome {
    let color = args.next("COLOR", color)?;
    let end = args.last("a point or an edge", end)?;
    hex.view(&context.stop)?.neighbor_names(color, end, strength)
}

/// Runs the older form: the cell first, and 0 for full or 1 for semi connections.
pub(super) fn connected_to(hex: &mut Hex, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let end = args.next("a point or an edge", end)?;
    let color = args.next("COLOR", color)?;
    let strength = match args.word() {
        None | Some("0") => Strength::Full,
        Some("1") => Strength::Semi,
        Some(other) => return Err(Failure::Syntax(format!("{} is not 0|1", quote(other)))),
    };
    args.end()?;
    hex.view(&context.stop)?.neighbor_names(color, end, strength)
}

/// Lists for each empty cell the number of the other colour's semis that need it.
pub(super) fn semis(hex: &mut Hex, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let other = parse_color(args)?.other();
    let NamedTables { tables, size } = hex.view(&context.stop)?;
    let counts = tables.semi_counts(other);
    let is_empty = |cell: &Cell| tables.endpoint(other, *cell) == Some(*cell) && !tables.is_solid(other, *cell);
    Ok(pairs(size, size.cells().filter(is_empty).map(|cell| (cell, counts[cell.index()].to_string()))))
}

/// Returns the circuits of both colours; fails in a decided position.
fn circuits(hex: &mut Hex, purpose: Purpose, stop: &Stop) -> Result<[Circuit; 2], Failure> {
    if hex.board.winner().is_some() {
        return Err(Failure::Other(GAME_OVER.into()));
    }
    let NamedTables { tables, .. } = hex.view(stop)?;
    if tables.is_won() { Err(Failure::Other("the position is decided".into())) } else { Ok(tables.circuits(purpose)) }
}

pub(super) fn resistance(hex: &mut Hex, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let color = parse_color(args)?;
    let circuits = circuits(hex, Purpose::Value, &context.stop)?;
    let [own, other] = [color, color.other()].map(|color| circuits[color.index()].conductance);
    // Even players have 0.000, without a sign.
    let logarithm = (libm::logf(own / other) * 1000.0).round() / 1000.0 + 0.0;
    Ok(format!("{logarithm:.3} own={:.3} other={:.3}", 1.0 / own, 1.0 / other))
}

pub(super) fn resistance_cells(hex: &mut Hex, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let color = args.optional_last("COLOR", color)?;
    let circuits = circuits(hex, Purpose::Order, &context.stop)?;
    let asked = Color::BOTH.into_iter().filter(|&other| color.is_none_or(|color| color == other));
    let asked: Vec<&Circuit> = asked.map(|color| &circuits[color.index()]).collect();
    let drop = |cell: Cell| asked.iter().map(|circuit| circuit.drop_at(cell)).sum::<f32>();
    Ok(pairs(hex.size, hex.board.empty_cells().map(|cell| (cell, format!("{:.0}", drop(cell) * 1000.0)))))
}
