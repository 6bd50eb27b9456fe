//! Ends the process at a signal or when stdout is closed, and polls the keyboard.

/// Starts threads that end the process with status 0, even during a search: at SIGTERM, SIGINT or SIGHUP, and when the other end of
/// stdout is closed. At SIGINT `interrupt` is called first; if it returns true the process goes on.
#[cfg(unix)]
pub(super) fn end_with_client(mut interrupt: impl FnMut() -> bool + Send + 'static) {
    use rustix::event::{PollFd, PollFlags, poll};
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

    if let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGTERM, SIGINT, SIGHUP]) {
        std::thread::spawn(move || {
            for signal in signals.forever() {
                if signal != SIGINT || !interrupt() {
                    super::exit();
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
pub(super) fn end_with_client(_: impl FnMut() -> bool + Send + 'static) {}

/// Returns whether a line is waiting on stdin.
#[cfg(unix)]
pub(super) fn is_line_waiting() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};

    let stdin = std::io::stdin();
    let now = Timespec { tv_sec: 0, tv_nsec: 0 };
    poll(&mut [PollFd::new(&stdin, PollFlags::IN)], Some(&now)).is_ok_and(|ready| ready > 0)
}

/// Returns false: on other systems a line is read only after the reply.
#[cfg(not(unix))]
pub(super) fn is_line_waiting() -> bool {
    false
}
