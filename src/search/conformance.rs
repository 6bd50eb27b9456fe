//! What every [`Position`] must keep to, as one test that each game runs on its own.

use std::collections::HashMap;
use std::fmt::Debug;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::Position;

/// Plays random games, with steps back in between, and checks at each step that the position
/// - is the same as one made anew from its moves: key, side to move, decision, estimate, moves in order;
/// - knows the key after a move;
/// - is told apart by its key from all others met that differ in side to move, estimate or moves;
/// - is worth as much as its mirror image, whose legal moves are the mirrored ones.
pub fn check<P: Position>(anew: impl Fn(&[P::Move]) -> P, mirror: impl Fn(P::Move) -> P::Move, seed: u64) {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let mut met: HashMap<u64, String> = HashMap::new();
    for _ in 0..20 {
        let mut played: Vec<P::Move> = Vec::new();
        let mut position = anew(&played);
        for _ in 0..200 {
            let found = seen(&mut position);
            assert_eq!(found, seen(&mut anew(&played)), "not what its moves make it: {played:?}");
            assert_eq!(met.entry(position.key()).or_insert_with(|| found.clone()), &found, "one key, two positions: {played:?}");
            check_mirrored(&mut position, &mut anew(&played.iter().map(|&mv| mirror(mv)).collect::<Vec<_>>()), &mirror);
            let back = position.decided().is_some() || random.random_ratio(1, 4);
            if back && !played.is_empty() {
                played.pop();
                position.undo();
            } else if position.decided().is_none() {
                let legal = moves(&mut position);
                let mv = legal[random.random_range(0..legal.len())];
                played.push(mv);
                let key = position.key_after(mv);
                position.play(mv);
                assert_eq!(key, position.key(), "the key after a move: {played:?}");
            }
        }
    }
}

/// All that a search sees of a position.
fn seen<P: Position>(position: &mut P) -> String {
    let (to_move, decided) = (position.to_move(), position.decided());
    let open = decided.is_none().then(|| (position.estimate(), moves(position)));
    if let Some((estimate, legal)) = &open {
        assert!(!legal.is_empty() && !estimate.is_proof(), "an open position has moves, and its estimate is no proof");
        let longest = position.horizon();
        assert!(longest > 0, "an open position has plies to come");
    }
    format!("{:?}", (position.key(), to_move, decided, open, position.horizon()))
}

fn moves<P: Position>(position: &mut P) -> Vec<P::Move> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves
}

fn check_mirrored<P: Position>(position: &mut P, mirrored: &mut P, mirror: &impl Fn(P::Move) -> P::Move)
where
    P::Move: Debug,
{
    assert_eq!((position.to_move(), position.decided()), (mirrored.to_move(), mirrored.decided()));
    if position.decided().is_none() {
        assert_eq!(position.estimate(), mirrored.estimate());
        let sorted = |moves: Vec<P::Move>| {
            let mut codes: Vec<u16> = moves.into_iter().map(Into::into).collect();
            codes.sort_unstable();
            codes
        };
        let image = moves(position).into_iter().map(mirror).collect();
        assert_eq!(sorted(image), sorted(moves(mirrored)));
    }
}
