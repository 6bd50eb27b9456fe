//! `ludion-lab`: the tools that make and check the tables of the engine. It is a program of its own so that `ludion` holds none of them.

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;
use log::LevelFilter;

#[path = "../lab/mod.rs"]
mod lab;

/// The command line.
#[derive(Parser)]
#[command(
    version,
    about = "Makes and checks the tables of ludion: opening proofs, swap maps, edge templates.",
    max_term_width = 80
)]
struct Arguments {
    /// The game, then the tool
    #[command(subcommand)]
    tool: lab::Tool,
}

#[allow(clippy::print_stderr, reason = "an error of the command line, not of a session")]
fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let mut logger = env_logger::Builder::new();
    logger.filter_level(LevelFilter::Warn).filter_module("progress", LevelFilter::Info).parse_default_env().init();
    let mut out = std::io::stdout();
    let mut is_read = true;
    // A long piece of work goes on when nobody reads its lines any more: its checkpoint is the result.
    let done = arguments.tool.run(&mut |line| is_read = is_read && writeln!(out, "{line}").is_ok());
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}
