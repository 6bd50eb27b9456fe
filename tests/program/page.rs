//! `ludion page` as a browser, and as a hostile client, meets it.
#![cfg(all(unix, feature = "page"))]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use tungstenite::client::IntoClientRequest;
use tungstenite::protocol::CloseFrame;
use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::{Error, Message, WebSocket, client};

use crate::folder::Folder;
use crate::process::run;

/// Time before a test fails: far more than any step takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running server.
struct Server {
    process: Child,
    host: String,
    key: String,
}

impl Server {
    fn start() -> Server {
        Server::start_with(&[])
    }

    fn start_with(arguments: &[&str]) -> Server {
        Server::start_after(&[], arguments)
    }

    /// Starts it with arguments before the word `page` and after it.
    fn start_after(before: &[&str], arguments: &[&str]) -> Server {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ludion"));
        command.args(["--command", "param threads 1"]).args(before);
        command.args(["page", "--port", "0", "--no-open"]).args(arguments).stdout(Stdio::piped());
        let mut process = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let (host, key) = line.trim().strip_prefix("http://").unwrap().split_once("/#key=").unwrap();
        assert!(host.starts_with("127.0.0.1:"));
        Server { host: host.to_owned(), key: key.to_owned(), process }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.host).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// Sends a request and returns the answer.
    fn fetch(&self, method: &str, path: &str, headers: &str) -> String {
        let mut stream = self.connect();
        write!(stream, "{method} {path} HTTP/1.1\r\n{headers}Connection: close\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    fn open(&self, origin: &str) -> Result<WebSocket<TcpStream>, Box<dyn std::error::Error>> {
        let mut request = format!("ws://{}/session", self.host).into_client_request()?;
        request.headers_mut().insert("Origin", origin.parse()?);
        Ok(client(request, self.connect())?.0)
    }

    /// Opens a session.
    fn session(&self) -> Session {
        let mut session = Session(self.open(&format!("http://{}", self.host)).unwrap());
        session.send(&format!("key {}", self.key));
        session
    }

    /// Counts the threads that answer sessions.
    fn count_threads(&self) -> usize {
        let folder = format!("/proc/{}/task", self.process.id());
        let tasks = std::fs::read_dir(folder).unwrap().flatten();
        tasks.filter(|task| std::fs::read_to_string(task.path().join("comm")).is_ok_and(|name| name == "session\n")).count()
    }

    #[track_caller]
    fn wait_for_threads(&self, count: usize) {
        let start = Instant::now();
        while self.count_threads() != count {
            assert!(start.elapsed() < PATIENCE, "{} threads, not {count}", self.count_threads());
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A socket whose key has been sent.
struct Session(WebSocket<TcpStream>);

impl Session {
    fn send(&mut self, line: &str) {
        self.0.send(Message::text(line)).unwrap();
    }

    fn read(&mut self) -> String {
        self.0.read().unwrap().into_text().unwrap().to_string()
    }

    fn ask(&mut self, line: &str) -> String {
        self.send(line);
        self.read()
    }

    /// Reads until the server closes the socket. Returns the code.
    fn closing_code(&mut self) -> Option<u16> {
        loop {
            match self.0.read() {
                Ok(Message::Close(frame)) => return frame.map(|frame| frame.code.into()),
                Ok(_) => {}
                Err(_) => return None,
            }
        }
    }
}

#[test]
fn files_come_with_their_headers() {
    let server = Server::start();
    let host = format!("Host: {}\r\n", server.host);
    let page = server.fetch("GET", "/", &host);
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("<script"), "{page}");
    let head = page.split_once("\r\n\r\n").unwrap().0;
    for rule in ["content-security-policy: default-src 'self'", "x-content-type-options: nosniff", "content-type: text/html"] {
        assert!(head.contains(rule), "{head}");
    }
    assert!(!head.to_lowercase().contains("access-control") && !page.contains(&server.key));
    assert!(server.fetch("GET", "/main.js", &host).contains("content-type: text/javascript"));
    assert!(server.fetch("GET", "/../Cargo.toml", &host).starts_with("HTTP/1.1 404"));
    assert!(server.fetch("POST", "/", &host).starts_with("HTTP/1.1 405"));
}

#[test]
fn foreign_pages_are_refused() {
    let server = Server::start();
    for host in ["", "Host: evil.example\r\n", "Host: 127.0.0.1\r\n", "Host: 127.0.0.1:1\r\n"] {
        let answer = server.fetch("GET", "/", host);
        assert!(answer.starts_with("HTTP/1.1 4") && !answer.contains("<script"), "{answer}");
    }
    let foreign = format!("Host: {}\r\nOrigin: http://evil.example\r\n", server.host);
    assert!(server.fetch("GET", "/main.js", &foreign).starts_with("HTTP/1.1 403"));
    for origin in ["http://evil.example", "null", "https://127.0.0.1", ""] {
        assert!(server.open(origin).is_err(), "{origin}");
    }
    let no_origin = format!("ws://{}/session", server.host).into_client_request().unwrap();
    assert!(client(no_origin, server.connect()).is_err());
    // Without the key no line runs.
    for first in ["key", "key 0", "name", &format!("key {}0", server.key)] {
        let mut session = Session(server.open(&format!("http://{}", server.host)).unwrap());
        session.send(first);
        let _ = session.0.send(Message::text("name"));
        assert_eq!(session.closing_code(), Some(4001), "{first}");
    }
    assert_eq!(server.count_threads(), 0);
}

#[test]
fn a_message_is_a_line_and_a_reply() {
    let server = Server::start();
    let mut session = server.session();
    assert_eq!(session.ask("7 name"), "=7 ludion\n\n");
    assert_eq!(session.ask("boardsize 5"), "= \n\n");
    session.send("analyze b");
    assert!(session.read().starts_with("= \ninfo move "));
    session.send("stop");
    while session.read() != "\n" {}
    assert_eq!(session.read(), "= \n\n");
    assert!(session.ask("genmove b").starts_with("= "));
    assert!(session.ask("svg").contains("data-to-move=\"white\""));
    // The end of a session is not that of the process.
    session.send("quit");
    assert_eq!(session.closing_code(), Some(4005));
    assert_eq!(server.session().ask("name"), "= ludion\n\n");
}

#[test]
fn files_are_out_of_reach() {
    let server = Server::start();
    let mut session = server.session();
    let refused =
        ["loadsgf tests/data/hex/game.sgf", "param network Cargo.toml", "game dots", "game hashi", "load_file Cargo.toml"];
    let more =
        ["game hitori", "load_file Cargo.toml", "game ricochet", "load_file Cargo.toml", "game graph", "load_file Cargo.toml"];
    let last = ["game nim", "export new.game", "game chomp", "export new.game", "game tictactoe", "export new.game"];
    for line in refused.iter().chain(&more).chain(&last) {
        let reply = session.ask(line);
        assert!(line.starts_with("game ") || reply.starts_with('?') && reply.contains("may not name files"), "{line}: {reply}");
    }
    session.ask("game hex");
    assert_eq!(session.ask("loadsgf_text (;FF[4]GM[11]SZ[5];B[c2];W[b3])"), "= \n\n");
    assert_eq!(session.ask("position"), "= 5x5 b:c2 w:b3\n\n");
    session.ask("game hitori");
    assert_eq!(session.ask("load_text 1 2 2\\n2 3 1\\n3 1 1"), "= \n\n");
    assert_eq!(session.ask("position"), "= 3x3:122231311\n\n");
}

#[test]
fn a_closed_tab_frees_its_thread() {
    let server = Server::start();
    let mut session = server.session();
    session.send("boardsize 11");
    session.send("genmove b");
    session.send("genmove w");
    server.wait_for_threads(1);
    drop(session);
    server.wait_for_threads(0);
    // Sessions are limited; each that ends makes room.
    let mut sessions: Vec<Session> = (0..16).map(|_| server.session()).collect();
    sessions.iter_mut().for_each(|session| assert_eq!(session.ask("name"), "= ludion\n\n"));
    assert_eq!(server.session().closing_code(), Some(4002));
    sessions.pop();
    server.wait_for_threads(15);
    assert_eq!(server.session().ask("name"), "= ludion\n\n");
}

#[test]
fn a_session_without_a_word_ends() {
    let server = Server::start_with(&["--idle", "1"]);
    let mut session = server.session();
    assert_eq!(session.ask("name"), "= ludion\n\n");
    // A search that streams is no silence.
    let mut busy = server.session();
    busy.send("analyze b");
    assert_eq!(session.closing_code(), Some(4003));
    assert!(busy.read().starts_with("= "));
    drop(busy);
    server.wait_for_threads(0);
}

#[test]
fn settings_are_held_within_what_a_session_may_have() {
    let server = Server::start();
    let mut session = server.session();
    let number = |reply: String| reply.trim_start_matches('=').trim().parse::<usize>().unwrap();
    for (key, most) in [("threads", std::thread::available_parallelism().unwrap().get()), ("hash_mb", 256)] {
        let usual = number(session.ask(&format!("param {key}")));
        assert!(usual <= most, "{key} {usual}");
        let reply = session.ask(&format!("param {key} 1000000"));
        assert!(reply.starts_with('?') || number(session.ask(&format!("param {key}"))) <= most, "{key}: {reply}");
        assert!(session.ask(&format!("param {key} 1")).starts_with('='));
    }
    // It searches all the same.
    session.ask("boardsize 3");
    assert!(session.ask("genmove b").starts_with("= "));
}

#[test]
fn a_file_that_is_longer_than_a_line_comes_in_parts() {
    let server = Server::start();
    let mut session = server.session();
    session.ask("game graph");
    let content: String = (0..20_000).map(|vertex| format!("v{vertex} 1 - v{}\\n", vertex + 1)).collect();
    let content = content + "v20000 2 G1";
    assert!(content.len() > 4 * 65_536);
    let mut parts: Vec<&str> = Vec::new();
    let mut rest = content.as_str();
    while rest.len() > 60_000 {
        // Never inside of an escape or beside a space, which a line may lose.
        let cut = rest[..60_000].rfind('\\').unwrap();
        parts.push(&rest[..cut]);
        rest = &rest[cut..];
    }
    for part in parts {
        assert!(session.ask(&format!("load_part {part}")).starts_with("= bytes="));
    }
    assert_eq!(session.ask(&format!("load_text {rest}")), "= loaded vertices=20001 edges=20000 start=v0 bipartite=0\n\n");
    assert_eq!(session.ask("rank v19990"), "= 10\n\n");
    // The parts were for that one.
    assert!(session.ask("load_text a 1 - b\\nb 2 G2").contains("vertices=2"));
}

#[test]
fn a_hostile_client_harms_nobody_else() {
    let server = Server::start();
    let mut good = server.session();
    assert_eq!(good.ask("name"), "= ludion\n\n");
    // A line that is too long, a message that is larger, and bytes that are no text.
    let mut long = server.session();
    assert_eq!(long.ask(&"x".repeat(65_537)), "? line too long\n\n");
    let mut huge = server.session();
    let _ = huge.0.send(Message::text("x".repeat(1 << 20)));
    assert_eq!(huge.closing_code(), None);
    let mut binary = server.session();
    let _ = binary.0.send(Message::binary(vec![0, 255]));
    assert_eq!(binary.closing_code(), None);
    // More requests than are answered.
    let mut flood = server.session();
    flood.send("analyze b");
    flood.send("genmove b");
    (0..300).for_each(|_| _ = flood.0.send(Message::text("genmove b")));
    assert!(matches!(flood.closing_code(), Some(4004) | None));
    // Garbage, and connections that say nothing.
    let mut garbage = server.connect();
    let _ = garbage.write_all(&[0xff; 1 << 16]);
    let silent: Vec<TcpStream> = (0..300).filter_map(|_| TcpStream::connect(&server.host).ok()).collect();
    assert_eq!(good.ask("name"), "= ludion\n\n");
    drop(silent);
    let start = Instant::now();
    while server.open(&format!("http://{}", server.host)).is_err() {
        assert!(start.elapsed() < PATIENCE);
        std::thread::sleep(Duration::from_millis(50));
    }
    server.wait_for_threads(2);
}

#[test]
fn slow_clients_harm_nobody_else() {
    let server = Server::start();
    let mut good = server.session();
    // One that reads nothing: far more pictures than a socket holds.
    let mut deaf = server.session();
    (0..250).for_each(|_| deaf.send("svg"));
    // Thousands that come and go, some in the middle of a request.
    for number in 0..2000 {
        let mut stream = server.connect();
        if number % 2 == 0 {
            let _ = stream.write_all(b"GET / HTTP/1.1\r\nHost: ");
        }
        if number % 100 == 0 {
            assert_eq!(good.ask("name"), "= ludion\n\n");
        }
    }
    // One that never ends the head of its request is sent away.
    let mut slow = server.connect();
    slow.write_all(b"GET / HTTP/1.1\r\n").unwrap();
    let start = Instant::now();
    while slow.write_all(b"X-Slow: 1\r\n").is_ok() {
        assert!(start.elapsed() < PATIENCE);
        std::thread::sleep(Duration::from_millis(100));
    }
    assert_eq!(good.ask("name"), "= ludion\n\n");
    drop(deaf);
    server.wait_for_threads(1);
}

#[test]
fn threads_are_shared_with_sessions_at_work() {
    let server = Server::start();
    let cores = std::thread::available_parallelism().unwrap().get();
    let mut threads = 0;
    let _sessions: Vec<Session> = (1..=2)
        .map(|others| {
            let mut session = server.session();
            session.ask(&format!("param threads {cores}"));
            session.send("analyze b");
            // Those of its search; the session's thread is one of them.
            threads += (cores / others).max(1);
            server.wait_for_threads(threads);
            session
        })
        .collect();
}

#[test]
#[cfg(target_os = "linux")]
fn no_other_address_is_listened_to() {
    let server = Server::start();
    let port: u16 = server.host.rsplit_once(':').unwrap().1.parse().unwrap();
    let sockets =
        std::fs::read_to_string("/proc/net/tcp").unwrap() + &std::fs::read_to_string("/proc/net/tcp6").unwrap_or_default();
    // The local address and the state, of which 0A is to listen.
    let rows = sockets.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    let listening = rows.filter(|row| row[1].ends_with(&format!(":{port:04X}")) && row[3] == "0A");
    assert_eq!(listening.map(|row| row[1].to_owned()).collect::<Vec<_>>(), [format!("0100007F:{port:04X}")]);
}

#[test]
fn wrong_lines_of_the_command_line_end_it_before_it_listens() {
    for (arguments, why) in [(["--game", "chess"], "unknown game"), (["--command", "boardsize 99"], "unacceptable size")] {
        let ended = run(&[&arguments[..], &["page", "--port", "0", "--no-open"]].concat(), b"");
        assert_eq!((ended.status.code(), ended.stdout.as_str()), (Some(2), ""));
        assert!(ended.stderr.contains(why), "{}", ended.stderr);
    }
}

#[test]
fn lines_of_the_command_line_may_name_files() {
    let folder = Folder::new("page");
    let path = folder.join("game.sgf");
    std::fs::write(&path, "(;FF[4]GM[11]SZ[5];B[a1])").unwrap();
    let server = Server::start_after(&["--command", &format!("load_file {}", path.display())], &[]);
    let mut session = server.session();
    session.send("position");
    assert_eq!(session.read(), "= 5x5 b:a1\n\n");
    session.send("load_file game.sgf");
    assert_eq!(session.read(), "? cannot load file: this client may not name files\n\n");
}

#[test]
fn a_signal_ends_it() {
    for signal in [Signal::INT, Signal::TERM] {
        let mut server = Server::start();
        let mut session = server.session();
        session.send("boardsize 11");
        session.send("genmove b");
        assert_eq!(session.read(), "= \n\n");
        kill_process(Pid::from_child(&server.process), signal).unwrap();
        assert_eq!(server.process.wait().unwrap().code(), Some(0));
        assert!(matches!(session.0.read(), Err(Error::Protocol(_) | Error::Io(_) | Error::ConnectionClosed)));
    }
}

#[test]
fn a_signal_right_after_the_address_ends_it_as_any_other() {
    for signal in [Signal::TERM, Signal::INT, Signal::HUP, Signal::TERM, Signal::TERM] {
        let mut server = Server::start();
        kill_process(Pid::from_child(&server.process), signal).unwrap();
        assert_eq!(server.process.wait().unwrap().code(), Some(0), "{signal:?}");
    }
}

#[test]
fn a_client_that_closes_is_answered() {
    let server = Server::start();
    let mut session = server.session();
    assert_eq!(session.ask("name"), "= ludion\n\n");
    session.0.close(Some(CloseFrame { code: CloseCode::Normal, reason: "".into() })).unwrap();
    assert_eq!(session.closing_code(), Some(1000));
}
