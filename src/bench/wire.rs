//! `ludion bench wire`: how soon the program answers after its start, and how many requests a second pass through its pipes.

use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use crate::figures::milliseconds;
use crate::game::Tell;

/// Number of measured starts of the program.
const STARTS: u32 = 60;

/// Pairs of a move and its undo in one round.
const PAIRS: usize = 250_000;
const ROUNDS: u32 = 5;

/// The game whose moves cost least.
const GAME: &str = "tictactoe";

/// Prints the wall time from a start of this program to its first reply, then the requests that it answers in a second through two
/// pipes: moves of tic-tac-toe that are taken back at once.
///
/// # Errors
/// The program cannot be started, or ends before it has answered.
pub(super) fn run(tell: Tell<'_>) -> io::Result<()> {
    let times = (0..STARTS).map(|_| time_start()).collect::<io::Result<Vec<f64>>>()?;
    tell(format!("wire start_to_first_reply starts {STARTS} {}", milliseconds(times)));
    let mut rates = (0..ROUNDS).map(|_| measure_rate()).collect::<io::Result<Vec<f64>>>()?;
    rates.sort_by(f64::total_cmp);
    let [least, median, most] = [0, rates.len() / 2, rates.len() - 1].map(|index| rates[index]);
    tell(format!("wire play_and_undo requests {} per_second median {median:.0} least {least:.0} most {most:.0}", 2 * PAIRS));
    Ok(())
}

/// Returns the seconds from a start of the program to its first reply.
fn time_start() -> io::Result<f64> {
    let started = Instant::now();
    let mut child = start()?;
    child.stdin.as_mut().ok_or(io::ErrorKind::BrokenPipe)?.write_all(b"name\n")?;
    let mut replies = BufReader::new(child.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?);
    read_replies(&mut replies, 1)?;
    let seconds = started.elapsed().as_secs_f64();
    drop(child.stdin.take());
    child.wait()?;
    Ok(seconds)
}

/// Returns the requests answered in a second while others are being written.
fn measure_rate() -> io::Result<f64> {
    let mut child = start()?;
    let mut requests = child.stdin.take().ok_or(io::ErrorKind::BrokenPipe)?;
    let mut replies = BufReader::new(child.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?);
    writeln!(requests, "game {GAME}")?;
    read_replies(&mut replies, 1)?;
    let lines = "play b b2\nundo\n".repeat(PAIRS);
    let started = Instant::now();
    let writer = std::thread::spawn(move || requests.write_all(lines.as_bytes()));
    read_replies(&mut replies, 2 * PAIRS)?;
    let seconds = started.elapsed().as_secs_f64();
    writer.join().map_err(|_| io::ErrorKind::Other)??;
    child.wait()?;
    Ok(2.0 * PAIRS as f64 / seconds)
}

fn start() -> io::Result<Child> {
    Command::new(std::env::current_exe()?).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()
}

/// Reads this many successful replies of one line each, and the blank lines after them.
fn read_replies(replies: &mut impl BufRead, count: usize) -> io::Result<()> {
    let mut line = String::new();
    for _ in 0..2 * count {
        line.clear();
        if replies.read_line(&mut line)? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        if line.starts_with('?') {
            return Err(io::Error::other(line.trim_end().to_owned()));
        }
    }
    Ok(())
}
