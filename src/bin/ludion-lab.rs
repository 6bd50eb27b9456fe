//! `ludion-lab`: the tools that make and check the tables of the engine, in a program of their own so that `ludion` stays small.

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;
use log::LevelFilter;
use ludion::serve;

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
    let mut written = Ok(());
    // A long computation continues when stdout is closed, since its checkpoint is the result.
    let result = arguments.tool.run(&mut |line| {
        if written.is_ok() {
            written = writeln!(out, "{line}");
        }
    });
    if let Err(error) = result {
        eprintln!("{error}");
        return ExitCode::from(2);
    }
    written.map_or_else(|error| serve::exit_on_write_error(&error), |()| ExitCode::SUCCESS)
}
