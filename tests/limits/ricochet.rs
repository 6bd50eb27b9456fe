//! Ricochet Robots on the wire: what ends a long search, and the reply then.

use std::time::{Duration, Instant};

use crate::process::Engine;

/// Longest accepted time to the reply after an interrupt, on a busy machine. On an idle one it is the promised 50 ms.
const AT_ONCE: Duration = Duration::from_millis(500);

const A_WHILE: Duration = Duration::from_millis(200);

/// Five robots under the ricochet rule: a search of minutes.
const LONG: &str = "load 0765+52+2E21BD0F10+93 rule=ricochet";

#[track_caller]
fn reply_when_interrupted(request: &str) -> String {
    let mut engine = Engine::start(&["--game", "ricochet", "--command", LONG, "--command", "param hash_mb 4000"]);
    engine.expect("name");
    engine.send(request);
    std::thread::sleep(A_WHILE);
    let since = Instant::now();
    engine.send("# interrupt");
    let reply = engine.reply();
    assert!(since.elapsed() < AT_ONCE, "{:?}", since.elapsed());
    reply
}

#[test]
fn an_interrupt_is_answered_with_the_bound() {
    for request in ["solve", "solve bfs", "solve ida", "solutions", "rate", "hint 4"] {
        let reply = reply_when_interrupted(request);
        let lower = reply.strip_prefix("= unknown lower=").and_then(|rest| rest.split_whitespace().next()?.parse::<u8>().ok());
        assert!(lower.is_some_and(|lower| lower > 4), "{request}: {reply}");
    }
}

#[test]
fn memory_ends_a_search() {
    let mut engine = Engine::start(&["--game", "ricochet", "--command", LONG, "--command", "param hash_mb 4"]);
    engine.expect("name");
    for request in ["solve", "solve bfs", "solve astar"] {
        engine.send(request);
        let reply = engine.reply();
        assert!(reply.starts_with("= unknown lower="), "{request}: {reply}");
    }
}
