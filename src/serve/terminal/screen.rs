//! The screen of a terminal. Two threads write to it: one answers, the other shows the progress of a search.

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use crate::settings::Language;

/// Time after which a running request shows its progress.
const PATIENCE: Duration = Duration::from_millis(500);

/// Width in characters of a window whose width is unknown.
const DEFAULT_WIDTH: usize = 80;

/// The screen. Clones share its state.
#[derive(Clone)]
pub(super) struct Screen(Arc<Mutex<State>>);

struct State {
    /// The language of the progress line.
    language: Language,
    /// The start of the running request.
    started: Option<Instant>,
    /// The last report of its search.
    report: String,
    /// The end of its time, if it has a limit.
    deadline: Option<Instant>,
    /// Number of characters of the progress line on the screen; 0 if there is none.
    drawn: usize,
    /// Whether the terminal obeys control sequences.
    has_control: bool,
    /// Whether the terminal shows colours.
    has_color: bool,
    /// Whether it shows characters beyond ASCII.
    has_unicode: bool,
    /// The modes of the terminal at the start.
    #[cfg(unix)]
    modes: Option<rustix::termios::Termios>,
    /// Whether [`Screen::hide_typing`] is in force.
    #[cfg(unix)]
    is_typing_hidden: bool,
}

impl Screen {
    /// Creates the screen of stdout. The environment tells its colours and character set.
    pub fn new() -> Self {
        let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let is_dumb = std::env::var("TERM").is_ok_and(|name| name == "dumb");
        // The first of these that is set decides.
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(|name| std::env::var(name).ok());
        let locale = locale.into_iter().find(|value| !value.is_empty()).unwrap_or_default().to_ascii_uppercase();
        Screen(Arc::new(Mutex::new(State {
            language: Language::English,
            started: None,
            report: String::new(),
            deadline: None,
            drawn: 0,
            has_control: !is_dumb,
            has_color: !is_set("NO_COLOR") && !is_dumb && io::stdout().is_terminal(),
            has_unicode: locale.contains("UTF-8") || locale.contains("UTF8"),
            #[cfg(unix)]
            modes: rustix::termios::tcgetattr(io::stdin()).ok(),
            #[cfg(unix)]
            is_typing_hidden: false,
        })))
    }

    /// Returns whether the terminal shows colours.
    pub fn has_color(&self) -> bool {
        self.0.lock().has_color
    }

    /// Returns whether the terminal obeys no control sequences, so that it edits the line that is typed by itself.
    pub fn is_dumb(&self) -> bool {
        !self.0.lock().has_control
    }

    /// Shows the prompt on a new line.
    pub fn draw_prompt(&self, prompt: &str) {
        let _state = self.0.lock();
        let mut out = io::stdout();
        // A terminal that is gone ends the process elsewhere.
        let _ = write!(out, "\n{prompt}").and_then(|()| out.flush());
    }

    /// Has the terminal not show what is typed: the progress line stands there. The prompt shows it later. A dumb terminal would
    /// not, and goes on.
    #[cfg(unix)]
    pub fn hide_typing(&self) {
        use rustix::termios::{LocalModes, OptionalActions, tcsetattr};

        let mut state = self.0.lock();
        let Some(mut silent) = state.modes.clone().filter(|_| state.has_control && !state.is_typing_hidden) else { return };
        silent.local_modes -= LocalModes::ECHO;
        // If it fails what is typed is shown.
        let _ = tcsetattr(io::stdin(), OptionalActions::Now, &silent);
        state.is_typing_hidden = true;
    }

    /// Has the terminal show again what is typed.
    #[cfg(unix)]
    pub fn show_typing(&self) {
        let mut state = self.0.lock();
        if std::mem::take(&mut state.is_typing_hidden) {
            state.restore_modes();
        }
    }

    /// Leaves the terminal as it was at the start, whatever is read or drawn.
    pub fn close(&self) {
        let mut state = self.0.lock();
        let _ = state.erase();
        #[cfg(unix)]
        state.restore_modes();
    }

    /// Does nothing: other systems are not asked.
    #[cfg(not(unix))]
    pub fn hide_typing(&self) {}

    /// Does nothing: other systems are not asked.
    #[cfg(not(unix))]
    pub fn show_typing(&self) {}

    /// Marks the start of a request.
    pub fn begin(&self, language: Language) {
        let mut state = self.0.lock();
        state.language = language;
        state.started = Some(Instant::now());
        state.report.clear();
        state.deadline = None;
    }

    /// Marks the end of the request.
    pub fn end(&self) {
        let mut state = self.0.lock();
        state.started = None;
        // If erasing fails, a later line overwrites it.
        let _ = state.erase();
    }

    /// Stores a report of a search for the next progress line, with its deadline.
    pub fn report(&self, text: &str, deadline: Option<Instant>) {
        let mut state = self.0.lock();
        state.report = text.to_owned();
        state.deadline = deadline.or(state.deadline);
    }

