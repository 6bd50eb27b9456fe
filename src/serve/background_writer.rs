//! Output by a thread of its own while requests are queued: what is flushed during a write goes out with the next one, so that many
//! short replies cost few system calls and the engine waits for none of them. The reply to the last request is written at once,
//! because under load it takes milliseconds to wake a thread.

use std::io::{self, Write};
use std::sync::Arc;

use crate::search::Stop;
use crate::sync::{Condvar, Mutex, thread};

/// Bytes that may wait. Above that a flush waits for the client.
const MAX_WAITING: usize = 256 << 10;

/// Where the bytes go.
type Output = Arc<Mutex<Box<dyn Write + Send>>>;

/// A writer that hands each flush to its thread while requests are pending. Dropping it waits until all is written.
pub(super) struct BackgroundWriter {
    shared: Arc<Shared>,
    output: Output,
    pending: Stop,
    /// What has been written since the last flush.
    text: Vec<u8>,
    thread: Option<thread::JoinHandle<()>>,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    /// Notified when bytes are handed over or taken, and at the end.
    changed: Condvar,
}

#[derive(Default)]
struct State {
    waiting: Vec<u8>,
    /// Whether the thread is writing.
    is_writing: bool,
    /// Why a write failed: nothing is written any more.
    failure: Option<io::Error>,
    /// Whether nothing more will be handed over.
    ended: bool,
}

impl State {
    /// Checks that no write of the thread has failed.
    ///
    /// # Errors
    /// One has.
    fn check(&self) -> io::Result<()> {
        self.failure.as_ref().map_or(Ok(()), |error| Err(io::Error::new(error.kind(), error.to_string())))
    }
}

impl BackgroundWriter {
    /// Starts the thread that writes to `out`. `pending` is raised while requests are queued.
    pub fn new(out: impl Write + Send + 'static, pending: Stop) -> Self {
        let output: Output = Arc::new(Mutex::new(Box::new(out)));
        let shared = Arc::new(Shared::default());
        let (writing, to) = (shared.clone(), output.clone());
        let thread = Some(thread::spawn(move || writing.write_all(&to)));
        BackgroundWriter { shared, output, pending, text: Vec::new(), thread }
    }

    /// Waits until all is written.
    ///
    /// # Errors
    /// A write of the thread failed.
    pub fn finish(mut self) -> io::Result<()> {
        self.end();
        self.shared.state.lock().check()
    }

    fn end(&mut self) {
        self.shared.state.lock().ended = true;
        self.shared.changed.notify_all();
        // If the thread panicked, the panic has been logged.
        let _ = self.thread.take().map(thread::JoinHandle::join);
    }
}

impl Shared {
    /// Writes what is handed over, until the end or a failure.
    fn write_all(&self, output: &Output) {
        let mut text = Vec::new();
        loop {
            {
                let mut state = self.state.lock();
                while state.waiting.is_empty() {
                    if state.ended {
                        return;
                    }
                    self.changed.wait(&mut state);
                }
                std::mem::swap(&mut text, &mut state.waiting);
                state.is_writing = true;
                self.changed.notify_all();
            }
            let written = write_to(output, &text);
            text.clear();
            let mut state = self.state.lock();
            state.is_writing = false;
            if let Err(error) = written {
                state.failure = Some(error);
                self.changed.notify_all();
                return;
            }
        }
    }
}

fn write_to(output: &Output, text: &[u8]) -> io::Result<()> {
    let mut out = output.lock();
    out.write_all(text)?;
    out.flush()
}

impl Write for BackgroundWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.text.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    /// Hands over what has been written, or writes it if nothing waits and no request is pending.
    ///
    /// # Errors
    /// This write failed, or an earlier one of the thread.
    fn flush(&mut self) -> io::Result<()> {
        let mut state = self.shared.state.lock();
        while state.waiting.len() > MAX_WAITING && state.failure.is_none() {
            self.shared.changed.wait(&mut state);
        }
        state.check()?;
        if state.waiting.is_empty() && !state.is_writing && !self.pending.is_raised() {
            drop(state);
            let written = write_to(&self.output, &self.text);
            self.text.clear();
            return written;
        }
        state.waiting.append(&mut self.text);
        self.shared.changed.notify_all();
        Ok(())
    }
}

impl Drop for BackgroundWriter {
    fn drop(&mut self) {
        self.end();
    }
}

#[cfg(all(test, not(shuttle)))]
mod tests {
    use std::io::ErrorKind;
    use std::time::Duration;

    use super::*;

    /// Takes each write slowly, and fails once it holds as many bytes as it may.
    struct Slow {
        taken: Arc<Mutex<Vec<u8>>>,
        most: usize,
    }

    impl Write for Slow {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            thread::sleep(Duration::from_millis(1));
            let mut taken = self.taken.lock();
            if taken.len() >= self.most {
                return Err(ErrorKind::BrokenPipe.into());
            }
            taken.extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Returns a flag that says that requests are pending.
    fn pending() -> Stop {
        let pending = Stop::default();
        pending.raise();
        pending
    }

    #[test]
    fn the_last_reply_is_written_at_once() {
        let taken = Arc::new(Mutex::default());
        let mut writer = BackgroundWriter::new(Slow { taken: taken.clone(), most: 4 }, Stop::default());
        assert!(writer.write_all(b"last").and_then(|()| writer.flush()).is_ok());
        assert_eq!(*taken.lock(), b"last");
        assert!(writer.write_all(b"more").and_then(|()| writer.flush()).is_err());
    }

    #[test]
    fn all_is_written_in_order() {
        let taken = Arc::new(Mutex::default());
        let mut writer = BackgroundWriter::new(Slow { taken: taken.clone(), most: usize::MAX }, pending());
        for number in 0..100_000 {
            writeln!(writer, "{number}").unwrap();
            writer.flush().unwrap();
        }
        drop(writer);
        let expected: String = (0..100_000).map(|number| format!("{number}\n")).collect();
        assert_eq!(String::from_utf8(taken.lock().clone()).unwrap(), expected);
    }

    #[test]
    fn a_failed_write_is_reported_at_a_later_flush() {
        let mut writer = BackgroundWriter::new(Slow { taken: Arc::default(), most: 1 }, pending());
        let failed = (0..10_000_000).find_map(|_| writer.write_all(&[b'x'; 100]).and_then(|()| writer.flush()).err());
        assert_eq!(failed.expect("the second write fails").kind(), ErrorKind::BrokenPipe);
    }

    #[test]
    fn a_failed_write_is_reported_at_the_end() {
        let mut writer = BackgroundWriter::new(Slow { taken: Arc::default(), most: 0 }, pending());
        writer.write_all(b"x").and_then(|()| writer.flush()).unwrap();
        assert_eq!(writer.finish().unwrap_err().kind(), ErrorKind::BrokenPipe);
    }
}

#[cfg(all(test, shuttle))]
mod models {
    use super::*;

    /// Appends to a shared text.
    struct Collect(Arc<Mutex<Vec<u8>>>);

    impl Write for Collect {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn what_is_flushed_is_written_before_the_end() {
        shuttle::check_random(
            || {
                let text = Arc::new(Mutex::default());
                let pending = Stop::default();
                let mut writer = BackgroundWriter::new(Collect(text.clone()), pending.clone());
                for (letter, is_pending) in [(b"a", true), (b"b", false), (b"c", true)] {
                    pending.set(is_pending);
                    writer.write_all(letter).and_then(|()| writer.flush()).expect("it does not fail");
                }
                drop(writer);
                assert_eq!(*text.lock(), b"abc");
            },
            5_000,
        );
    }
}
