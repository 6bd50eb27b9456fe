//! Interrupts: `# interrupt`, `stop`, and the request that closes an open reply; and what must not interrupt a search.

use std::time::{Duration, Instant};

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::process::{Engine, replies, run};

/// Longest accepted time to the reply after an interrupt, on a busy machine. On an idle one it is the promised 50 ms.
const AT_ONCE: Duration = Duration::from_millis(500);

const A_WHILE: Duration = Duration::from_millis(200);

/// Starts an engine whose searches do not end by themselves during a test.
fn endless() -> Engine {
    let mut engine = Engine::start(&["--command", "param max_time 1000", "--command", "param hash_mb 16"]);
    engine.expect("name");
    engine
}

/// Starts an engine that works on a request which does not end by itself.
fn start_search(request: &str) -> Engine {
    let mut engine = endless();
    engine.send(request);
    std::thread::sleep(A_WHILE);
    engine
}

#[track_caller]
fn check_move(reply: &str) {
    let name = reply.strip_prefix("= ").and_then(|text| text.strip_suffix("\n\n")).unwrap_or_else(|| panic!("{reply:?}"));
    let (column, row) = name.split_at(1);
    assert!(("a"..="k").contains(&column) && row.parse().is_ok_and(|row: u8| (1..=11).contains(&row)), "{reply:?}");
}

/// Sends a line and waits for the reply to the request that runs.
#[track_caller]
fn prompt_reply(engine: &mut Engine, line: &str) -> String {
    let since = Instant::now();
    engine.send(line);
    let reply = engine.reply();
    assert!(since.elapsed() < AT_ONCE, "{:?}", since.elapsed());
    reply
}

#[test]
fn an_interrupt_ends_a_search_with_its_best_move() {
    let mut engine = start_search("genmove b");
    let reply = prompt_reply(&mut engine, "# interrupt");
    check_move(&reply);
    assert_eq!(engine.expect("position"), format!("11x11 b:{}", reply[2..].trim_end()));
}

#[test]
fn stop_ends_a_search_and_is_answered_itself() {
    let mut engine = start_search("1 genmove b");
    let reply = prompt_reply(&mut engine, "2 stop");
    check_move(&reply.replace("=1", "="));
    assert_eq!(engine.reply(), "=2 \n\n");
    assert_eq!(engine.ask("3 stop"), "=3 \n\n");
}

#[test]
#[allow(clippy::print_stdout, reason = "figures, shown by --nocapture")]
fn two_hundred_interrupts_at_random_moments() {
    let mut random = Pcg64Mcg::seed_from_u64(7);
    let mut engine = endless();
    let mut times = Vec::new();
    for number in 0..200 {
        let color = ["b", "w"][number % 2];
        engine.send(&format!("{number} genmove {color}"));
        // Every fourth interrupt is sent at once, before the search has begun or during its preparation.
        let microseconds = if number % 4 == 0 { random.random_range(0..2_000) } else { random.random_range(0..40_000) };
        std::thread::sleep(Duration::from_micros(microseconds));
        let since = Instant::now();
        engine.send(if number % 2 == 0 { "# interrupt" } else { "stop" });
        let reply = engine.reply();
        times.push(since.elapsed());
        check_move(&reply.replacen(&format!("={number} "), "= ", 1));
        if number % 2 == 1 {
            assert_eq!(engine.reply(), "= \n\n");
        }
        // There is no further reply: the next one is that of the next request.
        assert_eq!(engine.ask("999 undo"), "=999 \n\n");
    }
    times.sort_unstable();
    println!("median {:?}, 95 % {:?}, longest {:?}", times[100], times[190], times[199]);
    assert!(times[199] < AT_ONCE, "{:?}", times[199]);
}

#[test]
fn every_search_can_be_ended() {
    let mut engine = endless();
    let searches = ["reg_genmove w", "solve", "move_values", "dfpn-solve-state b", "dfs-solve-state", "analyze b"];
    for nodes in ["0", "1000000000000"] {
        engine.expect(&format!("param max_nodes {nodes}"));
        for request in searches {
            engine.send(request);
            std::thread::sleep(A_WHILE);
            let reply = prompt_reply(&mut engine, "# interrupt");
            assert!(reply.starts_with("= "), "{request}: {reply}");
            assert_eq!(engine.ask("5 name"), "=5 ludion\n\n", "{request}");
        }
    }
    assert_eq!(engine.expect("position"), "11x11");
}

