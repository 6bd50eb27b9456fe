//! A session: a WebSocket, an engine, and a thread that answers. A message from the page is a line of the protocol; a message to
//! the page is a reply, a streamed line or a drawing. The session and its thread end when the tab is closed.

use std::io::{self, Write};
use std::sync::{Arc, Weak};
use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use parking_lot::Mutex;
use tokio::sync::mpsc::{Sender, channel};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, sleep_until, timeout};

use super::guard::Guard;
use crate::engine::Engine;
use crate::files::Access;
use crate::protocol::MAX_LINE;
use crate::serve::inbox::Inbox;
use crate::serve::pipe::put;
use crate::serve::writer::{Client, Writer};
use crate::serve::{answer_all, ask};
use crate::settings::{ClientLimits, Settings};

/// Most sessions at a time.
const MAX_SESSIONS: usize = 16;

/// Most requests of a session that wait for their replies.
const MAX_OPEN: u64 = 256;

/// Largest message from the page: a line, and some bytes so that one that is too long is answered as such.
const MAX_MESSAGE: usize = MAX_LINE + 1024;

/// Replies that wait for a slow page. The engine waits with the next one.
const MAX_UNSENT: usize = 256;

/// How long the page may take for its first message, and to receive a reply.
const PATIENCE: Duration = Duration::from_secs(20);

/// Size of the search tables of a session, in mebibytes.
const MAX_HASH_MB: usize = 256;

/// The `nice` value of the threads of a session, so that the browser draws a move at once while sessions search.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 10;

/// Stack of a session's thread, in bytes: that of a process's first thread.
const STACK: usize = 8 << 20;

/// Codes with which the server closes a socket. After `WRONG_KEY` and `IDLE` the page does not connect again by itself.
const WRONG_KEY: u16 = 4001;
const TOO_MANY_SESSIONS: u16 = 4002;
const IDLE: u16 = 4003;
const TOO_MANY_REQUESTS: u16 = 4004;
const QUIT: u16 = 4005;

/// What all sessions share.
pub struct Sessions {
    guard: Arc<Guard>,
    free: Arc<Semaphore>,
    /// A session without messages in either direction ends after this time: the page begins another one when it needs it.
    idle: Duration,
    first_lines: Vec<String>,
    limits: ClientLimits,
    /// The requests of the sessions that are open.
    inboxes: Mutex<Vec<Weak<Inbox>>>,
}

impl Sessions {
    /// Creates the state without a session; each begins with these lines, and ends after `idle` without a message.
    pub fn new(guard: Arc<Guard>, idle: Duration, first_lines: Vec<String>) -> Sessions {
        let threads = Settings::default().limits.threads;
        let limits = ClientLimits { threads, hash_mb: MAX_HASH_MB, files: Access::Refused };
        Sessions { guard, free: Arc::new(Semaphore::new(MAX_SESSIONS)), idle, first_lines, limits, inboxes: Mutex::default() }
    }

    fn new_inbox(&self) -> Arc<Inbox> {
        let inbox = Arc::new(Inbox::default());
        let mut inboxes = self.inboxes.lock();
        inboxes.retain(|other| other.strong_count() > 0);
        inboxes.push(Arc::downgrade(&inbox));
        inbox
    }

    /// Returns the limits of the next request of a session: the threads are divided among the sessions that are busy.
    fn share(&self, own: &Arc<Inbox>) -> ClientLimits {
        let is_busy = |other: &Arc<Inbox>| !Arc::ptr_eq(own, other) && other.count_open() > 0;
        let others = self.inboxes.lock().iter().filter_map(Weak::upgrade).filter(is_busy).count();
        ClientLimits { threads: (self.limits.threads / (others + 1)).max(1), ..self.limits }
    }

    fn new_engine(&self) -> Engine {
        let mut engine = Engine::default();
        // These lines are the operator's, not the client's.
        engine.set_limits(ClientLimits { files: Access::Granted, ..self.limits });
        for line in &self.first_lines {
            if let Err(failure) = ask(&mut engine, line) {
                log::error!("{line}: {failure}");
            }
        }
        engine.set_limits(self.limits);
        engine
    }
}

