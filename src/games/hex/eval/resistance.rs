//! The circuit evaluation: how well a colour's edges conduct through its connections.
//!
//! Endpoints are the nodes of a circuit, joined where they have a full connection. A voltage between the colour's two edges
//! gives its resistance R, and E = ln(R_other / R_own) is the evaluation. Semis may conduct too, at a part of a full's
//! conductance. Sources: Shannon 1953; Anshelevich, *A hierarchical approach to computer Hex*, 2002, section 5; Vilars,
//! *Construction d'un joueur au jeu de Hex*, section 5.
//!
//! The node equations are a symmetric positive definite system, factorized once. The voltages give the energy that each cell
//! turns into heat, and with it the order of moves.
//!
//! All sums run in a fixed order, so that every machine gets the same bits.

use super::super::vc::Connections;
use super::{Evaluator, Leaf};
use crate::grid::Cell;
use crate::search::{Estimate, Stop, Value};

/// How well connections conduct.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Conductance {
    /// A full connection has 1 / (r_a + r_b), r being 1 for an empty cell and 0 for a chain, whatever it needs (Vilars,
    /// section 5.1).
    Unit,
    /// As `Unit`, reduced by the number of cells that all connections of the pair need.
    Scaled,
    /// As `Scaled` for the order of moves; for the value semis conduct too: 36 of 60 games won against `Scaled` at 150 nodes a move
    /// (`scripts/match.py --openings random:4 --seed 5 --time nodes=150`, one thread).
    #[default]
    Semis,
}

/// How a connection's conductance follows from its pair of endpoints.
#[derive(Clone, Copy, Debug)]
struct Conductances {
    /// Resistance that each cell in the intersection of a pair's fulls adds, as a share of the resistance without it.
    needed_cell: f32,
    /// Conductance of a semi relative to that of a full; 0: none.
    semi: f32,
    /// Resistance between two chains: not 0, so that the system stays regular.
    chains: f32,
}

impl Conductance {
    const fn for_order(self) -> Conductances {
        let needed_cell = if matches!(self, Conductance::Unit) { 0.0 } else { 0.25 };
        Conductances { needed_cell, semi: 0.0, chains: 0.05 }
    }

    const fn for_value(self) -> Conductances {
        match self {
            Conductance::Unit | Conductance::Scaled => self.for_order(),
            Conductance::Semis => Conductances { needed_cell: 0.25, semi: 0.15, chains: 0.3 },
        }
    }
}

/// Units of the evaluation for a factor e between the resistances.
pub(crate) const UNITS_PER_NEPER: f32 = 1000.0;

/// The value of the tempo, in units of the evaluation: it makes estimates with either side to move agree with the results of games
/// against other engines.
const TEMPO: i32 = 300;

/// The estimate of a position that fill-in decides, in the same units.
const WON: i32 = 10_000;

/// Evaluates by the resistances of both players' circuits, and orders moves by the energy that their cells turn into heat.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Resistance {
    /// How connections conduct.
    pub conductance: Conductance,
    /// How many moves to search unless all of them lose; 0: all.
    pub width: usize,
}

impl Resistance {
    /// Returns the circuits of the player to move and of the other one; `None` where one of them has won with what is filled in.
    fn circuits<const W: usize>(leaf: &Leaf<'_, W>, solve: impl Fn(&Connections<W>) -> Circuit) -> Option<[Circuit; 2]> {
        let tables = leaf.tables?;
        tables.filled_winner().is_none().then(|| leaf.players().map(|color| solve(tables.side(color))))
    }
}

impl<const W: usize> Evaluator<W> for Resistance {
    fn uses_tables(&self) -> bool {
        true
    }

    fn evaluate(&self, leaf: &Leaf<'_, W>) -> Estimate<Cell> {
        let Some([own, other]) = Self::circuits(leaf, |table| Circuit::for_value(table, self.conductance, leaf.stop)) else {
            let is_won = leaf.tables.and_then(|tables| tables.filled_winner()) == Some(leaf.to_move);
            return Value::estimate(if is_won { WON } else { -WON }).into();
        };
        let units = (libm::logf(own.conductance / other.conductance) * UNITS_PER_NEPER).round() as i32;
        Value::estimate(units + TEMPO).into()
    }

    fn sort_moves(&self, leaf: &Leaf<'_, W>, cells: &mut [Cell]) -> usize {
        if let Some([own, other]) = Self::circuits(leaf, |table| Circuit::for_order(table, self.conductance, leaf.stop)) {
            // Rounded to millionths, so that the order does not depend on the last bit.
            let millionths = |cell: Cell| ((own.drop_at(cell) + other.drop_at(cell)) * 1e6).round() as i64;
            cells.sort_by_cached_key(|&cell| -millionths(cell));
        }
        if self.width == 0 { cells.len() } else { self.width }
    }
}

/// Conductance from each node to the far edge that keeps nodes without connections regular.
const LEAK: f32 = 1e-4;

