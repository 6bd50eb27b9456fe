//! A key for a quiet position that is the same for all positions that play alike.
//!
//! Two positions whose joints, chains and loops are joined in the same way are the same game, wherever they lie on whatever
//! board: mirrored boards, the two lines of a corner box, a chain bent differently. The key is a canonical form of that graph:
//! colours of joints are refined by their neighbours' until those of a part are all different (Weisfeiler and Leman); where
//! a symmetry stops that, each joint of one class is marked in turn, and all outcomes are added up. It is exact but for
//! collisions of 64-bit hashes.

use arrayvec::ArrayVec;

use super::graph::{GROUND, MOST_STRINGS, each};
use super::shape::{MOST_JOINTS, Shape};

type Colors = ArrayVec<u64, MOST_JOINTS>;

/// Arcs between two joints: their places and the salt of their length.
type Links = ArrayVec<(u8, u8, u64), 64>;

/// A set of joints.
type Joints = u64;

/// Mixes 64 bits well (the finalizer of SplitMix64, Steele, Lea and Flood 2014).
pub const fn mix(x: u64) -> u64 {
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

const CHAIN: u64 = 0x9e37_79b9_7f4a_7c15;
const LOOP: u64 = 0xd1b5_4a32_d192_ed03;
const SELF: u64 = 0xa24b_aed4_963e_e407;
const JOINT: u64 = 0x8ebc_6af0_9c88_c6e3;
const MARK: u64 = 0x5895_58c6_c7b3_1d57;

/// Parts of up to so many joints are told apart whether their colours differ or not.
const SMALL: u32 = 2;

/// Rounds after which a part whose colours still agree is taken to be symmetric.
const MOST_ROUNDS: u32 = 5;

/// What parts of each length or degree add.
const CHAINS: [u64; MOST_STRINGS + 1] = salts(CHAIN);
const LOOPS: [u64; MOST_STRINGS + 1] = salts(LOOP);
const JOINTS: [u64; MOST_STRINGS + 1] = salts(JOINT);

const fn salts(kind: u64) -> [u64; MOST_STRINGS + 1] {
    let mut salts = [0; MOST_STRINGS + 1];
    let mut length = 0;
    while length <= MOST_STRINGS {
        salts[length] = mix(kind.wrapping_mul(length as u64 * 2 + 3));
        length += 1;
    }
    salts
}

/// Mixes 64 bits that are mixed already: a product folded onto itself.
pub const fn fold(x: u64) -> u64 {
    let product = (x ^ SELF) as u128 * MARK as u128;
    product as u64 ^ (product >> 64) as u64
}

/// The key of a quiet position, whatever board it is on; 0 only for the empty one.
#[must_use]
pub fn key(shape: &Shape) -> u64 {
    let mut sum = 0_u64;
    for found in &shape.loops {
        sum = sum.wrapping_add(loop_salt(found.length));
    }
    let mut web = Web::new(shape.degrees.iter().copied());
    for arc in &shape.arcs {
        if arc.ends == [GROUND; 2] {
            sum = sum.wrapping_add(chain_salt(arc.length));
        } else {
            web.add(arc.ends, arc.length);
        }
    }
    sum.wrapping_add(web.code())
}

/// What a chain from ground to ground adds to a key.
fn chain_salt(length: u8) -> u64 {
    CHAINS[usize::from(length)]
}

/// What a loop adds to a key.
fn loop_salt(length: u8) -> u64 {
    LOOPS[usize::from(length)]
}

/// Joints and the arcs at them.
struct Web {
    colors: Colors,
    links: Links,
}

impl Web {
    /// Joints of these degrees, without arcs.
    fn new(degrees: impl Iterator<Item = u8>) -> Self {
        Web { colors: degrees.map(|degree| JOINTS[usize::from(degree)]).collect(), links: Links::new() }
    }

    /// Adds an arc that has a joint at one end at least.
    fn add(&mut self, ends: [u8; 2], length: u8) {
        let salt = CHAINS[usize::from(length)];
        match ends {
            [GROUND, a] | [a, GROUND] => add(&mut self.colors, a, salt),
            [a, b] if a == b => add(&mut self.colors, a, salt.wrapping_mul(SELF)),
            [a, b] => self.links.push((a, b, salt)),
        }
    }

    /// The canonical code; 0 only where there are no joints.
    fn code(self) -> u64 {
        let Web { mut colors, links } = self;
        if colors.is_empty() {
            return 0;
        }
        for color in &mut colors {
            *color = fold(*color);
        }
        refine(&links, &mut colors);
        let all = (1 << colors.len()) - 1;
        if is_told(&colors, all) {
            // Once all colours differ, one round more makes each tell all its neighbours: together they tell the graph.
            return mix(told(&links, &colors, all));
        }
        let near = neighbors(&links);
        parts(colors.len(), &near)
            .into_iter()
            .fold(0, |sum: u64, part| sum.wrapping_add(mix(component(&links, colors.clone(), part))))
    }
}

/// For each joint those that an arc leads to.
fn neighbors(links: &Links) -> [Joints; MOST_JOINTS] {
    let mut near = [0; MOST_JOINTS];
    for &(a, b, _) in links {
        near[usize::from(a)] |= 1 << b;
        near[usize::from(b)] |= 1 << a;
    }
    near
}

/// The code of a connected part.
fn component(links: &Links, mut colors: Colors, part: Joints) -> u64 {
    for _ in 0..MOST_ROUNDS {
        if is_told(&colors, part) {
            return told(links, &colors, part);
        }
        refine(links, &mut colors);
    }
    symmetric(links, &colors, part)
}

fn add(colors: &mut Colors, place: u8, what: u64) {
    let color = &mut colors[usize::from(place)];
    *color = color.wrapping_add(what);
}

/// The connected parts.
fn parts(count: usize, near: &[Joints; MOST_JOINTS]) -> ArrayVec<Joints, MOST_JOINTS> {
    let mut left: Joints = (1 << count) - 1;
    let mut parts = ArrayVec::new();
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
        parts.push(part);
        left &= !part;
    }
    parts
}