/// Answers the request that opens a socket.
pub(super) async fn upgrade(State(sessions): State<Arc<Sessions>>, socket: WebSocketUpgrade) -> Response {
    let socket = socket.max_message_size(MAX_MESSAGE).max_frame_size(MAX_MESSAGE);
    socket.on_upgrade(move |mut socket| async move {
        let code = run(&mut socket, &sessions).await;
        let frame = code.map(|code| CloseFrame { code, reason: "".into() });
        let close = async {
            // It fails where the page has closed; reading then answers it.
            let _ = socket.send(Message::Close(frame)).await;
            // Bytes that nobody reads would reset the connection, and the page would not see the code.
            while socket.recv().await.is_some_and(|message| message.is_ok()) {}
        };
        // The page may be gone.
        let _ = timeout(PATIENCE, close).await;
    })
}

/// Serves a socket. Returns the code to close it with; `None` when its page is gone.
async fn run(socket: &mut WebSocket, sessions: &Arc<Sessions>) -> Option<u16> {
    let Ok(Some(Ok(Message::Text(first)))) = timeout(PATIENCE, socket.recv()).await else { return Some(WRONG_KEY) };
    if !sessions.guard.knows(&first) {
        return Some(WRONG_KEY);
    }
    let Ok(permit) = sessions.free.clone().try_acquire_owned() else { return Some(TOO_MANY_SESSIONS) };
    let inbox = sessions.new_inbox();
    let (sender, mut replies) = channel(MAX_UNSENT);
    start_thread(sessions.clone(), inbox.clone(), sender, permit);
    let mut idle_at = Instant::now() + sessions.idle;
    let code = loop {
        tokio::select! {
            message = socket.recv() => match message {
                Some(Ok(Message::Text(text))) => text.split('\n').for_each(|line| receive(&inbox, line)),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(Message::Binary(_) | Message::Close(_)) | Err(_)) | None => break None,
            },
            reply = replies.recv() => match reply {
                Some(reply) => if !matches!(timeout(PATIENCE, socket.send(Message::text(reply))).await, Ok(Ok(()))) { break None },
                None => break Some(QUIT),
            },
            // A long search may be silent.
            () = sleep_until(idle_at) => if inbox.count_open() == 0 { break Some(IDLE) },
        }
        if inbox.count_open() > MAX_OPEN {
            break Some(TOO_MANY_REQUESTS);
        }
        idle_at = Instant::now() + sessions.idle;
    };
    inbox.abandon();
    code
}

fn receive(inbox: &Inbox, line: &str) {
    put(inbox, Some(line.as_bytes()).filter(|line| line.len() <= MAX_LINE));
}

/// Starts the thread that answers. The session counts until the thread has ended.
fn start_thread(sessions: Arc<Sessions>, inbox: Arc<Inbox>, sender: Sender<String>, permit: OwnedSemaphorePermit) {
    let answer = move || {
        // On Linux this is a matter of the thread, and of those that it starts.
        #[cfg(target_os = "linux")]
        if let Err(error) = rustix::process::nice(NICENESS) {
            log::debug!("nice: {error}");
        }
        let mut engine = sessions.new_engine();
        let mut writer = Writer::new(Outbox { sender, text: Vec::new() }, Client::Program, |_| ());
        answer_all(&mut engine, &inbox, &mut writer, |engine| engine.set_limits(sessions.share(&inbox)));
        drop(permit);
    };
    if let Err(error) = std::thread::Builder::new().name("session".into()).stack_size(STACK).spawn(answer) {
        log::error!("no thread for a session: {error}");
    }
}

/// Collects what is written, and sends it as a message when it is flushed.
struct Outbox {
    sender: Sender<String>,
    text: Vec<u8>,
}

impl Write for Outbox {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.text.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let text = String::from_utf8_lossy(&std::mem::take(&mut self.text)).into_owned();
        self.sender.blocking_send(text).map_err(io::Error::other)
    }
}