/// The least conductance between edges: a colour that is cut off.
const MIN: f32 = 1e-3;

/// A solved circuit.
#[derive(Clone, Debug, Default)]
pub struct Circuit {
    /// Conductance between the colour's edges.
    pub conductance: f32,
    /// For each cell the share of the circuit's power that its connections turn into heat.
    drops: Vec<f32>,
}

impl Circuit {
    /// Returns the circuit that orders moves, of a table whose colour has not won yet. It is wrong if `stop` is raised meanwhile.
    #[must_use]
    pub fn for_order<const W: usize>(table: &Connections<W>, mode: Conductance, stop: &Stop) -> Self {
        Self::new(table, mode.for_order(), stop)
    }

    /// Returns the circuit that values the position, of a table whose colour has not won yet. It is wrong if `stop` is raised meanwhile.
    #[must_use]
    pub fn for_value<const W: usize>(table: &Connections<W>, mode: Conductance, stop: &Stop) -> Self {
        Self::new(table, mode.for_value(), stop)
    }

    fn new<const W: usize>(table: &Connections<W>, rule: Conductances, stop: &Stop) -> Self {
        let nodes = Nodes::new(table, rule);
        let voltages = nodes.voltages(stop);
        nodes.circuit(table, &voltages)
    }

    /// Returns the share of the power that a cell's connections turn into heat.
    #[must_use]
    pub fn drop_at(&self, cell: Cell) -> f32 {
        self.drops[cell.index()]
    }
}

/// The nodes of a circuit, the colour's edges apart.
struct Nodes {
    /// The endpoint of each node.
    ends: Vec<Cell>,
    /// Node, earlier node, and the conductance between them.
    links: Vec<(u16, u16, f32)>,
    /// From each node to the two edges.
    to_edges: Vec<[f32; 2]>,
    /// From edge to edge.
    direct: f32,
}

impl Nodes {
    fn new<const W: usize>(table: &Connections<W>, rule: Conductances) -> Self {
        let edges = table.edges();
        let mut inner = table.endpoints();
        edges.iter().for_each(|&edge| inner.remove(edge));
        let ends: Vec<Cell> = inner.iter().collect();
        let mut number = vec![0; edges[1].index() + 1];
        let mut nodes =
            Nodes { links: Vec::with_capacity(ends.len() * 8), to_edges: vec![[0.0; 2]; ends.len()], direct: 0.0, ends };
        for (node, &end) in nodes.ends.iter().enumerate() {
            number[end.index()] = node as u16;
            let neighbors =
                if rule.semi == 0.0 { table.full_neighbors(end) } else { table.full_neighbors(end) | table.semi_neighbors(end) };
            for other in (neighbors & inner).iter().take_while(|&other| other < end) {
                nodes.links.push((node as u16, number[other.index()], rule.conductance(table, end, other)));
            }
            for (value, edge) in nodes.to_edges[node].iter_mut().zip(edges) {
                if neighbors.contains(edge) {
                    *value = rule.conductance(table, end, edge);
                }
            }
        }
        if table.full_neighbors(edges[0]).contains(edges[1]) {
            nodes.direct = rule.conductance(table, edges[0], edges[1]);
        }
        nodes
    }

    /// Returns the voltages of the nodes where the first edge has 1 and the second 0.
    fn voltages(&self, stop: &Stop) -> Vec<f32> {
        let count = self.ends.len();
        let mut matrix = Matrix::zero(count);
        for node in 0..count {
            matrix.add(node, node, self.to_edges[node][0] + self.to_edges[node][1] + LEAK);
        }
        for &(a, b, value) in &self.links {
            let (a, b) = (usize::from(a), usize::from(b));
            matrix.add(a, a, value);
            matrix.add(b, b, value);
            matrix.add(b, a, -value);
        }
        let mut voltages: Vec<f32> = self.to_edges.iter().map(|edges| edges[0]).collect();
        matrix.solve(&mut voltages, stop);
        voltages
    }

    fn circuit<const W: usize>(&self, table: &Connections<W>, voltages: &[f32]) -> Circuit {
        let current: f32 = self.to_edges.iter().zip(voltages).map(|(edges, v)| edges[0] * (1.0 - v)).sum();
        let conductance = (current + self.direct).max(MIN);
        let mut heat: Vec<f32> =
            self.to_edges.iter().zip(voltages).map(|([high, low], v)| high * (1.0 - v) * (1.0 - v) + low * v * v).collect();
        for &(a, b, value) in &self.links {
            let (a, b) = (usize::from(a), usize::from(b));
            let each = value * (voltages[a] - voltages[b]) * (voltages[a] - voltages[b]);
            heat[a] += each;
            heat[b] += each;
        }
        let mut drops = vec![0.0; table.edges()[1].index() + 1];
        for (&end, heat) in self.ends.iter().zip(heat) {
            drops[end.index()] = heat / conductance;
        }
        Circuit { conductance, drops }
    }
}

