//! ludion: an engine process for board games and logic puzzles, over a text protocol. This page draws its house.
//!
//! # Floors
//!
//! A module names only modules of the floors below its own (`tests/house` checks it).
//!
//! | floor | what it is |
//! |---|---|
//! | `main`, `bin` | the programs `ludion` and `ludion-lab` |
//! | `arguments`, [`serve`], [`bench`](mod@bench), `lab` | the command line; the front ends; `ludion bench`; the tools of `ludion-lab` |
//! | [`engine`] | who answers a request: the general commands, else the current game; catches panics |
//! | [`games`] | the games, each in its folder, and their registry |
//! | [`puzzle`] | what puzzles of one player share: their commands, notation, deduction by levels, results, generation |
//! | [`game`] | what a game is: a state and a table of commands; commands that games share |
//! | [`settings`] | the settings that all games share |
//! | [`param`] | how `param` reads and changes a setting |
//! | [`sat`] | boolean constraints with lazily generated clauses, for puzzles |
//! | [`attractor`] | reachability games on explicit graphs: both attractors with ranks in one backward pass |
//! | [`search`] | alpha-beta and best-first search of any two-player game: tables, workers, clock, budget |
//! | [`protocol`] | the wire as values: requests, arguments, replies; no input or output |
//! | [`picture`] | drawings as text and as SVG |
//! | [`grid`] | boards made of cells |
//! | [`files`] | files that a client names |
//! | [`figures`] | time and memory of the process, for benches |
//! | [`pages`] | memory of large tables |
//! | [`color`] | the two players |
//!
//! Inside a game the order is *text -> commands -> rules and solver -> text*: `mod`, `commands` and `notation` alone know the protocol, the
//! solver knows the board and the shared kernels (`search`, `attractor`, `sat`), the board knows none of them. No game knows
//! another. A module may use what it is made of (its submodules); otherwise no two files or folders use each other.
//!
//! # The way of one line
//!
//! 1. A thread of [`serve`] reads bytes and cuts them into lines. `protocol::parse` makes a line a request: number, name, arguments.
//! 2. The inbox, a bounded queue, hands the request to the loop. `# interrupt` passes the queue: it raises the stop flag of the
//!    request that runs.
//! 3. [`engine`] looks the name up in its own table of commands, then in that of the current game, and calls the handler with the
//!    arguments and a context: settings, stop flag, time limit, a sink for live lines.
//! 4. The handler parses its arguments (`notation`), acts on the state or asks a solver or player, which sees a position, limits and
//!    a [`search::Budget`] and returns a value. The handler formats the value and returns text or a failure.
//! 5. The writer of [`serve`], which alone touches stdout, frames the text as the one reply to the request.
//!
//! # Invariants
//!
//! 1. Each request gets exactly one framed reply, in order. Handlers never print and never exit.
//! 2. A failed command leaves the state exactly as it was.
//! 3. A search is a function of a position, its limits and a budget. One thread and one seed give the same nodes and the same move.
//! 4. What a user types is understood or refused, never guessed; no line of input makes the process panic.
//! 5. No `static mut`, no global but constants, `unsafe` only in `games/hex/net/kernel.rs`, each block with its proof.
//!
//! # Glossary
//!
//! | word | meaning | source |
//! |---|---|---|
//! | *all games* | | |
//! | ply | one move of one player | Samuel 1959 |
//! | budget | deadline, node limit and stop flag of a search | this project |
//! | transposition table | results by the hash key of the position | Greenblatt, Eastlake and Crocker 1967 |
//! | principal variation | the line of best play that a search predicts | Marsland and Campbell 1982 |
//! | signature | the node count of fixed searches, which changes only with the search | Stockfish, `bench` |
//! | proof | a value that is certain, not estimated | Allis 1994 |
//! | *Hex* | | |
//! | virtual connection | two groups that their owner can connect even if the opponent moves first (full), or if the owner does (semi) | Anshelevich 2002 |
//! | carrier | the empty cells that a connection or proof needs | Anshelevich 2002 |
//! | H-search | combines connections by the AND and the OR rule | Anshelevich 2002 |
//! | must-play | the cells outside which every move loses | Hayward 2003 |
//! | fill-in | cells given a colour because that changes no winner: dead, captured | Henderson 2010 |
//! | edge template | a proved connection of a stone to an edge | Pawlewicz, Hayward, Henderson and Arneson 2014 |
//! | resistance | the leaf value: the board as an electric circuit | Anshelevich 2002 |
//! | swap | the second player takes the first stone over (pie rule) | HexGui |
//! | df-pn | depth-first proof-number search | Nagai 2002 |
//! | *Dots and Boxes* | | |
//! | string, coin, ground | a line not yet drawn, a box, the outside, in the dual game | Berlekamp, Conway and Guy 1982 |
//! | chain, loop | boxes in a row that fall together | Berlekamp 2000 |
//! | joint | a coin with three or more strings | Buzzard and Ciere 2014 |
//! | loony | a move that lets the opponent choose who moves next | Berlekamp, Conway and Guy 1982 |
//! | handout | two boxes given to keep control | Berlekamp 2000 |
//! | control | being the one whom the others' chains fall to | Berlekamp 2000 |
//! | *Ricochet Robots* | | |
//! | slide | a robot's move until something stops it | Randolph 1999 |
//! | lower bound, pattern database | slides that are needed at least, for every cell, computed backwards | Culberson and Schaeffer 1998 |
//! | HDA* | parallel A* in which the hash of a state names its owner | Kishimoto, Fukunaga and Botea 2009 |
//! | *Hashi, Hitori* | | |
//! | level | the hardest deduction rule that a puzzle needs | Tatham |
//! | unique | has exactly one solution | Tatham |
//! | lazy constraint | a clause added only when a candidate solution breaks it | Dantzig, Fulkerson and Johnson 1954 |
//! | *graph, Nim, Chomp, tic-tac-toe, Connect Four* | | |
//! | attractor | the vertices from which a player can force a goal | Zermelo 1913; Grädel, Thomas and Wilke 2002 |
//! | rank | the plies to that goal under best play | same |
//! | Grundy value | the nim heap that a position equals | Sprague 1935, Grundy 1939 |
//! | octal game | which takes and splits of a heap are legal, a digit for each | Guy and Smith 1956 |
//! | misère | who makes the last move loses | Bouton 1901 |
//! | census | the values of all positions of a small board | this project |
//! | score | how many stones before the last a game is won | Pons, *Solving Connect 4* |

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
