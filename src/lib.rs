//! ludion: an engine process for board games and logic puzzles, over a text protocol.
//!
//! A file imports only from floors below its own:
//!
//! |floor | what it is |
//! |---|---|
//! | `main`, `arguments`, `bin`, `bench`, `lab` | x |
//! | [`serve`] | the front ends: each a way to bring requests to an engine |
//! | [`engine`] | who answers: the general commands, else the current game; catches panics |
//! | [`games`] | the games, and the registry |
//! | [`puzzle`] | what puzzles of one player share: their commands, notation, deduction by levels, results, generation |
//! | [`game`] | what a game is: a state and a table of commands |
//! | [`param`], [`settings`] | what `param` reads and changes |
//! | [`sat`] | boolean constraints with lazy cuts, for puzzles |
//! | [`attractor`] | reachability games on explicit graphs: both attractors with ranks, by one backward pass |
//! | [`search`] | game-agnostic alpha-beta and best-first search: tables, workers, clock, budget |
//! | [`protocol`] | the wire as pure values |
//! | [`picture`] | drawings as text and as SVG |
//! | [`grid`] | boards made of cells |
//! | [`files`] | files that a client names |
//! | [`figures`] | what benches share: time and memory of the process |
//! | [`pages`] | memory of large tables |
//! | [`color`] | the two players |
//!
//! What holds everywhere (`tests/house.rs` and the lints check it):
//!
//! 1. No game imports another; `search`, `sat`, `grid`, `picture` and `protocol` import no game and no front end.
//! 2. Inside a game only `commands.rs` and `notation.rs` know the protocol.
//! 3. Only the writer in [`serve`] touches stdout. Handlers never print and never exit.
//! 4. Each request gets exactly one framed reply, in order.
//! 5. A failed command leaves the state exactly as it was.
//! 6. A search is a function of a position, its limits and a [`search::Budget`].
//! 7. One thread and one seed give the same nodes and the same move, every time.
//! 8. No `static mut`, no global but constants, no `unsafe`.
//! 9. What a user types is refused or understood, never guessed; no panic is reachable from a line of input.

pub mod attractor;
pub mod bench;
pub mod color;
pub mod engine;
pub mod figures;
pub mod files;
pub mod game;
pub mod games;
pub mod grid;
pub mod pages;
pub mod param;
pub mod picture;
pub mod protocol;
pub mod puzzle;
pub mod sat;
pub mod search;
pub mod serve;
pub mod settings;
