//! `ludion analysis`: analyses many positions at once. Queries come as lines of JSON, each with an id, and answers leave as they are
//! found, in the manner of KataGo's analysis engine (D. Wu, *KataGo Parallel Analysis Engine*). `protocol.md` has the schema.
//!
//! The reader checks a query and puts a job for each of its positions on the queue; workers take the most urgent one. A job has an
//! engine of its own, which runs the requests of the protocol, so that an answer is what a session with the same settings says.

mod answer;
mod job;
mod pool;
mod query;

use std::io::{self, Read, Write};
use std::process::ExitCode;
use std::sync::Arc;

use parking_lot::Mutex;
use serde::Serialize;
use serde_json::{Value, json};

use super::lines::for_each_line_up_to;
use super::{exit_on_write_error, status_after_input, watch};
use answer::{Answer, Failed};
use pool::Pool;
use query::{Action, Query};

/// Longest line of a query, in bytes.
const MAX_LINE: usize = 1 << 20;

/// Answers the queries on stdin until its end, a signal, or until stdout is closed. `workers` positions are analysed at a time; by
/// default as many as there are cores. Returns the exit status.
#[must_use]
pub fn run(workers: Option<usize>) -> ExitCode {
    watch::end_with_client(|| false, super::exit);
    let workers = workers.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    status_after_input(serve(io::stdin(), &Output::new(io::stdout()), workers))
}

/// Writes answers, a line each.
struct Output<W>(Mutex<W>);

impl<W: Write> Output<W> {
    fn new(out: W) -> Self {
        Output(Mutex::new(out))
    }

    /// Writes a line. Ends the process when that fails.
    fn write(&self, answer: &impl Serialize) {
        let mut line =
            serde_json::to_vec(answer).unwrap_or_else(|error| json!({ "error": error.to_string() }).to_string().into());
        line.push(b'\n');
        let mut out = self.0.lock();
        if let Err(error) = out.write_all(&line).and_then(|()| out.flush()) {
            exit_on_write_error(&error);
        }
    }
}

/// Answers the queries of a stream; returns when all are answered.
///
/// # Errors
/// The stream could not be read up to its end.
fn serve<W: Write + Send>(input: impl Read, output: &Output<W>, workers: usize) -> io::Result<()> {
    let pool = Pool::default();
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| pool.work(&|answer| output.write(&answer)));
        }
        let read = for_each_line_up_to(MAX_LINE, input, |line| match line {
            Some(line) if line.trim_ascii().is_empty() => {}
            Some(line) => accept(line, &pool, output),
            None => output.write(&Failed::new(Value::Null, format!("a query has at most {MAX_LINE} bytes"))),
        });
        pool.end();
        read
    })
}

/// Acts on a line: queues its jobs, or answers at once.
fn accept<W: Write>(line: &[u8], pool: &Pool, output: &Output<W>) {
    let value: Value = match serde_json::from_slice(line) {
        Ok(value) => value,
        Err(error) => return output.write(&Failed::new(Value::Null, format!("not a line of JSON: {error}"))),
    };
    let id = value.get("id").filter(|id| id.is_string() || id.is_number()).cloned().unwrap_or(Value::Null);
    let outcome = if value.get("action").is_some() {
        Action::read(&value).map(|action| perform(&action, pool, output))
    } else {
        Query::read(&value).and_then(|query| pool.put(&Arc::new(query)))
    };
    if let Err(why) = outcome {
        output.write(&Failed::new(id, why));
    }
}

fn perform<W: Write>(action: &Action, pool: &Pool, output: &Output<W>) {
    match action {
        Action::Version { id } => output.write(&json!({
            "id": id, "action": "version", "name": env!("CARGO_PKG_NAME"), "version": env!("CARGO_PKG_VERSION")
        })),
        Action::Cancel { id, cancel_id, turns } => {
            let (waited, running) = pool.cancel(cancel_id, turns.as_deref());
            output.write(&json!({ "id": id, "action": "cancel", "cancelId": cancel_id, "canceled": waited.len() + running }));
            for job in waited {
                output.write(&Answer { canceled: true, ..Answer::new(&job.query, job.turn) });
            }
        }
    }
}

#[cfg(test)]
mod tests;
