//! Ricochet Robots: what robots reach, by a plain search in breadth.

use std::collections::HashSet;

use super::super::ricochet::{Board, Robots, all_moves};
use super::super::{ask, engine};
use super::{Random, Sentence, explain, positions};

const NAMES: [&str; 4] = ["red", "green", "blue", "yellow"];

/// Returns the new positions after 1, 2, ... moves of some robots, until one is solved or there are no more.
fn layers(board: &Board, most: usize, may_move: impl Fn(usize) -> bool) -> Vec<Vec<Robots>> {
    let (mut known, mut layers) = (HashSet::from([board.start]), Vec::new());
    let mut layer = vec![board.start];
    while layers.len() < most && !layer.is_empty() && !layer.iter().any(|robots| robots[board.robot] == board.target) {
        let mut next = Vec::new();
        for robots in &layer {
            let moves = all_moves().filter(|mv| may_move(mv.0));
            next.extend(moves.filter_map(|mv| board.slide(robots, mv)).filter(|after| known.insert(*after)));
        }
        if !next.is_empty() {
            layers.push(next.clone());
        }
        layer = next;
    }
    layers
}

/// Checks the cells on which the robot of the target stands for the first time after this many moves.
fn check_wave(board: &Board, sentence: &Sentence, layers: &[Vec<Robots>]) {
    let mut stood = HashSet::from([board.start[board.robot]]);
    let mut expected: Vec<(usize, usize)> = Vec::new();
    for (depth, layer) in (1..).zip(layers) {
        expected
            .extend(layer.iter().map(|robots| robots[board.robot]).filter(|&cell| stood.insert(cell)).map(|cell| (depth, cell)));
    }
    let pairs = |(depth, names): (&str, &[String])| {
        let depth = depth.parse().unwrap();
        names.iter().map(move |name| (depth, name.parse().unwrap())).collect::<Vec<_>>()
    };
    let mut named: Vec<(usize, usize)> = sentence.labels().into_iter().flat_map(pairs).collect();
    named.sort_unstable();
    expected.sort_unstable();
    assert_eq!(named, expected, "{}", sentence.text);
}

/// Checks an explanation. Returns the fewest moves; `None` if there is no solution or no proof.
fn check(board: &Board, sentences: &[Sentence]) -> Option<usize> {
    let name = NAMES[board.robot];
    let moves: usize = sentences[0].between("no solution has fewer than ", " ")?.parse().unwrap();
    let all = layers(board, moves, |_| true);
    assert_eq!(all.len(), moves, "{}", sentences[0].text);
    assert!(all[moves - 1].iter().any(|robots| robots[board.robot] == board.target), "{}", sentences[0].text);
    let alone = || layers(board, usize::MAX, |robot| robot == board.robot);
    let solved =
        || alone().last().filter(|last| last.iter().any(|robots| robots[board.robot] == board.target)).map(|_| alone().len());
    for sentence in &sentences[1..] {
        let text = &sentence.text;
        if let Some(bound) = text.strip_prefix(&format!("{name} would need ")).map(|rest| rest.split(' ').next().unwrap()) {
            assert_eq!(bound.parse::<usize>().unwrap(), board.bounds[board.start[board.robot]], "{text}");
            for (depth, cells) in sentence.labels() {
                assert!(cells.iter().all(|cell| board.bounds[cell.parse::<usize>().unwrap()].to_string() == depth), "{text}");
            }
        } else if text.starts_with(&format!("{name} alone needs ")) {
            assert_eq!(sentence.between("needs ", " ").unwrap().parse::<usize>().ok(), solved(), "{text}");
        } else if text.ends_with("gets there alone, and no help of others is faster") {
            assert_eq!(solved(), Some(moves), "{text}");
        } else if text.ends_with("alone never stops on the target") {
            assert_eq!(solved(), None, "{text}");
        } else if text.starts_with(&format!("{name} alone stops ")) {
            check_wave(board, sentence, &alone());
        } else if text.starts_with("with the help of the others") {
            check_wave(board, sentence, &all[..moves - 1]);
        } else if let Some(counts) = sentence.between("the robots together reach ", ": none") {
            let counts: Vec<usize> = counts.split(", ").map(|part| part.split(' ').next().unwrap().parse().unwrap()).collect();
            assert_eq!(counts, all[..moves - 1].iter().map(Vec::len).collect::<Vec<_>>(), "{text}");
        } else {
            panic!("{text}");
        }
    }
    Some(moves)
}

/// Returns a random board of 6x6 with some walls and a target.
fn random_board(random: &mut Random) -> String {
    let width = 6;
    let mut walls = vec![0_u8; width * width];
    for cell in 0..walls.len() {
        let (x, y) = (cell % width, cell / width);
        let rim = u8::from(y == 0) | u8::from(x + 1 == width) << 1 | u8::from(y + 1 == width) << 2 | u8::from(x == 0) << 3;
        walls[cell] |= rim;
        // A wall on the right or below is one of the other cell, too.
        match random.below(6) {
            0 if x + 1 < width => (walls[cell], walls[cell + 1]) = (walls[cell] | 2, walls[cell + 1] | 8),
            1 if y + 1 < width => (walls[cell], walls[cell + width]) = (walls[cell] | 4, walls[cell + width] | 1),
            _ => {}
        }
    }
    let digits: String =
        walls.iter().map(|sides| char::from_digit(u32::from(*sides), 16).unwrap().to_ascii_uppercase()).collect();
    let mut cells = Vec::new();
    while cells.len() < 5 {
        let cell = random.below(walls.len());
        if !cells.contains(&cell) {
            cells.push(cell);
        }
    }
    let robots: Vec<String> = NAMES.iter().zip(&cells).map(|(name, cell)| format!("{name}={cell}")).collect();
    format!("6x6:{digits} {} target={}@{}", robots.join(" "), NAMES[random.below(4)], cells[4])
}

#[test]
fn shortest_ways_are_explained() {
    let (mut engine, random) = (engine("ricochet"), &mut Random(17));
    let (mut solved, mut long) = (0, 0);
    for _ in 0..positions() {
        // No robot may be walled in.
        while ask(&mut engine, &format!("position {}", random_board(random))).is_err() {}
        let board = Board::read(&ask(&mut engine, "position").unwrap());
        let moves = check(&board, &explain(&mut engine, ""));
        solved += usize::from(moves.is_some());
        long += usize::from(moves.is_some_and(|moves| moves > 3));
    }
    assert!(solved * 2 > positions() && long > positions() / 20, "{solved} solved, {long} long");
}
