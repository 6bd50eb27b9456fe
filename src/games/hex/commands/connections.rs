//! The verbs that show the tables of connections, under the names that HexGui and Benzene's suites use.

use super::super::Hex;
use super::super::board::cellset::{CellSet, with_width};
use super::super::eval::resistance::Circuit;
use super::super::notation::{self, End, cell_name, cell_names, end, on_board};
use super::super::position::semi_counts;
use super::super::tables::Tables;
use super::super::vc::Connections;
use super::inferior::{fill_in_words, inferior_words};
use crate::color::Color;
use crate::game::Context;
use crate::grid::{Cell, Size};
use crate::protocol::{Args, Failure, Outcome, color, quoted};
use crate::search::Stop;

/// Which of a pair's connections are asked for.
#[derive(Clone, Copy)]
enum Strength {
    Full,
    Semi,
}

impl Hex {
    /// What a question to the tables of the position answers; `anew` has them made from scratch first.
    fn ask_tables(&mut self, question: &Question<'_>, anew: bool, stop: &Stop) -> Outcome {
        with_width!(self.size, answered(self, question, anew, stop))
    }
}

fn answered<const W: usize>(hex: &mut Hex, question: &Question<'_>, anew: bool, stop: &Stop) -> Outcome {
    let conductance = hex.options.style.conductance;
    let tables = hex.player.tables::<W>(&hex.board, hex.options.style.extras(), stop);
    if anew {
        tables.rebuild(&hex.board, stop);
    }
    let view = View { tables, size: hex.size };
    match *question {
        Question::MustPlay(color) => Ok(view.must_play(color)),
        Question::Consider(color) => Ok(view.to_consider(color)),
        Question::ConsiderAfter(color, cell) => {
            let mut board = hex.board.clone();
            board.play(color, cell);
            let mut after = view.tables.snapshot();
            after.follow(&board, stop);
            Ok(View { tables: &after, size: hex.size }.to_consider(color))
        }
        Question::Between(color, ends, strength) => view.between(color, ends, strength),
        Question::JoinedTo(color, end, strength) => view.joined_to(color, end, strength),
        Question::Meet(color, ends, strength) => view.gathered(color, ends, strength, |a, b| a & b),
        Question::Union(color, ends, strength) => view.gathered(color, ends, strength, |a, b| a | b),
        Question::Semis(color) => Ok(view.semi_counts(color)),
        Question::Circuit(..) if Color::BOTH.iter().any(|&color| view.tables.side(color).is_won()) => {
            Err(Failure::Other("the position is decided".into()))
        }
        Question::Circuit(Purpose::Value, show) => {
            show(&Color::BOTH.map(|color| Circuit::for_value(view.tables.side(color), conductance)))
        }
        Question::Circuit(Purpose::Order, show) => {
            show(&Color::BOTH.map(|color| Circuit::for_order(view.tables.side(color), conductance)))
        }
    }
}

/// What can be asked of tables.
enum Question<'a> {
    MustPlay(Color),
    Consider(Color),
    ConsiderAfter(Color, Cell),
    Between(Color, [End; 2], Strength),
    JoinedTo(Color, End, Strength),
    Meet(Color, [End; 2], Strength),
    Union(Color, [End; 2], Strength),
    Semis(Color),
    Circuit(Purpose, &'a dyn Fn(&[Circuit; 2]) -> Outcome),
}

/// What circuits are for.
#[derive(Clone, Copy)]
enum Purpose {
    Value,
    Order,
}

/// Tables as they are shown.
struct View<'a, const W: usize> {
    tables: &'a Tables<W>,
    size: Size,
}

