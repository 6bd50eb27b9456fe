//! `ludion`: reads the command line, then runs a front end or the bench.

use std::io::IsTerminal;
use std::process::ExitCode;

use clap::Parser;
use ludion::engine::Engine;
use ludion::{bench, serve};

mod arguments;
use arguments::{Action, Arguments};

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    arguments.start_logging();
    if let Some(Action::Bench(task)) = arguments.action {
        return bench::run(&task.game, task.part());
    }
    let mut engine = Engine::default();
    for line in arguments.first_lines() {
        if let Err(failure) = serve::ask(&mut engine, &line) {
            print_error(&format!("{line}: {failure}"));
            return ExitCode::from(2);
        }
        if serve::is_quit(&line) {
            return ExitCode::SUCCESS;
        }
    }
    if std::io::stdin().is_terminal() && std::io::stdout().is_terminal() {
        serve::terminal::run(engine);
    } else {
        serve::pipe::run(&mut engine);
    }
    ExitCode::SUCCESS
}

/// Prints on stderr why the process ends.
#[allow(clippy::print_stderr, reason = "no front end runs yet, and logging may be off")]
fn print_error(text: &str) {
    eprintln!("{text}");
}
