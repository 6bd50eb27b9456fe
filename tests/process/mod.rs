//! The engine as a child process: its input, its output, its end.

pub mod graphics;

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Time before a test fails: far more than any step takes on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// Runs the same check on each item, as many at a time as there are processors: the engines of a test mostly use one.
pub fn check_all<T: Sync>(items: &[T], check: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
            check(item);
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
}

/// A running engine whose replies are read one by one.
pub struct Engine {
    child: Child,
    stdin: Option<ChildStdin>,
    stdout: Option<BufReader<ChildStdout>>,
    /// Ends the watchdog when it is dropped.
    _watchdog: Sender<()>,
}

/// The result of a finished process.
pub struct Ended {
    /// Its exit status.
    pub status: ExitStatus,
    /// The rest of its output on stdout.
    pub stdout: String,
    /// Its output on stderr.
    pub stderr: String,
}

fn prepare(mut command: Command, arguments: &[&str]) -> Command {
    // The environment must not change logging, which is tested.
    command.args(arguments).env_remove("RUST_LOG");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

impl Engine {
    /// Starts a process.
    pub fn start(arguments: &[&str]) -> Engine {
        Engine::spawn(prepare(Command::new(env!("CARGO_BIN_EXE_ludion")), arguments))
    }

    /// Starts a process in a folder.
    pub fn start_in(folder: &Path) -> Engine {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ludion"));
        command.current_dir(folder);
        Engine::spawn(prepare(command, &[]))
    }

    /// Starts a process with this many kibibytes of address space.
    pub fn limited(kibibytes: &str, arguments: &[&str]) -> Engine {
        let mut shell = Command::new("sh");
        shell.args(["-c", "ulimit -v $0; exec \"$@\"", kibibytes, env!("CARGO_BIN_EXE_ludion")]);
        Engine::spawn(prepare(shell, arguments))
    }

    fn spawn(mut command: Command) -> Engine {
        let mut child = command.spawn().expect("the binary starts");
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take().map(BufReader::new));
        Engine { _watchdog: start_watchdog(child.id()), child, stdin, stdout }
    }

    /// Starts a process that searches with one thread.
    pub fn single() -> Engine {
        Engine::start(&["--command", "param threads 1"])
    }

    /// Its process number.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Writes bytes to it.
    pub fn write(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().expect("stdin is open");
        stdin.write_all(bytes).and_then(|()| stdin.flush()).expect("the engine reads");
    }

    /// Writes a line to it.
    pub fn send(&mut self, line: &str) {
        self.write(format!("{line}\n").as_bytes());
    }

    /// The next line that it writes, with its line feed; empty at the end.
    pub fn line(&mut self) -> String {
        let mut line = Vec::new();
        self.stdout.as_mut().expect("stdout is open").read_until(b'\n', &mut line).expect("stdout can be read");
        String::from_utf8(line).expect("replies are UTF-8")
    }

    /// The next reply, all of it: up to its empty line, or what there was when the stream ended.
    pub fn reply(&mut self) -> String {
        let mut reply = String::new();
        loop {
            let line = self.line();
            reply.push_str(&line);
            if line.is_empty() || line == "\n" {
                return reply;
            }
        }
    }

    /// Writes a request and reads its reply.
    pub fn ask(&mut self, line: &str) -> String {
        self.send(line);
        self.reply()
    }

    /// As [`Engine::ask`]; the reply must be a success, and its text is returned.
    pub fn expect(&mut self, line: &str) -> String {
        let reply = self.ask(line);
        let text = reply.strip_prefix("= ").unwrap_or_else(|| panic!("{line}: {reply:?}"));
        text.strip_suffix("\n\n").unwrap_or_else(|| panic!("{line}: {reply:?}")).to_owned()
    }

    /// Closes its stdin.
    pub fn end_input(&mut self) {
        self.stdin = None;
    }

    /// Stops reading what it writes.
    pub fn close_output(&mut self) {
        self.stdout = None;
    }

    /// Sends it a signal, by name.
    pub fn signal(&self, name: &str) {
        assert!(signal(self.id(), name), "no signal could be sent");
    }

    /// Waits until it ends by itself.
    pub fn ended(mut self) -> Ended {
        let output = self.stdout.take().map(drain);
        let status = wait(&mut self.child);
        let mut stderr = String::new();
        if let Some(mut pipe) = self.child.stderr.take() {
            pipe.read_to_string(&mut stderr).expect("stderr is text");
        }
        let stdout = output.map(|thread| thread.join().expect("stdout is text")).unwrap_or_default();
        drop(self.stdin.take());
        Ended { status, stdout, stderr }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // A failed test must not leave a searching engine behind.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Runs a process over some input and waits for its end; output is read while input is still being written.
pub fn run(arguments: &[&str], input: &[u8]) -> Ended {
    let mut engine = Engine::start(arguments);
    let (mut stdin, input) = (engine.stdin.take().expect("stdin is open"), input.to_vec());
    let writing = std::thread::spawn(move || {
        // After `quit` the process does not read any more.
        let _ = stdin.write_all(&input);
    });
    let ended = engine.ended();
    writing.join().expect("the writer ends");
    ended
}

/// The replies of a stream, each with its empty line; the stream must hold nothing else.
pub fn replies(stdout: &str) -> Vec<&str> {
    let mut replies = Vec::new();
    let mut rest = stdout;
    while !rest.is_empty() {
        assert!(rest.starts_with(['=', '?']), "no reply: {:?}", rest.lines().next());
        let end = rest.find("\n\n").map(|end| end + 2).unwrap_or_else(|| panic!("a reply without end: {rest:?}"));
        replies.push(&rest[..end]);
        rest = &rest[end..];
    }
    replies
}

/// Starts a watchdog: it kills a process that runs for too long, so that a missing reply fails a test instead of blocking it.
fn start_watchdog(id: u32) -> Sender<()> {
    let (watchdog, end) = channel();
    std::thread::spawn(move || {
        if end.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
            signal(id, "KILL");
        }
    });
    watchdog
}

fn signal(id: u32, name: &str) -> bool {
    let sent = Command::new("kill").args([&format!("-{name}"), &id.to_string()]).status();
    sent.is_ok_and(|status| status.success())
}

fn drain(mut stdout: BufReader<ChildStdout>) -> JoinHandle<String> {
    std::thread::spawn(move || {
        let mut text = String::new();
        stdout.read_to_string(&mut text).expect("replies are UTF-8");
        text
    })
}

fn wait(child: &mut Child) -> ExitStatus {
    let since = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("the child can be waited for") {
            return status;
        }
        assert!(since.elapsed() < PATIENCE, "the process does not end");
        std::thread::sleep(Duration::from_millis(1));
    }
}
