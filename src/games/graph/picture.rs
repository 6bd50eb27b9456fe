//! Pictures of a game graph: as text a list of vertices with their successors, as SVG a drawing in layers.

use super::board::Board;
use super::notation;
use crate::attractor::export::goal_word;
use crate::attractor::{Goal, Solution, Verdict, Vertex};
use crate::color::Color;
use crate::picture::{Ink, Svg, Text};

/// Most vertices that are shown: those nearest to the current one.
const MAX_SHOWN: usize = 60;

/// Most successors in a line of the list.
const MAX_SUCCESSORS: usize = 20;

/// Returns the vertices to show: all of a small graph, else those nearest to the current vertex.
fn visible_vertices(board: &Board) -> Vec<Vertex> {
    let graph = board.graph();
    if graph.vertex_count() <= MAX_SHOWN {
        return graph.vertices().collect();
    }
    let mut found = vec![board.current()];
    let mut done = 0;
    while done < found.len() && found.len() < MAX_SHOWN {
        for next in graph.successors(found[done]).take(MAX_SHOWN) {
            if found.len() < MAX_SHOWN && !found.contains(&next) {
                found.push(next);
            }
        }
        done += 1;
    }
    found
}

/// Returns `win1 5`, `draw`.
#[must_use]
fn verdict_words(verdict: Verdict) -> String {
    match verdict {
        Verdict::Win(player, rank) => format!("win{} {rank}", player.index() + 1),
        Verdict::Draw => "draw".to_owned(),
    }
}

/// Returns the list: a mark at the current vertex, name, owner, goal, value, successors.
pub fn text(board: &Board, solution: Option<&Solution>) -> Text {
    let (graph, named) = (board.graph(), board.named_graph());
    let vertices = visible_vertices(board);
    let width = vertices.iter().map(|&vertex| notation::vertex_name(named, vertex).chars().count()).max().unwrap_or(0);
    let mut text = Text::default();
    for (line, &vertex) in vertices.iter().enumerate() {
        if vertex == board.current() {
            text.write(0, line, ">", Ink::Mark);
        }
        let ink = if graph.owner(vertex) == Color::Black { Ink::Black } else { Ink::White };
        text.write(2, line, &notation::vertex_name(named, vertex), ink);
        text.write(
            width + 3,
            line,
            &format!("{} {}", graph.owner(vertex).index() + 1, goal_word(graph.goal(vertex))),
            Ink::Plain,
        );
        let mut column = width + 8;
        if let Some(solution) = solution {
            text.write(column, line, &verdict_words(solution.verdict(vertex)), Ink::Faint);
            column += 10;
        }
        let mut next = notation::vertex_names(named, graph.successors(vertex).take(MAX_SUCCESSORS));
        if graph.degree(vertex) > MAX_SUCCESSORS {
            next.push_str(&format!(" ... ({} more)", graph.degree(vertex) - MAX_SUCCESSORS));
        }
        text.write(column, line, &next, Ink::Plain);
    }
    let hidden = graph.vertex_count() - vertices.len();
    if hidden > 0 {
        text.write(2, vertices.len(), &format!("... ({hidden} more)"), Ink::Faint);
    }
    text
}

/// Pixels between two vertices of a layer, and between layers.
const ROW: f64 = 56.0;
const COLUMN: f64 = 120.0;
/// Half the side of a vertex, in pixels.
const HALF: f64 = 18.0;

const STYLE: &str = ".e{stroke:#888}.h{fill:#888}.s{fill:none;stroke:#888}.v{fill:#fff;stroke:#333}.g1,.w1{fill:#b7e4b0;stroke:#333}\
.g2,.w2{fill:#b3cdf0;stroke:#333}.n{fill:#ddd;stroke:#333}.f{stroke-width:3}.c{stroke:#d33;stroke-width:4}\
text{font-size:11px}.r{font-size:10px;fill:#555}";

