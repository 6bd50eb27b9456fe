//! The circuit evaluation: how well a colour's edges conduct through its connections.
//!
//! Endpoints are the nodes of a circuit, joined where they have a full connection; a voltage between the colour's two edges
//! gives its resistance R, and E = ln(R_other / R_own) is the evaluation (Shannon 1953; Anshelevich, *A hierarchical approach
//! to computer Hex*, 2002, section 5; Vilars, *Construction d'un joueur au jeu de Hex*, section 5). The node equations are a
//! symmetric positive definite system, solved once by Cholesky's method; the voltages give the energy that each cell turns
//! into heat, and with it the order of moves.
//!
//! All sums run in a fixed order of lanes, so that every machine gets the same bits.

use super::cellset::CellSet;
use super::hsearch::Connections;
use crate::grid::Cell;

/// How well a full connection conducts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Conductance {
    /// 1 / (r_a + r_b), r being 1 for an empty cell and 0 for a chain, whatever the connection needs (Vilars, section 5.1).
    Unit,
    /// The same, less the more cells all connections of the pair need.
    #[default]
    Scaled,
}

/// Resistance between two chains: not 0, so that the system stays regular.
const CHAINS: f32 = 0.05;

/// What each cell that all fulls of a pair need adds to their resistance, as a share.
const NEEDED_CELL: f32 = 0.25;

/// Conductance from each node to the far edge that keeps nodes without connections regular.
const LEAK: f32 = 1e-4;

/// The least conductance between edges: a colour that is cut off.
const LEAST: f32 = 1e-3;

/// A solved circuit.
#[derive(Clone, Debug, Default)]
pub struct Circuit {
    /// Conductance between the colour's edges.
    pub conductance: f32,
    /// For each cell the share of the circuit's power that its connections turn into heat.
    drops: Vec<f32>,
}

impl Circuit {
    /// Solves the circuit of a table whose colour has not won yet.
    #[must_use]
    pub fn new<const W: usize>(table: &Connections<W>, mode: Conductance) -> Self {
        let nodes = Nodes::new(table, mode);
        let voltages = nodes.voltages();
        nodes.circuit(table, &voltages)
    }

    /// The share of the power that a cell's connections turn into heat.
    #[must_use]
    pub fn drop_at(&self, cell: Cell) -> f32 {
        self.drops[cell.index()]
    }
}

/// The nodes of a circuit, its edges apart.
struct Nodes {
    /// The endpoint of each node.
    ends: Vec<Cell>,
    /// Conductances: from a node to an earlier one in the first columns of its row, the sum of all its own on the diagonal.
    matrix: Vec<f32>,
    /// Length of a row, whole lanes.
    stride: usize,
    /// From each node to the two edges.
    to_edges: Vec<[f32; 2]>,
    /// From edge to edge.
    direct: f32,
}

impl Nodes {
    fn new<const W: usize>(table: &Connections<W>, mode: Conductance) -> Self {
        let edges = table.edges();
        let mut inner = table.all_ends();
        edges.iter().for_each(|&edge| inner.remove(edge));
        let ends: Vec<Cell> = inner.iter().collect();
        let stride = ends.len().next_multiple_of(LANES);
        let mut nodes =
            Nodes { matrix: vec![0.0; ends.len() * stride], stride, to_edges: vec![[0.0; 2]; ends.len()], direct: 0.0, ends };
        let mut number = vec![usize::MAX; table.all_ends().iter().last().map_or(0, |last| last.index() + 1)];
        nodes.ends.iter().enumerate().for_each(|(node, end)| number[end.index()] = node);
        for row in 0..nodes.ends.len() {
            nodes.add_row(table, mode, row, &number);
        }
        if table.joined(edges[0]).contains(edges[1]) {
            nodes.direct = conductance(table, mode, edges[0], edges[1]);
        }
        nodes
    }

    fn add_row<const W: usize>(&mut self, table: &Connections<W>, mode: Conductance, row: usize, number: &[usize]) {
        let end = self.ends[row];
        self.matrix[row * self.stride + row] += LEAK;
        for other in table.joined(end).iter() {
            let value = conductance(table, mode, end, other);
            self.matrix[row * self.stride + row] += value;
            if let Some(edge) = table.edges().iter().position(|&edge| edge == other) {
                self.to_edges[row][edge] = value;
            } else if number[other.index()] < row {
                self.matrix[row * self.stride + number[other.index()]] = -value;
            }
        }
    }

    /// The voltages of the nodes where the first edge has 1 and the second 0.
    fn voltages(&self) -> Vec<f32> {
        let mut factor = self.matrix.clone();
        let mut voltages: Vec<f32> = self.to_edges.iter().map(|edges| edges[0]).collect();
        factorize(&mut factor, self.ends.len(), self.stride);
        substitute(&factor, self.stride, &mut voltages);
        voltages
    }

