//! `ludion`: reads the command line, then runs a front end or the bench.

use std::io::{IsTerminal, Write};
use std::process::ExitCode;

use clap::Parser;
use ludion::engine::Engine;
use ludion::{allocator, bench, serve};

mod arguments;
use arguments::{Action, Arguments};

/// Puzzles of each kind in the bench of puzzles, if no number is given.
const PUZZLES: u64 = 100;

fn main() -> ExitCode {
    allocator::configure();
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) if error.use_stderr() => error.exit(),
        // The help or the version that was asked for.
        Err(text) => return finish_output(text.print()),
    };
    arguments.refuse_unused_options();
    arguments.start_logging();
    match &arguments.action {
        Some(Action::Bench(task)) => {
            return bench::run(&task.game, task.part(), task.count.unwrap_or(PUZZLES), task.json)
                .unwrap_or_else(|error| serve::exit_on_write_error(&error));
        }
        Some(Action::Analysis(task)) => return serve::analysis::run(task.workers.map(usize::from)),
        #[cfg(feature = "page")]
        Some(Action::Page(page)) => {
            // Each session begins with these lines; that they are right is to be seen before the first one.
            if let Err(status) = run_lines(&mut Engine::default(), &arguments.first_lines()) {
                return status;
            }
            let idle = std::time::Duration::from_secs(page.idle);
            return serve::page::run(page.port, !page.no_open, idle, arguments.first_lines());
        }
        Some(Action::Help(help)) => return print(describe(help.topic.as_deref()).map(String::into_bytes)),
        Some(Action::Man(task)) => return print(manual_page(task.command.as_deref())),
        Some(Action::Completions(task)) => {
            let games: Vec<&'static str> = Engine::default().games().collect();
            return print(Ok(arguments::completions(task.shell, &games)));
        }
        None => {}
    }
    let is_terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    if !is_terminal {
        serve::pipe::end_with_client();
    }
    let mut engine = Engine::default();
    if let Err(status) = run_lines(&mut engine, &arguments.first_lines()) {
        return status;
    }
    if is_terminal {
        serve::terminal::run(engine);
        ExitCode::SUCCESS
    } else {
        serve::pipe::run(&mut engine)
    }
}

/// Runs the lines of the command line.
///
/// # Errors
/// The exit status, if a line fails or is `quit`.
fn run_lines(engine: &mut Engine, lines: &[String]) -> Result<(), ExitCode> {
    for line in lines {
        if let Err(failure) = serve::ask(engine, line) {
            print_error(&format!("{line}: {failure}"));
            return Err(ExitCode::from(2));
        }
        if serve::is_quit(line) {
            return Err(ExitCode::SUCCESS);
        }
    }
    Ok(())
}

/// Returns the help of the program, of a game or of a command.
fn describe(topic: Option<&str>) -> Result<String, String> {
    let mut engine = Engine::default();
    match topic {
        Some(name) if serve::ask(&mut engine, &format!("game {name}")).is_ok() => Ok(engine.describe_game()),
        topic => arguments::help_text(topic).ok_or_else(|| {
            let games: Vec<&str> = engine.games().collect();
            format!("{} is no game and no command (games: {})", topic.unwrap_or_default(), games.join(", "))
        }),
    }
}

/// Returns the manual page of the program or of one of its commands.
fn manual_page(command: Option<&str>) -> Result<Vec<u8>, String> {
    let games = serve::ask(&mut Engine::default(), "list_games").map_err(|failure| failure.to_string())?;
    let games: Vec<String> = games.lines().map(str::to_owned).collect();
    arguments::manual_page(command, &games).ok_or_else(|| format!("{} is no command", command.unwrap_or_default()))
}

/// Prints a text on stdout, or why there is none on stderr.
fn print(text: Result<Vec<u8>, String>) -> ExitCode {
    match text {
        Ok(text) => finish_output(std::io::stdout().write_all(&text)),
        Err(message) => {
            print_error(&message);
            ExitCode::from(2)
        }
    }
}

/// Ends what was written on stdout. Returns the exit status.
fn finish_output(written: std::io::Result<()>) -> ExitCode {
    match written.and_then(|()| std::io::stdout().flush()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => serve::exit_on_write_error(&error),
    }
}

/// Prints on stderr why the process ends.
#[allow(clippy::print_stderr, reason = "no front end runs yet, and logging may be off")]
fn print_error(text: &str) {
    eprintln!("{text}");
}
