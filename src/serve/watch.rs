//! What ends the process from outside: a signal, or nobody reading stdout any more.

/// Ends the process, status 0, at SIGTERM, SIGINT or SIGHUP, and when the other end of stdout is closed, in mid-search too.
#[cfg(unix)]
pub fn end_with_client() {
    use rustix::event::{PollFd, PollFlags, poll};
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

    if let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGTERM, SIGINT, SIGHUP]) {
        std::thread::spawn(move || {
            if signals.forever().next().is_some() {
                super::leave();
            }
        });
    }
    std::thread::spawn(|| {
        let stdout = std::io::stdout();
        // No event is asked for: errors and hang-ups are told unasked.
        let mut ends = [PollFd::new(&stdout, PollFlags::empty())];
        loop {
            match poll(&mut ends, None) {
                Ok(_) if ends[0].revents().intersects(PollFlags::ERR | PollFlags::HUP) => super::leave(),
                Err(rustix::io::Errno::INTR) => {}
                _ => return,
            }
        }
    });
}

/// Elsewhere a failed write ends the process.
#[cfg(not(unix))]
pub fn end_with_client() {}

/// Whether a line waits on stdin.
#[cfg(unix)]
pub fn is_typed() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};

    let stdin = std::io::stdin();
    let now = Timespec { tv_sec: 0, tv_nsec: 0 };
    poll(&mut [PollFd::new(&stdin, PollFlags::IN)], Some(&now)).is_ok_and(|ready| ready > 0)
}

/// Elsewhere a line is read only after the answer.
#[cfg(not(unix))]
pub fn is_typed() -> bool {
    false
}
