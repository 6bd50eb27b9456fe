//! A small tree search that improves on a network's policy with few evaluations: Gumbel AlphaZero.
//!
//! I. Danihelka et al., *Policy improvement by planning with Gumbel* (ICLR 2022). At the root the moves with the highest
//! logit plus Gumbel noise are compared by sequential halving; below it each visit goes where the visits lag most behind the
//! improved policy. Values are the mover's, from -1 to 1. A move that wins at once is seen without the network.

use ludion::color::Color;
use ludion::games::hex::board::Board;
use ludion::games::hex::net::{Network, Workspace};
use ludion::grid::Cell;
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

/// How a search spends its evaluations.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Visits of the root's moves. Without any the network's policy is the result.
    pub simulations: u32,
    /// Moves of the root that are compared; a power of two is best.
    pub considered: usize,
    /// How much a value weighs against a logit (the paper's `c_scale`).
    pub scale: f32,
}

/// How the games of self-play go: what their searches spend, more in the opening, where a policy has the most to learn, and
/// how many are forks.
#[derive(Clone, Copy, Debug)]
pub struct Schedule {
    /// Plies of the opening, from the first one.
    pub opening_plies: usize,
    /// What each search in these plies spends.
    pub opening: Effort,
    /// What each later search spends.
    pub rest: Effort,
    /// Plies of a game whose move is sampled; later ones play the most probable move, so that results are those of best play.
    pub sampled_plies: usize,
    /// Temperature of these samples: 1 draws them in proportion to the improved policy.
    pub temperature: f32,
    /// The share of games that fork: their searches begin after an unusual move.
    pub forks: f64,
}

/// Parses [`Effort::scale`].
pub(super) fn parse_scale(word: &str) -> Result<f32, String> {
    let scale = word.parse().ok().filter(|scale| (0.0..=100.0).contains(scale));
    scale.ok_or_else(|| "a number from 0 to 100".to_owned())
}

impl Schedule {
    /// Returns what is spent after this many plies.
    #[must_use]
    pub fn effort(&self, plies: usize) -> Effort {
        if plies < self.opening_plies { self.opening } else { self.rest }
    }

    /// Returns a schedule for tests: as many visits in each search, four moves compared.
    #[cfg(test)]
    #[must_use]
    pub fn of_visits(simulations: u32) -> Self {
        let effort = Effort { simulations, considered: 4, scale: 0.3 };
        Schedule { opening_plies: 0, opening: effort, rest: effort, sampled_plies: 9, temperature: 1.0, forks: 0.0 }
    }
}

/// Visits that every move is thought to have when values are weighed (the paper's `c_visit`).
const VISIT_OFFSET: f32 = 50.0;

/// What a search of a position found.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The move that sequential halving selects; a random one with a temperature above 0.
    pub selected: Cell,
    /// The most probable move of the improved policy, of those visited if there are any.
    pub likeliest: Cell,
    /// The improved policy: moves and their probabilities.
    pub policy: Vec<(Cell, f32)>,
    /// Value of the position under the improved policy.
    pub value: f32,
    /// Whether the mover wins at once.
    pub wins_at_once: bool,
}

struct Edge {
    cell: Cell,
    logit: f32,
    prior: f32,
    visits: u32,
    /// Sum of the values of its visits, for the player who makes the move.
    total: f32,
    child: Option<usize>,
}

struct Node {
    /// The network's value, or the exact one.
    value: f32,
    is_exact: bool,
    edges: Vec<Edge>,
    /// The same position in the tree of the search before.
    earlier: Option<usize>,
}

/// A search with what it needs for its evaluations.
pub struct Search<'a> {
    network: &'a Network,
    /// What the next search spends.
    pub effort: Effort,
    workspace: &'a mut Workspace,
    nodes: Vec<Node>,
    /// The tree of the search before, with the new root in it: what the network said is not asked again.
    earlier: Vec<Node>,
    earlier_root: Option<usize>,
}

impl<'a> Search<'a> {
    /// Returns a search by a network.
    pub fn new(network: &'a Network, effort: Effort, workspace: &'a mut Workspace) -> Self {
        Search { network, effort, workspace, nodes: Vec::new(), earlier: Vec::new(), earlier_root: None }
    }

    /// Tells which move was played in the position of the last search: the next one is of the position after it.
    pub fn follow(&mut self, cell: Cell) {
        self.earlier = std::mem::take(&mut self.nodes);
        let edge = self.earlier.first().and_then(|root| root.edges.iter().find(|edge| edge.cell == cell));
        self.earlier_root = edge.and_then(|edge| edge.child);
    }