impl Conductances {
    /// Returns the conductance of the connections of a pair.
    fn conductance<const W: usize>(self, table: &Connections<W>, a: Cell, b: Cell) -> f32 {
        let resistance = |end: Cell| if table.is_solid(end) { 0.0 } else { 1.0_f32 };
        let plain = 1.0 / (resistance(a) + resistance(b)).max(self.chains);
        if table.full_neighbors(a).contains(b) {
            plain / (1.0 + self.needed_cell * table.pair(a, b).full_intersection().len() as f32)
        } else {
            plain * self.semi
        }
    }
}

/// Rows that are eliminated between two checks of the stop flag: on 19x19 a tenth of a millisecond.
const CHECK_INTERVAL: usize = 16;

/// A symmetric positive definite matrix, by the upper triangle of its rows.
struct Matrix {
    values: Vec<f32>,
    count: usize,
}

impl Matrix {
    fn zero(count: usize) -> Self {
        Matrix { values: vec![0.0; count * count], count }
    }

    /// Adds to an entry of the upper triangle: `row <= column`.
    fn add(&mut self, row: usize, column: usize, value: f32) {
        self.values[row * self.count + column] += value;
    }

    /// Solves for a right-hand side, which becomes the solution; the matrix becomes its factor (L D L^T, row by row: each step
    /// works on whole rows without sums along them, so that any width of vectors gives the same bits). Where `stop` is raised
    /// there is no solution.
    fn solve(&mut self, right: &mut [f32], stop: &Stop) {
        let count = self.count;
        for pivot in 0..count {
            if pivot % CHECK_INTERVAL == 0 && stop.is_raised() {
                return;
            }
            let (done, below) = self.values.split_at_mut((pivot + 1) * count);
            let row = &done[pivot * count..];
            let inverse = 1.0 / row[pivot].max(f32::MIN_POSITIVE);
            let known = right[pivot] * inverse;
            for (other, target) in (pivot + 1..count).zip(below.chunks_exact_mut(count)) {
                // Most entries are 0 at first.
                if row[other] != 0.0 {
                    let factor = row[other] * inverse;
                    target[other..].iter_mut().zip(&row[other..]).for_each(|(entry, above)| *entry -= factor * above);
                    right[other] -= row[other] * known;
                }
            }
        }
        for pivot in (0..count).rev() {
            let row = &self.values[pivot * count..(pivot + 1) * count];
            let known: f32 = row[pivot + 1..].iter().zip(&right[pivot + 1..]).map(|(entry, value)| entry * value).sum();
            right[pivot] = (right[pivot] - known) / row[pivot].max(f32::MIN_POSITIVE);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Solves a system by plain Gaussian elimination in double precision.
    fn gauss(matrix: &[Vec<f64>], right: &[f64]) -> Vec<f64> {
        let count = right.len();
        let mut rows: Vec<Vec<f64>> =
            matrix.iter().zip(right).map(|(row, r)| row.iter().copied().chain([*r]).collect()).collect();
        for pivot in 0..count {
            for row in pivot + 1..count {
                let factor = rows[row][pivot] / rows[pivot][pivot];
                let above = rows[pivot].clone();
                rows[row].iter_mut().zip(above).for_each(|(value, other)| *value -= factor * other);
            }
        }
        for pivot in (0..count).rev() {
            let known: f64 = (pivot + 1..count).map(|column| rows[pivot][column] * rows[column][count]).sum();
            rows[pivot][count] = (rows[pivot][count] - known) / rows[pivot][pivot];
        }
        rows.iter().map(|row| row[count]).collect()
    }

    #[test]
    fn solves_as_elimination_does() {
        const COUNT: usize = 37;
        let conductance = |a: usize, b: usize| if (a * 7 + b * 7) % 5 < 2 { 1.0 + ((a + b) % 3) as f64 } else { 0.0 };
        let full: Vec<Vec<f64>> = (0..COUNT)
            .map(|a| {
                let others: f64 = (0..COUNT).filter(|&b| b != a).map(|b| conductance(a, b)).sum();
                (0..COUNT).map(|b| if a == b { others + 0.5 } else { -conductance(a, b) }).collect()
            })
            .collect();
        let right: Vec<f64> = (0..COUNT).map(|n| (n % 4) as f64).collect();
        let mut matrix = Matrix::zero(COUNT);
        for (row, values) in full.iter().enumerate() {
            values.iter().enumerate().skip(row).for_each(|(column, &value)| matrix.add(row, column, value as f32));
        }
        let mut values: Vec<f32> = right.iter().map(|&x| x as f32).collect();
        matrix.solve(&mut values, &Stop::default());
        for (ours, theirs) in values.iter().zip(gauss(&full, &right)) {
            assert!((f64::from(*ours) - theirs).abs() < 1e-3 * theirs.abs().max(1.0), "{ours} {theirs}");
        }
    }
}
