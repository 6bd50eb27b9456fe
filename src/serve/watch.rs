//! Ends the process at a signal or when stdout is closed, and polls the keyboard.

/// Starts threads that end the process with status 0, even during a search: at SIGTERM, SIGINT or SIGHUP, and when the other end of
/// stdout is closed. At SIGINT `interrupt` is called first; if it returns true the process goes on. `end` ends it at a signal.
#[cfg(unix)]
pub(super) fn end_with_client(mut interrupt: impl FnMut() -> bool + Send + 'static, end: impl Fn() + Send + 'static) {
    use rustix::event::{PollFd, PollFlags, poll};
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

    if let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGTERM, SIGINT, SIGHUP]) {
        std::thread::spawn(move || {
            for signal in signals.forever() {
                if signal != SIGINT || !interrupt() {
                    end();
                }
            }
        });
    }
    std::thread::spawn(|| {
        let stdout = std::io::stdout();
        // No event is requested: poll reports errors and hang-ups always.
        let mut ends = [PollFd::new(&stdout, PollFlags::empty())];
        loop {
            match poll(&mut ends, None) {
                Ok(_) if ends[0].revents().intersects(PollFlags::ERR | PollFlags::HUP) => super::exit(),
                Err(rustix::io::Errno::INTR) => {}
                _ => return,
            }
        }
    });
}

/// Does nothing: on other systems a failed write ends the process.
#[cfg(not(unix))]
pub(super) fn end_with_client(_: impl FnMut() -> bool + Send + 'static, _: impl Fn() + Send + 'static) {}

/// What waits on stdin, a terminal that hands over whole lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(unix), allow(dead_code, reason = "other systems are not asked"))]
pub(super) enum Typed {
    /// Nothing, or a line without an end.
    Nothing,
    /// Lines, with their number of bytes in all.
    Bytes(u64),
    /// The end of input: Ctrl-D, or a terminal that is gone.
    End,
}

/// Returns what waits on stdin.
#[cfg(unix)]
pub(super) fn poll_input() -> Typed {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};

    let stdin = std::io::stdin();
    let now = Timespec { tv_sec: 0, tv_nsec: 0 };
    if !poll(&mut [PollFd::new(&stdin, PollFlags::IN)], Some(&now)).is_ok_and(|ready| ready > 0) {
        return Typed::Nothing;
    }
    match rustix::io::ioctl_fionread(&stdin) {
        Ok(0) | Err(_) => Typed::End,
        Ok(count) => Typed::Bytes(count),
    }
}

/// Returns that there is nothing: on other systems a line is read only after the reply.
#[cfg(not(unix))]
pub(super) fn poll_input() -> Typed {
    Typed::Nothing
}

/// Reads one byte of stdin, the end of an empty line.
#[cfg(unix)]
pub(super) fn skip_byte() {
    // If it cannot be read, it is an empty line later.
    let _ = rustix::io::read(std::io::stdin(), &mut [0; 1]);
}

/// Does nothing, for there is never a byte.
#[cfg(not(unix))]
pub(super) fn skip_byte() {}