    /// Searches a position that nobody has won. At a `temperature` of 0 the best move is chosen, at a higher one a random move: the
    /// Gumbel noise is that many times as large. `random` also draws the half-turn of each evaluation.
    pub fn run(&mut self, board: &mut Board, to_move: Color, temperature: f32, random: &mut Pcg64Mcg) -> Finding {
        self.nodes.clear();
        let earlier = self.earlier_root.take();
        self.expand(board, to_move, earlier, random);
        if self.nodes[0].is_exact {
            let cells: Vec<Cell> = self.nodes[0].edges.iter().map(|edge| edge.cell).collect();
            let share = 1.0 / cells.len() as f32;
            let best = cells[random.random_range(0..cells.len())];
            let policy = cells.iter().map(|&cell| (cell, share)).collect();
            return Finding { selected: best, likeliest: best, policy, value: 1.0, wins_at_once: true };
        }
        let mut noise = || if temperature > 0.0 { temperature * gumbel_noise(random) } else { 0.0 };
        let gumbel: Vec<f32> = self.nodes[0].edges.iter().map(|_| noise()).collect();
        let best = self.sequential_halving(board, to_move, &gumbel, random);
        let root = &self.nodes[0];
        let policy = self.improved_policy(root);
        let value = policy.iter().zip(self.completed_values(root)).map(|(p, q)| p * q).sum();
        let candidates = (0..policy.len()).filter(|&index| self.effort.simulations == 0 || root.edges[index].visits > 0);
        let likeliest = candidates.max_by(|&a, &b| policy[a].total_cmp(&policy[b])).expect("an empty cell");
        let likeliest = root.edges[likeliest].cell;
        let policy = root.edges.iter().map(|edge| edge.cell).zip(policy).collect();
        Finding { selected: root.edges[best].cell, likeliest, policy, value, wins_at_once: false }
    }

    /// Compares the root's moves by sequential halving; returns the index of the last one.
    fn sequential_halving(&mut self, board: &mut Board, to_move: Color, gumbel: &[f32], random: &mut Pcg64Mcg) -> usize {
        let mut order: Vec<usize> = (0..gumbel.len()).collect();
        let by_logit = |search: &Self, index: usize| gumbel[index] + search.nodes[0].edges[index].logit;
        order.sort_by(|&a, &b| by_logit(self, b).total_cmp(&by_logit(self, a)));
        order.truncate(self.effort.considered);
        let rounds = order.len().next_power_of_two().trailing_zeros().max(1);
        let mut left = self.effort.simulations;
        while left > 0 {
            let visits = (self.effort.simulations / (rounds * order.len() as u32)).max(1);
            for _ in 0..visits {
                for &index in &order {
                    if left > 0 {
                        self.visit(0, Some(index), board, to_move, random);
                        left -= 1;
                    }
                }
            }
            let values = self.completed_values(&self.nodes[0]);
            let sigma = self.value_weight(&self.nodes[0]);
            let score = |index: usize| gumbel[index] + self.nodes[0].edges[index].logit + sigma * values[index];
            order.sort_by(|&a, &b| score(b).total_cmp(&score(a)));
            order.truncate(order.len().div_ceil(2));
        }
        order[0]
    }

    /// Visits a node below a move and returns its value for the player to move there.
    fn visit(&mut self, node: usize, forced: Option<usize>, board: &mut Board, to_move: Color, random: &mut Pcg64Mcg) -> f32 {
        if self.nodes[node].is_exact {
            return self.nodes[node].value;
        }
        let index = forced.unwrap_or_else(|| self.lagging_edge(node));
        let edge = &self.nodes[node].edges[index];
        let child = edge.child;
        board.play(to_move, edge.cell);
        let value = match child {
            Some(child) => -self.visit(child, None, board, to_move.other(), random),
            None => {
                let earlier = self.nodes[node].earlier.and_then(|node| self.earlier[node].edges[index].child);
                let child = self.expand(board, to_move.other(), earlier, random);
                self.nodes[node].edges[index].child = Some(child);
                -self.nodes[child].value
            }
        };
        board.undo();
        let edge = &mut self.nodes[node].edges[index];
        edge.visits += 1;
        edge.total += value;
        value
    }

    /// Returns the edge whose share of visits lags most behind the improved policy.
    fn lagging_edge(&self, node: usize) -> usize {
        let node = &self.nodes[node];
        let all = 1.0 + node.edges.iter().map(|edge| edge.visits).sum::<u32>() as f32;
        let policy = self.improved_policy(node);
        let lag = |index: usize| policy[index] - node.edges[index].visits as f32 / all;
        (0..policy.len()).max_by(|&a, &b| lag(a).total_cmp(&lag(b))).expect("an undecided position has a move")
    }

