//! A test of the contract of [`Position`], which each game runs on its own positions.

use std::collections::HashMap;
use std::fmt::Debug;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::Position;

/// Plays random games with undos, and checks at each step that
/// - the position equals one built from its moves: key, side to move, terminal value, evaluation, moves in order;
/// - `key_after` returns the key after the move;
/// - no other position with the same key differs in side to move, evaluation or moves;
/// - the mirror image has the same value, and its legal moves are the mirror images.
pub fn check<P: Position>(build: impl Fn(&[P::Move]) -> P, mirror: impl Fn(P::Move) -> P::Move, seed: u64) {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let mut seen: HashMap<u64, String> = HashMap::new();
    for _ in 0..20 {
        let mut played: Vec<P::Move> = Vec::new();
        let mut position = build(&played);
        for _ in 0..200 {
            let found = observe(&mut position);
            assert_eq!(found, observe(&mut build(&played)), "differs from one built from its moves: {played:?}");
            assert_eq!(seen.entry(position.key()).or_insert_with(|| found.clone()), &found, "one key, two positions: {played:?}");
            check_mirror(&mut position, &mut build(&played.iter().map(|&mv| mirror(mv)).collect::<Vec<_>>()), &mirror);
            let back = position.terminal_value().is_some() || random.random_ratio(1, 4);
            if back && !played.is_empty() {
                played.pop();
                position.undo();
            } else if position.terminal_value().is_none() {
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

/// Formats all that a search observes of a position.
fn observe<P: Position>(position: &mut P) -> String {
    let (to_move, decided) = (position.to_move(), position.terminal_value());
    let open = decided.is_none().then(|| (position.evaluate(), moves(position)));
    if let Some((estimate, legal)) = &open {
        assert!(!legal.is_empty() && !estimate.is_proof(), "an open position has moves, and its estimate is no proof");
        assert!(position.horizon() > 0, "an open position has plies left");
    }
    format!("{:?}", (position.key(), to_move, decided, open, position.horizon()))
}

fn moves<P: Position>(position: &mut P) -> Vec<P::Move> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves
}

fn check_mirror<P: Position>(position: &mut P, mirrored: &mut P, mirror: &impl Fn(P::Move) -> P::Move)
where
    P::Move: Debug,
{
    assert_eq!((position.to_move(), position.terminal_value()), (mirrored.to_move(), mirrored.terminal_value()));
    if position.terminal_value().is_none() {
        assert_eq!(position.evaluate(), mirrored.evaluate());
        let sorted = |moves: Vec<P::Move>| {
            let mut codes: Vec<u16> = moves.into_iter().map(Into::into).collect();
            codes.sort_unstable();
            codes
        };
        let image = moves(position).into_iter().map(mirror).collect();
        assert_eq!(sorted(image), sorted(moves(mirrored)));
    }
}
