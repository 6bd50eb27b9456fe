//! What the joints of a position become when one of their arcs goes: told once, it serves every move at them.

use super::graph::{GROUND, Graph, Marks};
use super::key::{chain_salt, loop_salt};
use super::names::{add, arc_marks, subtract};
use super::shape::{Arc, LONG, Shape, rivals};

/// What a joint of three strings becomes when one of its arcs goes: the other two grow together.
#[derive(Clone, Copy, Debug, Default)]
pub struct Join {
    /// What that adds to the name under each symmetry.
    pub marks: Marks,
    /// What it adds for parts between ground and ground, and loops.
    pub lone: u64,
    /// The two arcs, by their places.
    pub gone: u64,
    /// How many arcs more count as moves.
    pub active: i8,
    /// How many loops more there are.
    pub loops: u8,
    /// The length of a short chain between ground and ground that comes about, else 0.
    pub short: u8,
    /// Whether this says it all.
    pub is_simple: bool,
}

/// Whether an arc counts as a move that the next player will have: long ones are seldom opened before the end.
#[must_use]
pub fn is_active(arc: &Arc) -> bool {
    !arc.is_idle && u32::from(arc.length) < LONG
}

/// For each joint of three strings what becomes of it when one of its arcs goes, in the order of [`Shape::arcs_at`]; `marks` are
/// those of the arcs.
pub fn read_joins(graph: &Graph, shape: &Shape, marks: &[Marks], joins: &mut Vec<[Join; 3]>) {
    joins.clear();
    for joint in 0..shape.joints.len() as u8 {
        joins.push(match *shape.arcs_at(joint) {
            [a, b, c] => {
                [[a, b, c], [b, a, c], [c, a, b]].map(|[cut, one, other]| join(graph, shape, marks, (joint, cut), [one, other]))
            }
            _ => [Join::default(); 3],
        });
    }
}

/// What becomes of two arcs at a joint of three when the third is cut.
fn join(graph: &Graph, shape: &Shape, marks: &[Marks], (joint, cut): (u8, u8), pair: [u8; 2]) -> Join {
    let mut join = Join { is_simple: !pair.contains(&cut), ..Join::default() };
    let [one, other] = pair.map(|place| &shape.arcs[usize::from(place)]);
    for place in pair.map(usize::from) {
        if join.gone >> place & 1 == 0 {
            join.gone |= 1 << place;
            subtract(&mut join.marks, &marks[place]);
            join.active -= i8::from(is_active(&shape.arcs[place]));
        }
    }
    if pair[0] == pair[1] {
        join.loops = 1;
        join.lone = loop_salt(one.length + 1);
        return join;
    }
    let ends = [one, other].map(|arc| arc.ends[usize::from(arc.ends[0] == joint)]);
    let length = one.length + other.length + 1;
    let is_short = u32::from(length) < LONG;
    let gone = join.gone | 1 << cut;
    let is_rival = |place: usize| gone >> place & 1 == 0 && rivals(ends, length, shape.arcs[place].length);
    join.active += i8::from(is_short && !shape.alike(ends).any(is_rival));
    if ends == [GROUND; 2] {
        join.lone = chain_salt(length);
        join.short = if is_short { length } else { 0 };
        join.is_simple &= !shape.lone_arcs().any(|place| is_short && shape.arcs[place].length == length);
    } else {
        add(&mut join.marks, &arc_marks(graph, ends.map(|end| shape.coin(end)), length));
    }
    join
}
