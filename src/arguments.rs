//! The command line of `ludion`.

use std::io::IsTerminal;

use clap::{Args, Parser, Subcommand};
use log::LevelFilter;
use ludion::game::BenchPart;

/// The arguments of `ludion`.
#[derive(Parser)]
#[command(version, about = ABOUT, after_help = EXAMPLES, max_term_width = 80)]
pub struct Arguments {
    /// What to do instead of answering requests
    #[command(subcommand)]
    pub action: Option<Action>,
    /// The game that is current at start [default: hex]
    #[arg(long, value_name = "NAME", value_parser = parse_game)]
    game: Option<String>,
    /// A line of the protocol to run first, silently; may be repeated
    #[arg(long, value_name = "LINE")]
    command: Vec<String>,
    /// Diagnostics on stderr: off, error, warn, info, debug or trace
    /// [default: warn, or what RUST_LOG says]
    #[arg(long, value_name = "LEVEL")]
    log: Option<LevelFilter>,
}

/// What the program does instead of answering requests.
#[derive(Subcommand)]
pub enum Action {
    /// Measures a game: figures, and a signature of node counts
    Bench(Bench),
}

/// The arguments of `ludion bench`.
#[derive(Args)]
pub struct Bench {
    /// The game
    pub game: String,
    /// Print only the signature of node counts
    #[arg(long)]
    pub quick: bool,
    /// Print only the speed of the network (hex)
    #[arg(long, conflicts_with = "quick")]
    pub network: bool,
}

impl Bench {
    /// What to measure.
    pub fn part(&self) -> BenchPart {
        match (self.quick, self.network) {
            (true, _) => BenchPart::Signature,
            (false, true) => BenchPart::Network,
            (false, false) => BenchPart::Whole,
        }
    }
}

const ABOUT: &str = "Plays board games and logic puzzles over a text protocol (see protocol.md).";

const EXAMPLES: &str = "Examples:
  ludion                                       play at the terminal
  ludion --command 'boardsize 13' --log info   start on 13x13, see the search
  printf 'boardsize 9\\ngenmove b\\n' | ludion   from a script
  ludion bench hex                             measure";

/// Parses the name of a game: one word.
fn parse_game(text: &str) -> Result<String, String> {
    let is_name = !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric());
    if is_name { Ok(text.to_owned()) } else { Err("a game's name is letters and digits".to_owned()) }
}

impl Arguments {
    /// Starts logging to stderr; panics are logged as errors.
    pub fn start_logging(&self) {
        let mut builder = env_logger::Builder::new();
        builder.filter_level(LevelFilter::Warn).parse_default_env();
        // At a terminal the progress of long work is shown.
        if std::io::stderr().is_terminal() {
            builder.filter_module("progress", LevelFilter::Info);
        }
        if let Some(level) = self.log {
            builder.filter_level(level);
        }
        builder.init();
        std::panic::set_hook(Box::new(|panic| log::error!("{panic}")));
    }

    /// Returns the lines to run before the first request.
    pub fn first_lines(&self) -> Vec<String> {
        let game = self.game.iter().map(|name| format!("game {name}"));
        game.chain(self.command.iter().cloned()).collect()
    }
}