#[test]
fn an_interrupt_ends_only_the_request_that_runs() {
    let mut engine = Engine::start(&["--command", "param max_time 1"]);
    engine.write(b"1 genmove b\n2 genmove w\n");
    std::thread::sleep(A_WHILE);
    let first = prompt_reply(&mut engine, "# interrupt");
    assert!(first.starts_with("=1 "), "{first}");
    let since = Instant::now();
    let second = engine.reply();
    assert!(second.starts_with("=2 "), "{second}");
    assert!(since.elapsed() > Duration::from_millis(700), "the second search was ended too: {:?}", since.elapsed());
}

#[test]
fn an_interrupt_of_nothing_changes_nothing() {
    let mut engine = Engine::start(&["--command", "param max_time 0.5"]);
    engine.expect("name");
    engine.write(b"# interrupt\n# interrupt\n");
    std::thread::sleep(A_WHILE);
    let since = Instant::now();
    check_move(&engine.ask("genmove b"));
    assert!(since.elapsed() > Duration::from_millis(300), "{:?}", since.elapsed());
}

#[test]
fn an_interrupt_is_seen_behind_a_full_queue() {
    let mut engine = endless();
    engine.send("genmove b");
    // 40 MiB of requests are sent while none is answered.
    let request = format!("known_command {}\n", "x".repeat(1000));
    let requests = (40 << 20) / request.len();
    for _ in 0..requests {
        engine.write(request.as_bytes());
    }
    check_move(&prompt_reply(&mut engine, "# interrupt"));
    let answers: Vec<String> = (0..requests).map(|_| engine.reply()).collect();
    let served = answers.iter().filter(|reply| *reply == "= false\n\n").count();
    let refused = answers.iter().filter(|reply| *reply == "? too many requests wait\n\n").count();
    assert_eq!(served + refused, requests);
    assert!(served * 4 > requests * 3 && refused > 0, "{served} served, {refused} refused");
    assert_eq!(engine.ask("7 name"), "=7 ludion\n\n");
}

/// Requests that take long, each behind the lines before it.
const LONG: &str = "
game nim; boardsize ONES ZEROS; attractor 1
game nim; boardsize THREES grundy; attractor 1
game nim; boardsize THREES grundy; strategy 2
game nim; boardsize 1000000000 999999999 kayles misere=1; strategy
game nim; boardsize 1000000000 octal=0.07777777777777777777777777777777; grundy
game nim; boardsize 1023 1023 wythoff; grundy
game nim; boardsize 0 4000000 wythoff; solve
game hashi; generate size=100x100
game hashi; generate size=100x100 method=simple density=0.5
game hitori; generate size=50x50
game hitori; generate size=100x100 method=simple
game hitori; generate size=100x100 method=alternative
game connect4; solve
game chomp; boardsize 15 15; solve
game dots; boardsize 5 5; solve
game dots; boardsize 10 10; explain
game tictactoe; boardsize 7 7 5; solve
game ricochet; generate
game connect4; puzzle hard size=8x7
game dots; puzzle extreme size=6x6
game graph; puzzle extreme
game tictactoe; puzzle extreme size=6x6
";

#[test]
fn the_longest_commands_of_all_games_can_be_ended() {
    let mut engine = endless();
    engine.expect("param hash_mb 512");
    for lines in LONG.trim().lines() {
        let (setup, request) = lines.rsplit_once("; ").expect("a game and a request");
        for line in setup.split("; ") {
            let line = line.replace("ONES", &"1 ".repeat(14)).replace("ZEROS", &"0 ".repeat(980));
            engine.expect(&line.replace("THREES", &"3 ".repeat(1000)));
        }
        engine.send(request);
        std::thread::sleep(A_WHILE);
        let reply = prompt_reply(&mut engine, "# interrupt");
        assert!(reply.starts_with(['=', '?']), "{request}: {reply}");
        assert_eq!(engine.ask("5 name"), "=5 ludion\n\n", "{request}");
    }
}

#[test]
fn a_short_time_is_kept_where_the_connections_of_the_board_take_longer() {
    // More threads than any machine has cores, and each would take its memory.
    let mut engine = Engine::start(&["--command", "param threads 256", "--command", "param hash_mb 16"]);
    engine.expect("param max_time 0.02");
    engine.expect("boardsize 19");
    for color in ["b", "w", "b"] {
        let since = Instant::now();
        let name = engine.expect(&format!("genmove {color}"));
        assert!(since.elapsed() < Duration::from_secs(2), "{name} after {:?}", since.elapsed());
    }
}

#[test]
fn an_interrupt_is_heard_behind_many_short_lines() {
    let mut engine = endless();
    engine.send("genmove b");
    let requests = 300_000;
    engine.write(&b"name\n".repeat(requests));
    check_move(&prompt_reply(&mut engine, "# interrupt"));
    assert!((0..requests).all(|_| engine.reply() == "= ludion\n\n"));
}

