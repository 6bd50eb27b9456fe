//! The front end for a browser: serves one page on the loopback interface. One WebSocket is one session, with an engine and a
//! thread of its own; its messages are the lines of the protocol.

mod assets;
mod guard;
mod key;
mod session;

use std::net::{Ipv4Addr, SocketAddr};
use std::process::{Command, ExitCode, Stdio};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::get;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

use super::writer::{Client, Writer};
use guard::Guard;
use session::Sessions;

/// Most connections at a time; further ones are closed at once.
const MAX_CONNECTIONS: usize = 128;

/// The default port. It is fixed because bookmarks and the storage of a browser belong to a port.
const DEFAULT_PORT: u16 = 7737;

/// How long a client may take to send the head of a request.
const HEAD_TIME: Duration = Duration::from_secs(5);

/// Serves the page until a signal, at this port or the default one; `opens` says whether to open a browser. Each session begins
/// with `first_lines`, and ends if no message comes for `idle`.
#[must_use]
pub fn run(port: Option<u16>, opens: bool, idle: Duration, first_lines: Vec<String>) -> ExitCode {
    let served = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .and_then(|runtime| runtime.block_on(serve(port, opens, idle, first_lines)));
    match served {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            log::error!("the page cannot be served: {error}");
            ExitCode::from(2)
        }
    }
}

async fn serve(port: Option<u16>, opens: bool, idle: Duration, first_lines: Vec<String>) -> std::io::Result<()> {
    let listener = listen(port).await?;
    let guard = Arc::new(Guard::new(listener.local_addr()?.port(), key::read_or_make()?));
    let address = guard.address();
    // Before anybody knows that the server is there.
    let signal = watch_signals();
    Writer::new(std::io::stdout(), Client::Person, |_| ()).say(&format!("{address}\nCtrl-C ends it."));
    if opens {
        open_browser(&address);
    }
    let router = Router::new()
        .route("/session", get(session::upgrade))
        .fallback(assets::serve)
        .layer(from_fn_with_state(guard.clone(), guard::check))
        .with_state(Arc::new(Sessions::new(guard, idle, first_lines)));
    tokio::select! {
        () = accept(listener, router) => {}
        () = signal => {}
    }
    // Threads that search end with the process.
    super::exit();
    Ok(())
}

/// Listens at a port of the loopback interface; without one at the usual port, or where that is in use at a free one.
async fn listen(port: Option<u16>) -> std::io::Result<TcpListener> {
    let at = |port| TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port)));
    match port {
        Some(port) => at(port).await,
        None => match at(DEFAULT_PORT).await {
            Err(error) if error.kind() == std::io::ErrorKind::AddrInUse => at(0).await,
            other => other,
        },
    }
}

/// Serves each connection in a task of its own.
async fn accept(listener: TcpListener, router: Router) {
    let connections = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    let mut http = hyper::server::conn::http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEAD_TIME);
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            // The system has no more handles: some will be free soon.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let Ok(permit) = connections.clone().try_acquire_owned() else { continue };
        // Without this a short message waits for the acknowledgement of the one before it.
        let _ = stream.set_nodelay(true);
        let connection = http.serve_connection(TokioIo::new(stream), TowerToHyperService::new(router.clone())).with_upgrades();
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                log::debug!("a connection ended: {error}");
            }
            drop(permit);
        });
    }
}

#[cfg(unix)]
fn watch_signals() -> impl Future<Output = ()> {
    use tokio::signal::unix::{SignalKind, signal};

    let signals = [SignalKind::interrupt(), SignalKind::terminate(), SignalKind::hangup()].map(signal);
    async {
        let [Ok(mut interrupt), Ok(mut terminate), Ok(mut hangup)] = signals else {
            return std::future::pending().await;
        };
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
            _ = hangup.recv() => {}
        }
    }
}

#[cfg(not(unix))]
async fn watch_signals() {
    let _ = tokio::signal::ctrl_c().await;
}

/// Opens the address in a browser, if there is a desktop.
fn open_browser(address: &str) {
    let has_desktop = ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some());
    let (program, arguments): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/c", "start", ""]),
        _ if has_desktop => ("xdg-open", &[]),
        _ => return,
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    match command.spawn() {
        // The thread waits for the program, so that nothing is left of it.
        Ok(mut child) => drop(std::thread::spawn(move || child.wait())),
        Err(error) => log::warn!("{program} cannot be started: {error}"),
    }
}