    fn circuit<const W: usize>(&self, table: &Connections<W>, voltages: &[f32]) -> Circuit {
        let current: f32 = self.to_edges.iter().zip(voltages).map(|(edges, v)| edges[0] * (1.0 - v)).sum();
        let conductance = (current + self.direct).max(LEAST);
        let places = table.edges()[1].index() + 1;
        let mut drops = vec![0.0; places];
        for (row, &end) in self.ends.iter().enumerate() {
            let v = voltages[row];
            let [high, low] = self.to_edges[row];
            let mut heat = high * (1.0 - v) * (1.0 - v) + low * v * v;
            for (column, &other) in self.ends[..row].iter().enumerate() {
                let value = -self.matrix[row * self.stride + column];
                let each = value * (v - voltages[column]) * (v - voltages[column]);
                heat += each;
                drops[other.index()] += each;
            }
            drops[end.index()] += heat;
        }
        drops.iter_mut().for_each(|drop| *drop /= conductance);
        Circuit { conductance, drops }
    }
}

fn conductance<const W: usize>(table: &Connections<W>, mode: Conductance, a: Cell, b: Cell) -> f32 {
    let resistance = |end: Cell| if table.is_solid(end) { 0.0 } else { 1.0_f32 };
    let plain = 1.0 / (resistance(a) + resistance(b)).max(CHAINS);
    match mode {
        Conductance::Unit => plain,
        Conductance::Scaled => plain / (1.0 + NEEDED_CELL * needed(table.pair(a, b).full_meet())),
    }
}

fn needed<const W: usize>(meet: CellSet<W>) -> f32 {
    meet.len() as f32
}

/// Numbers that are worked on at once.
const LANES: usize = 16;

/// Cholesky's factor of a symmetric positive definite matrix, given and returned as its lower triangle, row by row.
fn factorize(matrix: &mut [f32], count: usize, stride: usize) {
    for row in 0..count {
        let (above, rest) = matrix.split_at_mut(row * stride);
        let row_values = &mut rest[..stride];
        for column in 0..row {
            let other = &above[column * stride..(column + 1) * stride];
            let sum = dot(&row_values[..column], &other[..column]);
            // The diagonal holds its own inverse.
            row_values[column] = (row_values[column] - sum) * other[column];
        }
        let rest = row_values[row] - dot(&row_values[..row], &row_values[..row]);
        row_values[row] = 1.0 / rest.max(f32::MIN_POSITIVE).sqrt();
    }
}

/// Solves with a factor of [`factorize`], forwards and backwards.
fn substitute(factor: &[f32], stride: usize, values: &mut [f32]) {
    let count = values.len();
    for row in 0..count {
        let line = &factor[row * stride..row * stride + row];
        values[row] = (values[row] - dot(line, &values[..row])) * factor[row * stride + row];
    }
    for row in (0..count).rev() {
        let value = values[row] * factor[row * stride + row];
        values[row] = value;
        let line = &factor[row * stride..row * stride + row];
        values[..row].iter_mut().zip(line).for_each(|(other, entry)| *other -= entry * value);
    }
}

/// The sum of products, lane by lane and then over the lanes.
fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut lanes = [0.0_f32; LANES];
    let (whole_a, rest_a) = a.as_chunks::<LANES>();
    let (whole_b, rest_b) = b.as_chunks::<LANES>();
    for (a, b) in whole_a.iter().zip(whole_b) {
        for lane in 0..LANES {
            lanes[lane] += a[lane] * b[lane];
        }
    }
    for (lane, (a, b)) in lanes.iter_mut().zip(rest_a.iter().zip(rest_b)) {
        *lane += a * b;
    }
    let mut width = LANES / 2;
    while width > 0 {
        for lane in 0..width {
            lanes[lane] += lanes[lane + width];
        }
        width /= 2;
    }
    lanes[0]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plain Gaussian elimination in double precision.
    fn solved(matrix: &[Vec<f64>], right: &[f64]) -> Vec<f64> {
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
        let stride = COUNT.next_multiple_of(LANES);
        let conductance = |a: usize, b: usize| if (a * 7 + b * 7) % 5 < 2 { 1.0 + ((a + b) % 3) as f64 } else { 0.0 };
        let full: Vec<Vec<f64>> = (0..COUNT)
            .map(|a| {
                let others: f64 = (0..COUNT).filter(|&b| b != a).map(|b| conductance(a, b)).sum();
                (0..COUNT).map(|b| if a == b { others + 0.5 } else { -conductance(a, b) }).collect()
            })
            .collect();
        let right: Vec<f64> = (0..COUNT).map(|n| (n % 4) as f64).collect();
        let mut lower = vec![0.0; COUNT * stride];
        for row in 0..COUNT {
            for column in 0..=row {
                lower[row * stride + column] = full[row][column] as f32;
            }
        }
        let mut values: Vec<f32> = right.iter().map(|&x| x as f32).collect();
        factorize(&mut lower, COUNT, stride);
        substitute(&lower, stride, &mut values);
        for (ours, theirs) in values.iter().zip(solved(&full, &right)) {
            assert!((f64::from(*ours) - theirs).abs() < 1e-3 * theirs.abs().max(1.0), "{ours} {theirs}");
        }
    }
}
