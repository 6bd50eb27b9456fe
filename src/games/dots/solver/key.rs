//! A canonical key: equal for all positions that are the same game, on whatever board. [`nimstring`](super::super::nimstring) keeps
//! its values by it.
//!
//! Two positions whose joints, chains and loops are joined in the same way are the same game: mirrored boards, the two lines of a
//! corner box, a chain bent differently. The colours of joints are refined by those of their neighbours until those of a component
//! all differ (Weisfeiler and Leman). Where a symmetry prevents that, each joint of one class is individualized in turn, and the
//! results are added up (McKay, *Practical graph isomorphism*, 1981). The key is exact but for collisions of 64-bit hashes.

use arrayvec::ArrayVec;

use super::graph::{GROUND, MAX_STRINGS, iter_bits};
use super::mix::mix;
use super::shape::{MAX_JOINTS, Shape};
use crate::search::FIBONACCI;

type Colors = ArrayVec<u64, MAX_JOINTS>;

/// Arcs between two joints: the indices of the joints and the salt of the length.
type Links = ArrayVec<(u8, u8, u64), 64>;

/// A set of joints.
type Joints = u64;

// Arbitrary odd constants.
const CHAIN: u64 = FIBONACCI;
const LOOP: u64 = 0xd1b5_4a32_d192_ed03;
const SELF: u64 = 0xa24b_aed4_963e_e407;
const JOINT: u64 = 0x8ebc_6af0_9c88_c6e3;
const MARK: u64 = 0x5895_58c6_c7b3_1d57;

/// The colours of a component with at most this many joints determine it even if two of them are equal.
const SMALL: u32 = 2;

/// Rounds of refinement after which a component whose colours still agree is treated as symmetric.
const MAX_ROUNDS: u32 = 5;

/// The salts of each length or degree.
const CHAINS: [u64; MAX_STRINGS + 1] = salts(CHAIN);
const LOOPS: [u64; MAX_STRINGS + 1] = salts(LOOP);
const JOINTS: [u64; MAX_STRINGS + 1] = salts(JOINT);

const fn salts(kind: u64) -> [u64; MAX_STRINGS + 1] {
    let mut salts = [0; MAX_STRINGS + 1];
    let mut length = 0;
    while length <= MAX_STRINGS {
        salts[length] = mix(kind.wrapping_mul(length as u64 * 2 + 3));
        length += 1;
    }
    salts
}

/// Mixes 64 random-looking bits again: the halves of a 128-bit product, xored.
pub const fn fold(x: u64) -> u64 {
    let product = (x ^ SELF) as u128 * MARK as u128;
    product as u64 ^ (product >> 64) as u64
}

/// Returns the key of a position without captures on offer; 0 only for the empty one.
#[must_use]
pub fn key(shape: &Shape) -> u64 {
    let mut sum = 0_u64;
    for found in &shape.loops {
        sum = sum.wrapping_add(LOOPS[usize::from(found.length)]);
    }
    let mut graph = JointGraph::new(shape.degrees.iter().copied());
    for arc in &shape.arcs {
        if arc.ends == [GROUND; 2] {
            sum = sum.wrapping_add(CHAINS[usize::from(arc.length)]);
        } else {
            graph.add(arc.ends, arc.length);
        }
    }
    sum.wrapping_add(graph.code())
}

/// Joints with their colours, and the arcs between them.
struct JointGraph {
    colors: Colors,
    links: Links,
}

impl JointGraph {
    /// Makes a graph of joints of these degrees, without arcs.
    fn new(degrees: impl Iterator<Item = u8>) -> Self {
        JointGraph { colors: degrees.map(|degree| JOINTS[usize::from(degree)]).collect(), links: Links::new() }
    }

    /// Adds an arc with at least one end at a joint.
    fn add(&mut self, ends: [u8; 2], length: u8) {
        let salt = CHAINS[usize::from(length)];
        match ends {
            [GROUND, a] | [a, GROUND] => add_to_color(&mut self.colors, a, salt),
            [a, b] if a == b => add_to_color(&mut self.colors, a, salt.wrapping_mul(SELF)),
            [a, b] => self.links.push((a, b, salt)),
        }
    }

    /// Returns the canonical code; 0 only where there are no joints.
    fn code(self) -> u64 {
        let JointGraph { mut colors, links } = self;
        if colors.is_empty() {
            return 0;
        }
        for color in &mut colors {
            *color = fold(*color);
        }
        refine(&links, &mut colors);
        let all = (1 << colors.len()) - 1;
        if is_discrete(&colors, all) {
            // Once all colours differ, one more round makes each colour determine its neighbours: together they determine the graph.
            return mix(refined_code(&links, &colors, all));
        }
        let near = neighbors(&links);
        components(colors.len(), &near)
            .into_iter()
            .fold(0, |sum: u64, part| sum.wrapping_add(mix(component_code(&links, colors.clone(), part))))
    }
}