/// One line of an open reply, as `info move M score X win X depth N nodes N pv M...`.
fn check_info(line: &str) {
    let words: Vec<&str> = line.split_whitespace().collect();
    let ["info", "move", mv, "score", score, "win", win, "depth", depth, "nodes", nodes, "pv", first, ..] = words[..] else {
        panic!("{line:?}")
    };
    assert_eq!(mv, first, "{line:?}");
    assert!(score.parse::<f64>().is_ok_and(|score| score.abs() < 100.0), "{line:?}");
    assert!(win.parse::<f64>().is_ok_and(|win| (0.0..=1.0).contains(&win)), "{line:?}");
    assert!(depth.parse::<u32>().is_ok_and(|depth| depth > 0) && nodes.parse::<u64>().is_ok_and(|nodes| nodes > 0), "{line:?}");
}

#[track_caller]
fn check_open_reply(reply: &str) {
    let mut lines = reply.strip_suffix("\n\n").unwrap_or_else(|| panic!("{reply:?}")).lines();
    assert_eq!(lines.next(), Some("= "));
    lines.for_each(check_info);
}

#[test]
fn an_open_reply_goes_on_until_the_next_request() {
    let mut engine = Engine::start(&[]);
    engine.send("4 analyze b");
    assert_eq!(engine.line(), "=4 \n");
    check_info(&engine.line());
    let since = Instant::now();
    let mut lines = 0;
    while since.elapsed() < Duration::from_secs(1) {
        let before = Instant::now();
        check_info(&engine.line());
        assert!(before.elapsed() < AT_ONCE, "silent for {:?}", before.elapsed());
        lines += 1;
    }
    assert!(lines >= 5, "{lines} lines in a second");
    let since = Instant::now();
    engine.send("5 name");
    engine.reply();
    assert_eq!(engine.reply(), "=5 ludion\n\n");
    assert!(since.elapsed() < AT_ONCE, "{:?}", since.elapsed());
    assert_eq!(engine.expect("position"), "11x11");
}

#[test]
fn an_open_reply_is_closed_by_an_interrupt_and_by_stop() {
    let mut engine = Engine::start(&[]);
    for size in [11, 2] {
        engine.expect(&format!("boardsize {size}"));
        for closing in ["# interrupt", "stop"] {
            engine.send("6 analyze w");
            assert_eq!(engine.line(), "=6 \n");
            check_info(&engine.line());
            let rest = prompt_reply(&mut engine, closing);
            rest.lines().filter(|line| !line.is_empty()).for_each(check_info);
            if closing == "stop" {
                assert_eq!(engine.reply(), "= \n\n");
            }
            assert_eq!(engine.ask("8 name"), "=8 ludion\n\n");
        }
    }
}

#[test]
fn blank_lines_and_comments_do_not_close_an_open_reply() {
    let mut engine = Engine::start(&[]);
    engine.send("analyze b");
    engine.write(b"\n# a comment\n  \n");
    std::thread::sleep(A_WHILE);
    let since = Instant::now();
    while since.elapsed() < Duration::from_millis(500) {
        assert_ne!(engine.line(), "\n");
    }
}

#[test]
fn an_open_reply_is_closed_by_the_end_of_input() {
    for input in ["analyze b\n", "boardsize 1\nanalyze b\n", "analyze b\nanalyze w\nname\n"] {
        let ended = run(&[], input.as_bytes());
        assert_eq!((ended.status.code(), ended.stderr.as_str()), (Some(0), ""));
        assert_eq!(replies(&ended.stdout).len(), input.lines().count(), "{input:?}: {}", ended.stdout);
        for reply in replies(&ended.stdout).iter().filter(|reply| reply.contains("info")) {
            check_open_reply(reply);
        }
    }
}

#[test]
fn an_interrupted_load_leaves_the_old_graph() {
    let path = std::env::temp_dir().join(format!("ludion-interrupts-{}.game", std::process::id()));
    // Many short lines; and two, of which one is long.
    let many: String = (0..600_000).map(|n| format!("v{n} 1 - v{}\n", (n + 1) % 600_000)).collect();
    for text in [many, format!("a 1 - {}\nb 1 G1\n", "b ".repeat(6_000_000))] {
        std::fs::write(&path, text).expect("room on the disk");
        let mut engine = Engine::start(&["--game", "graph"]);
        let before = engine.expect("position");
        engine.send(&format!("load_file {}", path.display()));
        std::thread::sleep(Duration::from_millis(60));
        let reply = prompt_reply(&mut engine, "# interrupt");
        assert!(reply.starts_with("? ") && reply.ends_with("interrupted\n\n"), "{reply}");
        assert_eq!(engine.expect("position"), before);
    }
    std::fs::remove_file(&path).expect("it is there");
}
