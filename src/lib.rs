//! ludion: an engine process for board games and logic puzzles, over a text protocol. This page is the map of the crate.
//!
//! # Floors
//!
//! A module uses only modules of lower floors (`tests/house` checks it against this table).
//!
//! | floor | what it is |
//! |---|---|
//! | `main`, `bin` | the programs `ludion` and `ludion-lab` |
//! | `arguments`, [`serve`], [`bench`](mod@bench), `lab` | the command line; the front ends; `ludion bench`; the tools of `ludion-lab` |
//! | [`engine`] | answers requests: by the general commands or those of the current game; catches panics |
//! | [`games`] | the games, each in a folder, and their registry |
//! | [`puzzle`] | what puzzles share: commands, notation, deduction by levels, results, generation |
//! | [`game`] | the interface of a game, a state and a table of commands; the commands of two-player games |
//! | [`settings`] | the settings that all games share |
//! | [`param`] | how `param` reads and changes a setting |
//! | [`sat`] | boolean constraints with lazily generated clauses, for puzzles |
//! | [`attractor`] | reachability games on explicit graphs: both attractors with ranks in one backward pass |
//! | [`search`] | alpha-beta and best-first search of any two-player game: tables, workers, clock, budget |
//! | [`protocol`] | requests, arguments and replies as values; no input or output |
//! | [`sgf`] | records of games as trees |
//! | [`picture`] | drawings as text and as SVG |
//! | [`grid`] | rectangular boards |
//! | [`files`] | files whose names come from a client |
//! | [`figures`] | time and memory of the process, for benches |
//! | [`pages`] | memory of large tables |
//! | [`allocator`] | when memory goes back to the system |
//! | [`color`] | the two players |
//! | [`sync`] | locks, atomic values and threads, or their models in tests |
//!
//! Inside a game only `mod`, `commands` and `notation` use the protocol; the solver uses the board and the shared kernels (`search`,
//! `attractor`, `sat`); the board uses none of these. No game uses another. A module may use its submodules; apart from that no two
//! files or folders use each other, directly or through others.
//!
//! # The way of one line
//!
//! 1. A thread of [`serve`] reads bytes and splits them into lines. `protocol::parse` parses a line as a request: id, name,
//!    arguments.
//! 2. The inbox, a bounded queue, passes the request to the loop. `# interrupt` and `stop` bypass the queue: they raise the stop flag
//!    of the running request.
//! 3. [`engine`] looks the name up in the general commands, then in those of the current game, and calls the handler with the
//!    arguments and a [`game::Context`]: settings, start time, stop flag, a sink for streamed lines.
//! 4. The handler parses its arguments (`notation`), then changes the state, or calls a solver or player, which gets a position,
//!    limits and a [`search::Budget`] and returns a value. The handler returns text or a failure.
//! 5. The writer of [`serve`], the only code that writes to stdout, frames the text as the reply to the request. On
//!    the pipe a thread of its own writes it, together with what is framed meanwhile.
//!
//! # Invariants
//!
//! 1. Each request gets exactly one framed reply, in order. Handlers never print and never exit.
//! 2. A failed command changes nothing.
//! 3. A search is a function of a position, its limits and a budget. With one thread and a node limit it is deterministic.
//! 4. Input is understood or refused, never guessed; no line of input makes the process panic.
//! 5. No `static mut`, no global but constants, `unsafe` only in `games/hex/net/kernel.rs`, its `x86.rs` and `allocator.rs`, each
//!    block with its proof.
//!
//! # Enums in replies
//!
//! An enum whose variants appear in replies has an `ALL` written by hand, in the order of the replies. A derive macro would cost a
//! dependency.
//!
//! # Glossary
//!
//! | word | meaning | source |
//! |---|---|---|
//! | *all games* | | |
//! | ply | one move of one player | Samuel 1959 |
//! | budget | deadline, node limit and stop flag of a search | this project |
//! | transposition table | search results by the hash key of the position | Greenblatt, Eastlake and Crocker 1967 |
//! | principal variation | the line of best play that a search predicts | Marsland and Campbell 1982 |
//! | signature | the node counts of fixed searches, which change only if the search does | Stockfish, `bench` |
//! | proof | a value that is certain, not estimated | Allis 1994 |
//! | *Hex* | | |
//! | virtual connection | two groups that their owner can connect even if the opponent moves first (full), or only by moving first (semi) | Anshelevich 2002 |
//! | carrier | the empty cells that a connection or proof depends on | Anshelevich 2002 |
//! | H-search | derives connections from smaller ones by the AND and the OR rule | Anshelevich 2002 |
//! | must-play | the region outside which every move loses | Hayward et al. 2005 |
//! | fill-in | colouring dead and captured cells, which changes no winner | Hayward et al. 2005 |
//! | edge template | a pattern that connects a stone to an edge | Browne 2000 |
//! | resistance | an evaluation by the resistance of the board as an electric circuit | Anshelevich 2002 |
//! | swap | the second player takes over the first move (pie rule) | Browne 2000 |
//! | df-pn | depth-first proof-number search | Nagai 2002 |
//! | *Dots and Boxes* | | |
//! | string, coin, ground | an undrawn line, a box and the outside, in the dual game strings-and-coins | Berlekamp, Conway and Guy 1982 |
//! | chain, loop | a path or cycle of coins with two strings each, which are taken one after the other | Berlekamp 2000 |
//! | joint | a coin with three or more strings | Berlekamp, Conway and Guy 1982 |
//! | loony | a move after which the opponent can choose who moves next | Berlekamp, Conway and Guy 1982 |
//! | handout | the boxes that a player declines so that the opponent must move next | Berlekamp 2000 |
//! | control | the player in control can make the opponent open every chain | Berlekamp 2000 |
//! | *Ricochet Robots* | | |
//! | slide | a move of a robot, up to the first obstacle | this project |
//! | pattern database | lower bounds of the remaining slides by cell, computed backwards | Culberson and Schaeffer 1998 |
//! | HDA* | parallel A* in which the hash of a state selects the thread that owns it | Kishimoto, Fukunaga and Botea 2009 |
//! | *Hashi, Hitori* | | |
//! | level | easy, medium, hard or extreme: that of the strongest deduction rule that a puzzle needs | Tatham |
//! | unique | having exactly one solution | Tatham |
//! | lazy constraint | a constraint whose clauses are added only when a candidate violates it | Dantzig, Fulkerson and Johnson 1954 |
//! | *graph, Nim, Chomp, tic-tac-toe, Connect Four* | | |
//! | attractor | the vertices from which a player can force a goal | Zermelo 1913; Grädel, Thomas and Wilke 2002 |
//! | rank | the number of moves to that goal under best play | Grädel, Thomas and Wilke 2002 |
//! | Grundy value | the size of the nim heap that a position is equivalent to | Sprague 1935, Grundy 1939 |
//! | octal game | a heap game whose digits say what each take may leave | Guy and Smith 1956 |
//! | misère | the player who makes the last move loses | Bouton 1901 |
//! | census | counts of the values of all positions of a small board | this project |
//! | score | stones that the winner has left, plus one: 1 for a win with the last own stone; negative for a loss | Pons, *Solving Connect 4* |

pub mod allocator;
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
pub mod sgf;
pub mod sync;