impl<const W: usize> View<'_, W> {
    /// The endpoint that a cell or an edge belongs to.
    fn end(&self, color: Color, end: End) -> Result<Cell, Failure> {
        let side = self.tables.side(color);
        let cell = match end {
            End::Edge(edge) => {
                let own = super::super::board::Edge::pair(color).iter().position(|&other| other == edge);
                side.edges()[own.ok_or_else(|| Failure::Other(format!("{} is not {}'s edge", edge.name(), color.name())))?]
            }
            End::Point(point) => on_board(self.size, point)?,
        };
        side.endpoint_of(cell).ok_or_else(|| {
            let (owner, name) = (color.other(), cell_name(self.size, cell));
            let filled = self.tables.filled(owner).contains(cell);
            let why = if filled { "is filled in for" } else { "belongs to" };
            Failure::Other(format!("{name} {why} {}", owner.name()))
        })
    }

    fn name(&self, color: Color, end: Cell) -> String {
        let edge = self.tables.side(color).edges().iter().position(|&edge| edge == end);
        edge.map_or_else(|| cell_name(self.size, end), |edge| super::super::board::Edge::pair(color)[edge].name().to_owned())
    }

    /// `a1 x` for each empty cell outside what a colour must play; nothing where the position is decided.
    fn must_play(&self, color: Color) -> String {
        self.outside(color).iter().map(|cell| format!("{} x", cell_name(self.size, cell))).collect::<Vec<_>>().join(" ")
    }

    fn outside(&self, color: Color) -> CellSet<W> {
        if self.tables.verdict(color).is_decided() {
            return CellSet::EMPTY;
        }
        self.tables.empty() - self.tables.must_play(color)
    }

    /// The same with what is filled in, and the inferior cells of what must be played.
    fn to_consider(&self, color: Color) -> String {
        let mut words = fill_in_words(self.tables, self.size);
        words.extend(self.outside(color).iter().map(|cell| format!("{} x", cell_name(self.size, cell))));
        if !self.tables.verdict(color).is_decided() && self.tables.extras().inferior {
            let inside = self.tables.empty() - self.outside(color);
            words.extend(inferior_words(self.tables, self.size, color, inside));
        }
        words.join(" ")
    }

    /// A line for each connection between two endpoints, as HexGui's type `vc` has it.
    fn between(&self, color: Color, ends: [End; 2], strength: Strength) -> Outcome {
        let [a, b] = [self.end(color, ends[0])?, self.end(color, ends[1])?];
        let names = format!("{} {} {}", color.name(), self.name(color, a), self.name(color, b));
        let cells = |set: CellSet<W>| set.iter().map(|cell| format!("{} ", cell_name(self.size, cell))).collect::<String>();
        let Some(pair) = self.pair(color, a, b) else { return Ok(String::new()) };
        let lines: Vec<String> = match strength {
            Strength::Full => {
                let rule = |carrier: &CellSet<W>| if carrier.is_empty() { "base" } else { "or" };
                pair.fulls().iter().map(|carrier| format!("{names} full {} [ {}] [ ]", rule(carrier), cells(*carrier))).collect()
            }
            Strength::Semi => {
                let line = |carrier, key| format!("{names} semi and [ {}] [ ] {}", cells(carrier), cell_name(self.size, key));
                pair.semis().iter().map(|semi| line(semi.carrier, semi.key)).collect()
            }
        };
        // The first line stands by itself, as that of a board does.
        Ok(format!("\n{}", lines.join("\n")))
    }

    /// The connections of two endpoints; none where they are one.
    fn pair(&self, color: Color, a: Cell, b: Cell) -> Option<&super::super::vc::pair::Pair<W>> {
        let side: &Connections<W> = self.tables.side(color);
        (a != b && !side.is_won()).then(|| side.pair(a, b))
    }

    /// The cells and edges with a connection to an endpoint; for fulls also those of its own chain.
    fn joined_to(&self, color: Color, end: End, strength: Strength) -> Outcome {
        let side = self.tables.side(color);
        let from = self.end(color, end)?;
        let mut ends = match strength {
            Strength::Full => side.full_neighbors(from),
            Strength::Semi => side.semi_neighbors(from),
        };
        ends.set(from, matches!(strength, Strength::Full) && side.is_solid(from));
        let asked = match end {
            End::Point(point) => on_board(self.size, point).ok(),
            End::Edge(_) => Some(from),
        };
        let all = self.size.cells().chain(side.edges()).filter(|&cell| Some(cell) != asked);
        let found = all.filter(|&cell| side.endpoint_of(cell).is_some_and(|end| ends.contains(end)));
        Ok(found.map(|cell| self.name(color, cell)).collect::<Vec<_>>().join(" "))
    }

    /// The cells that all carriers of a pair have, or any.
    fn gathered(
        &self,
        color: Color,
        ends: [End; 2],
        strength: Strength,
        join: fn(CellSet<W>, CellSet<W>) -> CellSet<W>,
    ) -> Outcome {
        let [a, b] = [self.end(color, ends[0])?, self.end(color, ends[1])?];
        let carriers: Vec<CellSet<W>> = match (self.pair(color, a, b), strength) {
            (None, _) => Vec::new(),
            (Some(pair), Strength::Full) => pair.fulls().to_vec(),
            (Some(pair), Strength::Semi) => pair.semis().iter().map(|semi| semi.carrier).collect(),
        };
        let cells = carriers.into_iter().reduce(join).unwrap_or(CellSet::EMPTY);
        Ok(cell_names(self.size, cells.iter()))
    }

    /// For each empty cell the number of the other colour's semis that need it.
    fn semi_counts(&self, color: Color) -> String {
        let other = self.tables.side(color.other());
        let counts = semi_counts(other, self.size.area());
        let empty = self.size.cells().filter(|&cell| other.endpoint_of(cell) == Some(cell) && !other.is_solid(cell));
        empty.map(|cell| format!("{} {}", cell_name(self.size, cell), counts[cell.index()])).collect::<Vec<_>>().join(" ")
    }
}

