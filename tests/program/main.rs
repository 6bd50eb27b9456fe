//! The program as its users meet it: over the wire, at the terminal, from the page, by its documents and files.
//!
//! One program for all, which is linked once.

#[allow(dead_code, reason = "some of it is for tests/limits alone")]
#[path = "../process/mod.rs"]
mod process;

mod analysis;
mod dialects;
mod document;
mod explain;
mod files;
mod folder;
mod fuzz;
mod hex_facts;
mod hexgui;
mod lessons;
mod page;
mod readme;
mod sessions;
mod terminal;
mod transcripts;
mod wire;
