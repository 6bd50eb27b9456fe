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

/// A place in the drawing, in pixels.
type Point = (f64, f64);

/// Pixels between two vertices of a layer, and between layers.
const ROW: f64 = 56.0;
const COLUMN: f64 = 120.0;
/// Half the side of a vertex, in pixels.
const HALF: f64 = 18.0;

const STYLE: &str = ".e{stroke:#888}.h{fill:#888}.s{fill:none;stroke:#888}.v{fill:#fff;stroke:#333}.g1,.w1{fill:#b7e4b0;stroke:#333}\
.g2,.w2{fill:#b3cdf0;stroke:#333}.n{fill:#ddd;stroke:#333}.f{stroke-width:3}.c{stroke:#d33;stroke-width:4}\
text{font-size:11px}.r{font-size:10px;fill:#555;paint-order:stroke;stroke:#fff;stroke-width:3px}";

/// Returns the point where each vertex is drawn: a column for each distance from the start, and one for unreachable vertices.
fn layout(board: &Board, vertices: &[Vertex]) -> Vec<Point> {
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
                let to = positions[place];
                edge(&mut svg, from, bend(from, to, &positions), to);
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
        svg.place(&notation::vertex_word(board.named_graph(), vertex), |svg| {
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

/// Least distance of an edge from the middle of a vertex that it passes, in pixels.
const CLEARANCE: f64 = HALF + 5.0;

/// Returns the bend of an edge: the point beside its middle with which it passes the fewest vertices, and of those the nearest.
/// `None` for a straight line.
fn bend(from: Point, to: Point, vertices: &[Point]) -> Option<Point> {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(1.0);
    let beside = |aside: f64| ((from.0 + to.0) / 2.0 - dy / length * aside, (from.1 + to.1) / 2.0 + dx / length * aside);
    let passed = |middle: Point| {
        let is_near = |&vertex: &Point| [from, to].iter().any(|&end| distance(vertex, end, middle) < CLEARANCE);
        vertices.iter().filter(|&&vertex| vertex != from && vertex != to).filter(|vertex| is_near(vertex)).count()
    };
    let (right, bottom) = vertices.iter().fold((0.0_f64, 0.0_f64), |most, place| (most.0.max(place.0), most.1.max(place.1)));
    let is_inside = |point: &Point| (0.0..right + HALF).contains(&point.0) && (0.0..bottom + HALF).contains(&point.1);
    let straight = passed(beside(0.0));
    let bends = (1..12).flat_map(|step| [12.0, -12.0].map(|width| width * f64::from(step))).map(beside).filter(is_inside);
    let best = bends.min_by_key(|&middle| passed(middle))?;
    (passed(best) < straight).then_some(best)
}

/// Returns the distance of a point from a segment.
fn distance(point: Point, from: Point, to: Point) -> f64 {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let along = ((point.0 - from.0) * dx + (point.1 - from.1) * dy) / (dx * dx + dy * dy).max(1.0);
    let along = along.clamp(0.0, 1.0);
    (point.0 - from.0 - along * dx).hypot(point.1 - from.1 - along * dy)
}

/// Draws an arrow from rim to rim, a little to the right, so that an edge back does not cover it.
fn edge(svg: &mut Svg, from: Point, bend: Option<Point>, to: Point) {
    if from == to {
        svg.circle("s", (from.0 - HALF, from.1 - HALF), HALF * 0.6);
        return;
    }
    // A point so far along a direction and to the right of it.
    let shift = |point: Point, direction: [Point; 2], along: f64, aside: f64| {
        let [from, to] = direction;
        let length = (to.0 - from.0).hypot(to.1 - from.1);
        let (ux, uy) = ((to.0 - from.0) / length, (to.1 - from.1) / length);
        (point.0 + ux * along - uy * aside, point.1 + uy * along + ux * aside)
    };
    let rim = HALF * 1.15;
    let last = [bend.unwrap_or(from), to];
    let at_tip = |along: f64, aside: f64| shift(to, last, along - rim, 3.0 + aside);
    let start = shift(from, [from, bend.unwrap_or(to)], rim, 3.0);
    let corner = bend.map(|bend| shift(bend, [from, to], 0.0, 3.0));
    if let Some(corner) = corner {
        svg.line("e", start, corner);
    }
    let tip = at_tip(0.0, 0.0);
    svg.line("e", corner.unwrap_or(start), tip);
    svg.polygon("h", &[tip, at_tip(-8.0, 3.5), at_tip(-8.0, -3.5)]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_pass_beside_vertices() {
        let column: Vec<Point> = (0..5).map(|row| (60.0, ROW * (0.5 + f64::from(row)))).collect();
        for (from, to) in [(0, 1), (0, 2), (4, 0), (1, 4)] {
            let (from, to) = (column[from], column[to]);
            let found = bend(from, to, &column);
            assert_eq!(found.is_none(), (from.1 - to.1).abs() < 1.5 * ROW);
            for &vertex in column.iter().filter(|&&vertex| vertex != from && vertex != to) {
                let middle = found.unwrap_or(from);
                assert!(distance(vertex, from, middle) >= CLEARANCE && distance(vertex, middle, to) >= CLEARANCE);
            }
        }
        // Where no bend passes fewer vertices the line is straight.
        let wall: Vec<Point> = (0..80).map(|row| (60.0, 10.0 * f64::from(row))).collect();
        assert_eq!(bend((0.0, 400.0), (120.0, 400.0), &wall), None);
        // A bend stays within the drawing.
        let top: Vec<Point> = (0..3).map(|column| (COLUMN * (0.5 + f64::from(column)), HALF)).collect();
        assert!(bend(top[0], top[2], &top).is_none_or(|(_, y)| y > 0.0));
    }
}
