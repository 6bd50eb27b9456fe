//! The front end for a person at a terminal: a greeting, a prompt with history and completion, the board after each change, Ctrl-C.

use std::io::{BufRead, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Editor, Helper};

use super::inbox::Inbox;
use super::pipe::put;
use super::writer::{Reader, Writer};
use super::{answer_all, ask, watch};
use crate::engine::Engine;

/// How often the keyboard is polled while a request runs.
const POLL_INTERVAL: Duration = Duration::from_millis(30);

/// A second Ctrl-C within this time ends the session, even where the first has not ended the search yet.
const SECOND: Duration = Duration::from_secs(2);

/// Lines kept in the history.
const HISTORY: usize = 1000;

/// Serves a person until `quit` or the end of input.
pub fn run(mut engine: Engine) {
    let names: Vec<&'static str> = engine.all_commands().iter().map(|command| command.name).collect();
    let prompt = format!("{}> ", env!("CARGO_PKG_NAME"));
    let inbox = Arc::new(Inbox::default());
    let requests = inbox.clone();
    watch::end_with_client(end_search(inbox.clone()));
    let mut writer = Writer::new(std::io::stdout(), Reader::Person);
    let mut shown = String::new();
    writer.say(&greeting(&engine));
    show_changes(&mut engine, &mut writer, &mut shown);
    let answering = std::thread::spawn(move || {
        answer_all(&mut engine, &requests, &mut writer, |engine, writer| show_changes(engine, writer, &mut shown));
        super::exit();
    });
    if let Err(error) = read_lines(&inbox, Names(names), &prompt) {
        log::error!("the terminal failed: {error}");
    }
    inbox.end();
    // The thread ends with the inbox; if it panicked, the panic has been logged.
    let _ = answering.join();
}

/// Returns what Ctrl-C does: it ends the request that runs, and is then true. Soon after another one, or where none runs, it is
/// false.
fn end_search(inbox: Arc<Inbox>) -> impl FnMut() -> bool {
    let mut last: Option<Instant> = None;
    move || {
        let is_second = last.replace(Instant::now()).is_some_and(|last| last.elapsed() < SECOND);
        !is_second && inbox.interrupt()
    }
}

/// Shows the board if the position differs from `shown`, the one displayed last.
fn show_changes<W: Write>(engine: &mut Engine, writer: &mut Writer<W>, shown: &mut String) {
    let Ok(position) = ask(engine, "position") else { return };
    if *shown != position {
        *shown = position;
        if let Ok(board) = ask(engine, "showboard color") {
            writer.say(board.trim_matches('\n'));
        }
    }
}

fn greeting(engine: &Engine) -> String {
    let (name, version) = (env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));
    format!(
        "{name} {version}: the game is {}. `play b f6` plays for black, `genmove w` lets the engine answer,\n\
         `help` lists all commands, TAB completes, Enter or Ctrl-C ends a running search, `quit` leaves.",
        engine.current()
    )
}

/// Reads lines until the end of input, and waits for the reply to each.
fn read_lines(inbox: &Inbox, names: Names, prompt: &str) -> rustyline::Result<()> {
    let config =
        Config::builder().auto_add_history(true).max_history_size(HISTORY)?.completion_type(CompletionType::List).build();
    let mut editor: Editor<Names, MemHistory> = Editor::with_history(config, MemHistory::new())?;
    editor.set_helper(Some(names));
    loop {
        wait_for_replies(inbox);
        match editor.readline(prompt) {
            Ok(line) => put(inbox, Some(line.as_bytes())),
            Err(ReadlineError::Eof | ReadlineError::Interrupted) => return Ok(()),
            Err(error) => return Err(error),
        }
    }
}

/// Waits until all requests are answered. A line typed meanwhile interrupts the running request and is queued; an empty line
/// only interrupts.
fn wait_for_replies(inbox: &Inbox) {
    while !inbox.wait_idle(POLL_INTERVAL) {
        if watch::is_typed() {
            let mut line = String::new();
            if std::io::stdin().lock().read_line(&mut line).is_ok() {
                inbox.interrupt();
                put(inbox, Some(line.trim_end_matches('\n').as_bytes()));
            }
        }
    }
}

/// The names of commands, for completion.
struct Names(Vec<&'static str>);

impl Completer for Names {
    type Candidate = String;

    fn complete(&self, line: &str, place: usize, _: &rustyline::Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = &line[..place];
        let names = self.0.iter().filter(|name| name.starts_with(typed));
        Ok((0, names.map(|name| format!("{name} ")).collect()))
    }
}

impl Hinter for Names {
    type Hint = String;
}

impl Highlighter for Names {}
impl Validator for Names {}
impl Helper for Names {}