/// Returns the neighbours of each joint.
fn neighbors(links: &Links) -> [Joints; MAX_JOINTS] {
    let mut near = [0; MAX_JOINTS];
    for &(a, b, _) in links {
        near[usize::from(a)] |= 1 << b;
        near[usize::from(b)] |= 1 << a;
    }
    near
}

/// Returns the code of a connected component.
fn component_code(links: &Links, mut colors: Colors, part: Joints) -> u64 {
    for _ in 0..MAX_ROUNDS {
        if is_discrete(&colors, part) {
            return refined_code(links, &colors, part);
        }
        refine(links, &mut colors);
    }
    symmetric_code(links, &colors, part)
}

fn add_to_color(colors: &mut Colors, index: u8, what: u64) {
    let color = &mut colors[usize::from(index)];
    *color = color.wrapping_add(what);
}

/// Returns the connected components.
fn components(count: usize, near: &[Joints; MAX_JOINTS]) -> ArrayVec<Joints, MAX_JOINTS> {
    let mut left: Joints = (1 << count) - 1;
    let mut components = ArrayVec::new();
    while left != 0 {
        let mut part = 0;
        let mut edge = left & left.wrapping_neg();
        while edge != 0 {
            part |= edge;
            let mut next = 0;
            while edge != 0 {
                next |= near[edge.trailing_zeros() as usize];
                edge &= edge - 1;
            }
            edge = next & !part;
        }
        components.push(part);
        left &= !part;
    }
    components
}

/// Returns whether the colours of a component determine its graph after one more round.
fn is_discrete(colors: &Colors, part: Joints) -> bool {
    if part.count_ones() <= SMALL {
        return true;
    }
    // Usually the highest six bits differ already.
    let members = (0..colors.len()).filter(|index| part >> index & 1 == 1);
    let heads = members.fold(0_u64, |heads, index| heads | 1 << (colors[index] >> 58));
    if heads.count_ones() == part.count_ones() {
        return true;
    }
    let mut rest = part;
    while rest != 0 {
        let color = colors[rest.trailing_zeros() as usize];
        rest &= rest - 1;
        let mut others = rest;
        while others != 0 {
            if colors[others.trailing_zeros() as usize] == color {
                return false;
            }
            others &= others - 1;
        }
    }
    true
}

/// Returns the code of a component after a last round.
fn refined_code(links: &Links, colors: &Colors, part: Joints) -> u64 {
    let mut next = [0_u64; MAX_JOINTS];
    for &(a, b, salt) in links {
        let (a, b) = (usize::from(a), usize::from(b));
        next[a] = next[a].wrapping_add(fold(colors[b].wrapping_add(salt)));
        next[b] = next[b].wrapping_add(fold(colors[a].wrapping_add(salt)));
    }
    let members = (0..colors.len()).filter(|index| part >> index & 1 == 1);
    members.fold(0, |sum, index| sum.wrapping_add(fold(next[index].wrapping_add(colors[index].wrapping_mul(MARK)))))
}

/// Refines once: each colour takes in those of its neighbours.
fn refine(links: &Links, colors: &mut Colors) {
    let mut next: Colors = colors.iter().map(|color| color.wrapping_mul(MARK)).collect();
    for &(a, b, salt) in links {
        add_to_color(&mut next, a, fold(colors[usize::from(b)].wrapping_add(salt)));
        add_to_color(&mut next, b, fold(colors[usize::from(a)].wrapping_add(salt)));
    }
    for (color, &sum) in colors.iter_mut().zip(&next) {
        *color = fold(sum);
    }
}

/// Returns the code of a component that refinement alone does not make discrete.
fn symmetric_code(links: &Links, colors: &Colors, part: Joints) -> u64 {
    let mut colors = colors.clone();
    let mut classes = count_classes(&colors, part);
    loop {
        if is_discrete(&colors, part) {
            return refined_code(links, &colors, part);
        }
        refine(links, &mut colors);
        let finer = count_classes(&colors, part);
        if finer == classes {
            return individualize(links, &colors, part);
        }
        classes = finer;
    }
}

/// Marks each joint of one class in turn, refines, and adds up the codes.
fn individualize(links: &Links, colors: &Colors, part: Joints) -> u64 {
    let members = || (0..colors.len()).filter(move |index| part >> index & 1 == 1);
    let is_repeated = |color: u64| members().filter(|&other| colors[other] == color).count() > 1;
    let class = members().map(|index| colors[index]).filter(|&color| is_repeated(color)).min().unwrap_or(0);
    let mut sum = 0_u64;
    for index in members().filter(|&index| colors[index] == class) {
        let mut marked = colors.clone();
        marked[index] = mix(class ^ MARK);
        sum = sum.wrapping_add(mix(symmetric_code(links, &marked, part)));
    }
    sum
}

/// Returns the number of different colours in a component.
fn count_classes(colors: &Colors, part: Joints) -> usize {
    let is_first = |index: u8| {
        let before = part & !(Joints::MAX << index);
        iter_bits(before).all(|other| colors[usize::from(other)] != colors[usize::from(index)])
    };
    iter_bits(part).filter(|&index| is_first(index)).count()
}