/// The two endpoints that end a request.
fn two_ends(args: &mut Args<'_>) -> Result<[End; 2], Failure> {
    let ends = [args.next("a point or an edge", end)?, args.next("a point or an edge", end)?];
    args.end()?;
    Ok(ends)
}

pub(super) fn build(hex: &mut Hex, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let color = args.next("COLOR", color)?;
    args.end()?;
    hex.ask_tables(&Question::Consider(color), true, &context.stop)
}

pub(super) fn must_play(hex: &mut Hex, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let color = args.next("COLOR", color)?;
    args.end()?;
    hex.ask_tables(&Question::MustPlay(color), false, &context.stop)
}

pub(super) fn build_incremental(hex: &mut Hex, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let color = args.next("COLOR", color)?;
    let point = args.optional("a point", notation::point)?;
    args.end()?;
    let Some(point) = point else { return hex.ask_tables(&Question::Consider(color), false, &context.stop) };
    let cell = on_board(hex.size, point)?;
    if hex.board.stone(cell).is_some() {
        return Err(Failure::IllegalMove(format!("{point} is occupied")));
    }
    hex.ask_tables(&Question::ConsiderAfter(color, cell), false, &context.stop)
}

/// A command about two endpoints.
macro_rules! about_two {
    ($name:ident, $question:ident, $strength:ident) => {
        pub(super) fn $name(hex: &mut Hex, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
            let color = args.next("COLOR", color)?;
            let question = Question::$question(color, two_ends(args)?, Strength::$strength);
            hex.ask_tables(&question, false, &context.stop)
        }
    };
}

about_two!(between_full, Between, Full);
about_two!(between_semi, Between, Semi);
about_two!(meet_full, Meet, Full);
about_two!(meet_semi, Meet, Semi);
about_two!(union_full, Union, Full);
about_two!(union_semi, Union, Semi);

fn connected(hex: &mut Hex, args: &mut Args<'_>, context: &Context<'_>, strength: Strength) -> Outcome {
    let color = args.next("COLOR", color)?;
    let end = args.next("a point or an edge", end)?;
    args.end()?;
    hex.ask_tables(&Question::JoinedTo(color, end, strength), false, &context.stop)
}

pub(super) fn connected_full(hex: &mut Hex, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    connected(hex, args, context, Strength::Full)
}

pub(super) fn connected_semi(hex: &mut Hex, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    connected(hex, args, context, Strength::Semi)
}

/// The older form: the cell first, and 0 for full or 1 for semi connections.
pub(super) fn connected_to(hex: &mut Hex, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let end = args.next("a point or an edge", end)?;
    let color = args.next("COLOR", color)?;
    let strength = match args.word() {
        None | Some("0") => Strength::Full,
        Some("1") => Strength::Semi,
        Some(other) => return Err(Failure::Syntax(format!("{} is not 0|1", quoted(other)))),
    };
    args.end()?;
    hex.ask_tables(&Question::JoinedTo(color, end, strength), false, &context.stop)
}

pub(super) fn semis(hex: &mut Hex, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let color = args.next("COLOR", color)?;
    args.end()?;
    hex.ask_tables(&Question::Semis(color), false, &context.stop)
}

/// Refuses where there is no circuit to speak of.
fn undecided(hex: &Hex) -> Result<(), Failure> {
    if hex.board.winner().is_some() { Err(Failure::Other("the game is over".into())) } else { Ok(()) }
}

pub(super) fn resistance(hex: &mut Hex, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let color = args.next("COLOR", color)?;
    args.end()?;
    undecided(hex)?;
    let show = |circuits: &[Circuit; 2]| {
        let [own, other] = [color, color.other()].map(|color| circuits[color.index()].conductance);
        Ok(format!("{:.3} own={:.3} other={:.3}", libm::logf(own / other), 1.0 / own, 1.0 / other))
    };
    hex.ask_tables(&Question::Circuit(Purpose::Value, &show), false, &context.stop)
}

pub(super) fn resistance_cells(hex: &mut Hex, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let color = args.optional("COLOR", color)?;
    args.end()?;
    undecided(hex)?;
    let cells: Vec<Cell> = hex.board.empty_cells().collect();
    let size = hex.size;
    let show = |circuits: &[Circuit; 2]| {
        let shown: Vec<&Circuit> =
            Color::BOTH.iter().filter(|&&c| color.is_none_or(|color| color == c)).map(|c| &circuits[c.index()]).collect();
        let drop = |cell: Cell| shown.iter().map(|circuit| circuit.drop_at(cell)).sum::<f32>();
        let pairs = cells.iter().map(|&cell| format!("{} {:.0}", cell_name(size, cell), drop(cell) * 1000.0));
        Ok(pairs.collect::<Vec<_>>().join(" "))
    };
    hex.ask_tables(&Question::Circuit(Purpose::Order, &show), false, &context.stop)
}