/// Returns the point where each vertex is drawn: a column for each distance from the start, and one for unreachable vertices.
fn layout(board: &Board, vertices: &[Vertex]) -> Vec<(f64, f64)> {
    let graph = board.graph();
    let root = if vertices.contains(&graph.start()) { graph.start() } else { board.current() };
    let mut layers = vec![usize::MAX; vertices.len()];
    let index = |vertex: Vertex| vertices.iter().position(|&other| other == vertex);
    if let Some(first) = index(root) {
        layers[first] = 0;
    }
    let mut last = 0;
    // No path is longer than there are vertices.
    for layer in 0..vertices.len() {
        for from in (0..vertices.len()).filter(|&from| layers[from] == layer).collect::<Vec<_>>() {
            for to in graph.successors(vertices[from]).take(MAX_SHOWN).filter_map(index) {
                if layers[to] == usize::MAX {
                    layers[to] = layer + 1;
                    last = layer + 1;
                }
            }
        }
    }
    let mut heights = vec![0; last + 2];
    let placed = layers.into_iter().map(|layer| {
        let layer = layer.min(last + 1);
        heights[layer] += 1;
        (COLUMN * (layer as f64 + 0.5), ROW * (f64::from(heights[layer]) - 0.2 + if layer % 2 == 1 { 0.4 } else { 0.0 }))
    });
    placed.collect()
}

/// Returns the drawing: circles are the first player's, squares the second's; goals have a thick rim, the current vertex a red
/// one. With a solution each vertex has the colour of its winner, and its rank below it.
pub fn svg(board: &Board, solution: Option<&Solution>) -> Svg {
    let graph = board.graph();
    let vertices = visible_vertices(board);
    let positions = layout(board, &vertices);
    let width = positions.iter().map(|place| place.0).fold(0.0, f64::max) + COLUMN / 2.0;
    let height = positions.iter().map(|place| place.1).fold(0.0, f64::max) + ROW;
    let mut svg = Svg::new(width, height, STYLE);
    for (&vertex, &from) in vertices.iter().zip(&positions) {
        for next in graph.successors(vertex) {
            if let Some(place) = vertices.iter().position(|&other| other == next) {
                edge(&mut svg, from, positions[place]);
            }
        }
    }
    for (&vertex, &(x, y)) in vertices.iter().zip(&positions) {
        let goal = match (graph.goal(vertex), solution.map(|solution| solution.verdict(vertex))) {
            (Some(Goal::Of(player)), _) => {
                if player == Color::Black {
                    "g1 f"
                } else {
                    "g2 f"
                }
            }
            (Some(Goal::Nobody), _) => "n f",
            (None, Some(Verdict::Win(player, _))) => {
                if player == Color::Black {
                    "w1"
                } else {
                    "w2"
                }
            }
            (None, _) => "v",
        };
        let class = if vertex == board.current() { format!("{goal} c") } else { goal.to_owned() };
        let name = notation::vertex_name(board.named_graph(), vertex);
        svg.place(&name, |svg| {
            match graph.owner(vertex) {
                Color::Black => svg.circle(&class, (x, y), HALF),
                Color::White => {
                    let (left, right, top, bottom) = (x - HALF, x + HALF, y - HALF, y + HALF);
                    svg.polygon(&class, &[(left, top), (right, top), (right, bottom), (left, bottom)]);
                }
            }
            svg.text("", (x, y), &name);
            if let Some(solution) = solution {
                svg.text("r", (x, y + HALF + 8.0), &verdict_words(solution.verdict(vertex)));
            }
        });
    }
    svg
}

/// Draws an arrow from rim to rim, a little to the right of the straight line, so that an edge back does not cover it.
fn edge(svg: &mut Svg, from: (f64, f64), to: (f64, f64)) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy);
    if length < 1.0 {
        svg.circle("s", (from.0 - HALF, from.1 - HALF), HALF * 0.6);
        return;
    }
    let (ux, uy) = (dx / length, dy / length);
    let at = |(x, y): (f64, f64), along: f64, aside: f64| (x + ux * along - uy * aside, y + uy * along + ux * aside);
    let rim = HALF * 1.15;
    let tip = at(to, -rim, 3.0);
    svg.line("e", at(from, rim, 3.0), tip);
    svg.polygon("h", &[tip, at(tip, -8.0, 3.5), at(tip, -8.0, -3.5)]);
}
