//! The front end for a person at a terminal: a welcome, a prompt with history and completion, bare moves, an opponent, Ctrl-C.
//!
//! One thread reads lines and shows how long a search takes; another one has the [`session`] and answers.

mod completion;
mod help;
mod lesson;
mod opponent;
mod puzzle;
mod request;
mod review;
mod screen;
mod session;
mod words;

use std::sync::Arc;
use std::time::{Duration, Instant};

use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{CompletionType, Config, Editor};

use super::inbox::Inbox;
use super::pipe::put;
use super::watch::{self, Typed};
use crate::engine::Engine;
use completion::Completion;
use screen::Screen;
use session::Session;

/// How often the keyboard is polled while a request runs.
const POLL_INTERVAL: Duration = Duration::from_millis(30);

/// Polls from one drawing of the progress to the next.
const POLLS_A_DRAWING: u32 = 4;

/// A second Ctrl-C within this time ends the session, even where the first has not ended the search yet.
const SECOND: Duration = Duration::from_secs(2);

/// Commands with a game as text, in which `#` begins no comment.
const TEXT_COMMANDS: [&str; 2] = ["load", "loadsgf_text"];

/// Lines kept in the history.
const HISTORY: usize = 1000;

/// Serves a person until `quit` or the end of input.
pub fn run(engine: Engine) {
    let prompt = format!("{}> ", env!("CARGO_PKG_NAME"));
    let inbox = Arc::new(Inbox::default());
    let requests = inbox.clone();
    let (screen, completion) = (Screen::new(), Completion::default());
    watch::end_with_client(end_search(inbox.clone(), screen.clone(), prompt.clone()), end_process(screen.clone()));
    let mut session = Session::new(engine, screen.clone(), completion.clone());
    session.welcome();
    let leave = end_process(screen.clone());
    let answering = std::thread::spawn(move || {
        session.answer_all(&requests);
        leave();
    });
    if let Err(error) = read_lines(&inbox, &screen, &completion, &prompt) {
        log::error!("the terminal failed: {error}");
    }
    inbox.end();
    // The thread ends with the inbox; if it panicked, the panic has been logged.
    let _ = answering.join();
}

/// Returns what ends the process: the terminal is left as it was found.
fn end_process(screen: Screen) -> impl Fn() + Send + 'static {
    move || {
        screen.close();
        super::exit();
    }
}

/// Returns the handler of Ctrl-C. It interrupts the running request and returns true. If none is running, or the last Ctrl-C was
/// less than [`SECOND`] ago, it returns false. A dumb terminal reports Ctrl-C at the prompt, too, and has then cleared the line: the
/// first one only shows the prompt again.
fn end_search(inbox: Arc<Inbox>, screen: Screen, prompt: String) -> impl FnMut() -> bool {
    let mut last: Option<Instant> = None;
    move || {
        let is_second = last.replace(Instant::now()).is_some_and(|last| last.elapsed() < SECOND);
        if is_second {
            return false;
        }
        let is_busy = inbox.interrupt();
        if !is_busy && screen.is_dumb() {
            screen.draw_prompt(&prompt);
        }
        is_busy || screen.is_dumb()
    }
}

/// Reads lines until the end of input, and waits for the reply to each.
fn read_lines(inbox: &Inbox, screen: &Screen, completion: &Completion, prompt: &str) -> rustyline::Result<()> {
    let config =
        Config::builder().auto_add_history(true).max_history_size(HISTORY)?.completion_type(CompletionType::List).build();
    let mut editor: Editor<Completion, MemHistory> = Editor::with_history(config, MemHistory::new())?;
    editor.set_helper(Some(completion.clone()));
    loop {
        completion.take_line();
        match editor.readline(prompt) {
            // A text that is pasted at once may have several lines.
            Ok(text) => {
                for line in text.lines() {
                    put_line(inbox, line);
                    if !wait_for_reply(inbox, screen) {
                        return Ok(());
                    }
                }
            }
            // On a line that is not empty Ctrl-C clears it.
            Err(ReadlineError::Interrupted) if completion.take_line() => {}
            Err(ReadlineError::Eof | ReadlineError::Interrupted) => return Ok(()),
            Err(error) => return Err(error),
        }
    }
}

/// Waits until all requests are answered, and shows how the running one goes on. A line typed meanwhile interrupts it, and is read
/// afterwards; an empty line only interrupts. Returns whether input goes on.
fn wait_for_reply(inbox: &Inbox, screen: &Screen) -> bool {
    screen.hide_typing();
    let goes_on = watch_typing(inbox, screen);
    screen.show_typing();
    goes_on
}

fn watch_typing(inbox: &Inbox, screen: &Screen) -> bool {
    // The rest of a pasted text does not interrupt what comes before it.
    let mut seen = match watch::poll_input() {
        Typed::Bytes(count) => count,
        Typed::Nothing | Typed::End => 0,
    };
    let mut polls = 0;
    while !inbox.wait_idle(POLL_INTERVAL) {
        polls += 1;
        if polls % POLLS_A_DRAWING == 0 {
            screen.draw_progress();
        }
        match watch::poll_input() {
            Typed::End => {
                inbox.interrupt();
                return false;
            }
            Typed::Bytes(1) if seen == 0 => {
                watch::skip_byte();
                inbox.interrupt();
            }
            Typed::Bytes(count) if count > seen => {
                seen = count;
                inbox.interrupt();
            }
            Typed::Bytes(_) | Typed::Nothing => {}
        }
    }
    true
}

/// Queues what a person has typed. A number at its beginning is a move and not an id, so that an id is put before it.
fn put_line(inbox: &Inbox, line: &str) {
    let line = line.trim_start();
    // In a link or a record `#` begins no comment.
    let is_text = TEXT_COMMANDS.iter().any(|name| line.strip_prefix(name).is_some_and(|rest| rest.starts_with(' ')));
    let line = &if is_text { line.replace('#', "%23") } else { line.to_owned() };
    if line.starts_with(|first: char| first.is_ascii_digit()) {
        put(inbox, Some(format!("0 {line}").as_bytes()));
    } else {
        put(inbox, Some(line.as_bytes()));
    }
}