/// Whether the colours of a part tell its graph after one round more.
fn is_told(colors: &Colors, part: Joints) -> bool {
    if part.count_ones() <= SMALL {
        return true;
    }
    // Most often the first six bits differ already.
    let members = (0..colors.len()).filter(|place| part >> place & 1 == 1);
    let heads = members.fold(0_u64, |heads, place| heads | 1 << (colors[place] >> 58));
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

/// The code of a part after its last round.
fn told(links: &Links, colors: &Colors, part: Joints) -> u64 {
    let mut next = [0_u64; MOST_JOINTS];
    for &(a, b, salt) in links {
        let (a, b) = (usize::from(a), usize::from(b));
        next[a] = next[a].wrapping_add(fold(colors[b].wrapping_add(salt)));
        next[b] = next[b].wrapping_add(fold(colors[a].wrapping_add(salt)));
    }
    let members = (0..colors.len()).filter(|place| part >> place & 1 == 1);
    members.fold(0, |sum, place| sum.wrapping_add(fold(next[place].wrapping_add(colors[place].wrapping_mul(MARK)))))
}

/// One round: each colour takes in its neighbours'.
fn refine(links: &Links, colors: &mut Colors) {
    let mut next: Colors = colors.iter().map(|color| color.wrapping_mul(MARK)).collect();
    for &(a, b, salt) in links {
        add(&mut next, a, fold(colors[usize::from(b)].wrapping_add(salt)));
        add(&mut next, b, fold(colors[usize::from(a)].wrapping_add(salt)));
    }
    for (color, &sum) in colors.iter_mut().zip(&next) {
        *color = fold(sum);
    }
}

/// The code of a part that rounds alone do not tell: once they divide its colours no further, each joint of one class is
/// marked in turn.
fn symmetric(links: &Links, colors: &Colors, part: Joints) -> u64 {
    let mut colors = colors.clone();
    let mut classes = count_classes(&colors, part);
    loop {
        if is_told(&colors, part) {
            return told(links, &colors, part);
        }
        refine(links, &mut colors);
        let finer = count_classes(&colors, part);
        if finer == classes {
            return marked(links, &colors, part);
        }
        classes = finer;
    }
}

/// Marks each joint of one class in turn.
fn marked(links: &Links, colors: &Colors, part: Joints) -> u64 {
    let members = || (0..colors.len()).filter(move |place| part >> place & 1 == 1);
    let is_repeated = |color: u64| members().filter(|&other| colors[other] == color).count() > 1;
    let class = members().map(|place| colors[place]).filter(|&color| is_repeated(color)).min().unwrap_or(0);
    let mut sum = 0_u64;
    for place in members().filter(|&place| colors[place] == class) {
        let mut marked = colors.clone();
        marked[place] = mix(class ^ MARK);
        sum = sum.wrapping_add(mix(symmetric(links, &marked, part)));
    }
    sum
}

/// How many different colours a part has.
fn count_classes(colors: &Colors, part: Joints) -> usize {
    let is_first = |place: u8| {
        let before = part & !(Joints::MAX << place);
        each(before).all(|other| colors[usize::from(other)] != colors[usize::from(place)])
    };
    each(part).filter(|&place| is_first(place)).count()
}