    /// Shows the progress of a request that has run longer than [`PATIENCE`]: one line, which replaces the last one.
    pub fn draw_progress(&self) {
        let mut state = self.0.lock();
        let Some(elapsed) = state.started.map(|started| started.elapsed()).filter(|&elapsed| elapsed >= PATIENCE) else { return };
        let left = state.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()).as_secs_f64());
        let elapsed = elapsed.as_secs_f64();
        let (thinking, colon, time) = match (state.language, left) {
            (Language::English, Some(left)) => ("thinking", ":", format!("{left:.0} s left")),
            (Language::English, None) => ("thinking", ":", format!("{elapsed:.0} s, Enter ends it")),
            (Language::French, Some(left)) => ("réflexion", " :", format!("encore {left:.0} s")),
            (Language::French, None) => ("réflexion", " :", format!("{elapsed:.0} s, Entrée l'arrête")),
        };
        let text = match state.report.is_empty() {
            true => format!("{thinking}{colon} {time}"),
            false => format!("{time}{colon} {}", state.report),
        };
        let text: String = state.to_charset(&text).chars().filter(|c| !c.is_control()).take(width().saturating_sub(1)).collect();
        let (shown, length) = (std::mem::take(&mut state.drawn), text.chars().count());
        let line = match (state.has_color, state.has_control) {
            (true, _) => format!("\r\x1b[2m{text}\x1b[0m\x1b[K"),
            (false, true) => format!("\r{text}\x1b[K"),
            (false, false) => format!("\r{text:shown$}"),
        };
        state.drawn = length.max(if state.has_control { 0 } else { shown });
        let mut out = io::stdout();
        // A terminal that is gone ends the process elsewhere.
        let _ = out.write_all(line.as_bytes()).and_then(|()| out.flush());
    }
}

impl State {
    /// Restores the modes of the terminal. One that is gone ends the process elsewhere.
    #[cfg(unix)]
    fn restore_modes(&self) {
        if let Some(modes) = &self.modes {
            let _ = rustix::termios::tcsetattr(io::stdin(), rustix::termios::OptionalActions::Now, modes);
        }
    }

    fn erase(&mut self) -> io::Result<()> {
        let drawn = std::mem::take(&mut self.drawn);
        if drawn == 0 {
            return Ok(());
        }
        let blank = if self.has_control { "\r\x1b[K".to_owned() } else { format!("\r{:drawn$}\r", "") };
        io::stdout().write_all(blank.as_bytes())?;
        io::stdout().flush()
    }

    /// Replaces characters that the terminal cannot show.
    fn to_charset(&self, text: &str) -> String {
        if self.has_unicode { text.to_owned() } else { text.chars().map(ascii).collect() }
    }
}

/// Returns the ASCII character that replaces another one.
const fn ascii(c: char) -> char {
    match c {
        '\0'..='\x7f' => c,
        '\u{2261}' => '3',
        '\u{2263}' => '4',
        '\u{2190}' => '<',
        '\u{2191}' => '^',
        '\u{2192}' => '>',
        '\u{2193}' => 'v',
        // The letters of French.
        '\u{c0}' | '\u{c2}' => 'A',
        '\u{c7}' => 'C',
        '\u{c8}'..='\u{cb}' => 'E',
        '\u{e0}' | '\u{e2}' => 'a',
        '\u{e7}' => 'c',
        '\u{e8}'..='\u{eb}' => 'e',
        '\u{ee}' | '\u{ef}' => 'i',
        '\u{f4}' | '\u{153}' => 'o',
        '\u{f9}' | '\u{fb}' | '\u{fc}' => 'u',
        '\u{a0}' | '\u{202f}' => ' ',
        '\u{2019}' => '\'',
        _ => '?',
    }
}

/// Returns the number of columns of the window.
#[cfg(unix)]
pub fn width() -> usize {
    let size = rustix::termios::tcgetwinsize(io::stdout());
    size.map(|size| usize::from(size.ws_col)).ok().filter(|&width| width > 0).unwrap_or(DEFAULT_WIDTH)
}

/// Returns the usual number of columns: other systems are not asked.
#[cfg(not(unix))]
pub fn width() -> usize {
    DEFAULT_WIDTH
}

impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut state = self.0.lock();
        state.erase()?;
        let text = state.to_charset(&String::from_utf8_lossy(bytes));
        io::stdout().write_all(text.as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let _state = self.0.lock();
        io::stdout().flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_beyond_ascii_are_replaced() {
        assert_eq!("a≡≣→π".chars().map(ascii).collect::<String>(), "a34>?");
        assert_eq!("À deux, là où ça gêne".chars().map(ascii).collect::<String>(), "A deux, la ou ca gene");
    }
}