    /// Adds a node for a position that nobody has won, and returns its index.
    fn expand(&mut self, board: &mut Board, to_move: Color, earlier: Option<usize>, random: &mut Pcg64Mcg) -> usize {
        if let Some(node) = earlier {
            let Node { value, is_exact, ref edges, .. } = self.earlier[node];
            let edges = edges.iter().map(|edge| Edge { visits: 0, total: 0.0, child: None, ..*edge }).collect();
            self.nodes.push(Node { value, is_exact, edges, earlier });
            return self.nodes.len() - 1;
        }
        let edge = |cell, logit| Edge { cell, logit, prior: 0.0, visits: 0, total: 0.0, child: None };
        let wins = winning_cells(board, to_move);
        if !wins.is_empty() {
            let edges = wins.into_iter().map(|cell| edge(cell, 0.0)).collect();
            self.nodes.push(Node { value: 1.0, is_exact: true, edges, earlier });
            return self.nodes.len() - 1;
        }
        let output = self.network.evaluate(board, to_move, random.random(), self.workspace);
        let mut edges: Vec<Edge> = board.empty_cells().map(|cell| edge(cell, output.policy[cell.index()])).collect();
        let highest = edges.iter().map(|edge| edge.logit).fold(f32::NEG_INFINITY, f32::max);
        let sum: f32 = edges.iter().map(|edge| (edge.logit - highest).exp()).sum();
        for edge in &mut edges {
            edge.logit -= highest + sum.ln();
            edge.prior = edge.logit.exp();
        }
        self.nodes.push(Node { value: (0.5 * output.value).tanh(), is_exact: false, edges, earlier });
        self.nodes.len() - 1
    }

    /// Returns what a difference in value weighs, in logits.
    fn value_weight(&self, node: &Node) -> f32 {
        let most = node.edges.iter().map(|edge| edge.visits).max().unwrap_or(0);
        (VISIT_OFFSET + most as f32) * self.effort.scale
    }

    /// Returns the value of each move: the mean of its visits, or for those without one what the others suggest.
    fn completed_values(&self, node: &Node) -> Vec<f32> {
        let visited = || node.edges.iter().filter(|edge| edge.visits > 0);
        let visits: u32 = visited().map(|edge| edge.visits).sum();
        let prior: f32 = visited().map(|edge| edge.prior).sum();
        let weighted: f32 = visited().map(|edge| edge.prior * edge.total / edge.visits as f32).sum();
        let mean = if visits == 0 { node.value } else { weighted / prior.max(1e-9) };
        let mixed = (node.value + visits as f32 * mean) / (1.0 + visits as f32);
        node.edges.iter().map(|edge| if edge.visits > 0 { edge.total / edge.visits as f32 } else { mixed }).collect()
    }

    /// Returns the policy after the values are taken into account.
    fn improved_policy(&self, node: &Node) -> Vec<f32> {
        let weight = self.value_weight(node);
        let logits: Vec<f32> =
            node.edges.iter().zip(self.completed_values(node)).map(|(edge, q)| edge.logit + weight * q).collect();
        let highest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let shares: Vec<f32> = logits.iter().map(|logit| (logit - highest).exp()).collect();
        let sum: f32 = shares.iter().sum();
        shares.into_iter().map(|share| share / sum).collect()
    }
}

/// Returns the empty cells on which a stone of this colour wins at once.
fn winning_cells(board: &mut Board, color: Color) -> Vec<Cell> {
    if board.stone_count() / 2 + 1 < board.size().width.min(board.size().height) {
        return Vec::new();
    }
    let cells: Vec<Cell> = board.empty_cells().collect();
    let wins = |cell: &Cell| {
        board.play(color, *cell);
        let won = board.has_joined(color);
        board.undo();
        won
    };
    cells.into_iter().filter(wins).collect()
}

/// Returns a sample of the standard Gumbel distribution.
fn gumbel_noise(random: &mut Pcg64Mcg) -> f32 {
    let uniform: f64 = random.random_range(1e-12..1.0);
    -(-uniform.ln()).ln() as f32
}

#[cfg(test)]
mod tests {
    use ludion::grid::Size;
    use rand::SeedableRng;

    use super::super::optimizer::random_network;
    use super::*;

    #[test]
    fn a_search_that_follows_asks_nothing_twice() {
        let network = random_network(3);
        let (mut workspace, mut random) = (Workspace::default(), Pcg64Mcg::seed_from_u64(1));
        let mut search = Search::new(&network, Effort { simulations: 200, considered: 4, scale: 0.3 }, &mut workspace);
        let mut board = Board::new(Size::square(7));
        let best = search.run(&mut board, Color::Black, 1.0, &mut random).selected;
        board.play(Color::Black, best);
        search.follow(best);
        let root = search.earlier_root.expect("the best move was visited");
        search.run(&mut board, Color::White, 1.0, &mut random);
        let again: Vec<(&Node, &Node)> =
            search.nodes.iter().filter_map(|node| Some((node, &search.earlier[node.earlier?]))).collect();
        assert!(again.len() > 2 && search.nodes[0].earlier == Some(root));
        for (node, earlier) in again {
            let logits = |node: &Node| node.edges.iter().map(|edge| (edge.cell, edge.logit.to_bits())).collect::<Vec<_>>();
            assert_eq!((node.value, logits(node)), (earlier.value, logits(earlier)));
        }
    }

    #[test]
    fn scales_are_finite() {
        assert_eq!(parse_scale("0.3"), Ok(0.3));
        assert!(["nan", "inf", "-1", "1e9", ""].iter().all(|word| parse_scale(word).is_err()));
    }
}
