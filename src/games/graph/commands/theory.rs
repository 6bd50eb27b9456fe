//! The commands of theory: values, ranks, attractors, strategies, min-max.

use std::sync::Arc;

use nom::branch::alt;
use nom::bytes::complete::tag_no_case;
use nom::combinator::value as constant;
use nom::{IResult, Parser};

use super::super::minmax::{self, MinmaxError, MinmaxResult};
use super::super::notation::{self, vertex_name, vertex_names};
use super::super::strategy::{PlayEnd, StrategyTest, test_strategy};
use super::super::{GraphGame, NamedGraph};
use super::{interruption, require_solution};
use crate::attractor::{Verdict, Vertex, verify_within};
use crate::color::Color;
use crate::game::Context;
use crate::pages::check_available;
use crate::protocol::{Args, Failure, Outcome, natural};

/// Most level sets that are listed; the others are counted.
const MAX_LEVELS: usize = 200;

fn parse_vertex(game: &GraphGame, args: &mut Args<'_>) -> Result<Vertex, Failure> {
    let word = args.expect_word("V")?;
    args.end()?;
    notation::find_vertex(game.board.named_graph(), word)
}

pub(super) fn value(game: &mut GraphGame, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let vertex = parse_vertex(game, args)?;
    Ok(match require_solution(game, context)?.verdict(vertex) {
        Verdict::Win(player, _) => format!("win{}", player.index() + 1),
        Verdict::Draw => "draw".to_owned(),
    })
}

pub(super) fn rank(game: &mut GraphGame, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let vertex = parse_vertex(game, args)?;
    Ok(match require_solution(game, context)?.verdict(vertex) {
        Verdict::Win(_, rank) => rank.to_string(),
        Verdict::Draw => "-".to_owned(),
    })
}

pub(super) fn attractor(game: &mut GraphGame, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let player = args.next("1 or 2", notation::player)?;
    let limit = args.optional_last("a rank", natural::<u32>)?;
    let solution = require_solution(game, context)?;
    let longest = solution.longest(player).min(limit.unwrap_or(u32::MAX));
    let mut levels: Vec<Level> = Vec::new();
    levels.resize_with(MAX_LEVELS.min(longest as usize + 1), Level::default);
    let mut size = 0_usize;
    for vertex in game.board.graph().vertices_until(&context.stop) {
        let Some(rank) = solution.rank(vertex, player).filter(|&rank| rank <= longest) else { continue };
        size += 1;
        if let Some(level) = levels.get_mut(rank as usize) {
            level.size += 1;
            if level.first.len() < notation::MAX_NAMES / 10 {
                level.first.push(vertex);
            }
        }
    }
    if context.stop.is_raised() {
        return Err(interruption());
    }
    let mut lines = vec![format!("attractor player={} size={size} rank={longest}", player.index() + 1)];
    let listed = if size == 0 { &[][..] } else { &levels };
    lines.extend(listed.iter().enumerate().map(|(rank, level)| level.line(rank, game.board.named_graph())));
    if longest as usize >= levels.len() {
        lines.push(format!("... ({} more ranks)", longest as usize + 1 - levels.len()));
    }
    Ok(lines.join("\n"))
}

/// The vertices that an attractor gains at a rank.
#[derive(Default)]
struct Level {
    size: usize,
    first: Vec<Vertex>,
}

impl Level {
    /// Returns `3: a b c`, cut with a count.
    fn line(&self, rank: usize, named: &NamedGraph) -> String {
        let more = self.size - self.first.len();
        let more = if more > 0 { format!(" ... ({more} more)") } else { String::new() };
        let space = if self.size > 0 { " " } else { "" };
        format!("{rank}:{space}{}{more}", vertex_names(named, self.first.iter().copied()))
    }
}

/// Returns `a>b`.
fn move_word(named: &NamedGraph, from: Vertex, to: Vertex) -> String {
    format!("{}>{}", vertex_name(named, from), vertex_name(named, to))
}

pub(super) fn strategy(game: &mut GraphGame, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let player = args.last("1 or 2", notation::player)?;
    let solution = require_solution(game, context)?;
    let (graph, named) = (game.board.graph(), game.board.named_graph());
    let own = graph.vertices_until(&context.stop).filter(|&vertex| graph.owner(vertex) == player);
    let own = own.filter(|&vertex| solution.rank(vertex, player).is_some() && graph.goal(vertex).is_none());
    let moves = notation::join_truncated(own, |vertex| move_word(named, vertex, solution.best(graph, vertex).unwrap_or(vertex)));
    if context.stop.is_raised() { Err(interruption()) } else { Ok(moves) }
}

pub(super) fn verify(game: &mut GraphGame, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    if args.is_empty() {
        let solution = require_solution(game, context)?;
        let graph = game.board.graph();
        verify_within(graph, &solution, &context.stop).ok_or_else(interruption)?.map_err(|fault| {
            Failure::Other(format!("vertex {}: {}", vertex_name(game.board.named_graph(), fault.vertex), fault.what))
        })?;
        return Ok(format!("verified vertices={} edges={}", graph.vertex_count(), graph.edge_count()));
    }
    let named: Arc<NamedGraph> = game.board.named_graph().clone();
    let moves = notation::parse_strategy(&named, args.rest())?;
    let (graph, from) = (&named.graph, game.board.current());
    let player = graph.owner(moves[0].0);
    let number = player.index() + 1;
    let tried = test_strategy(graph, from, player, &moves, &context.stop).ok_or_else(interruption)?;
    Ok(match tried {
        StrategyTest::Winning(plies) => format!("winning player={number} plies={plies}"),
        StrategyTest::Losing(play, end) => {
            let end = match end {
                PlayEnd::Lost => "loss",
                PlayEnd::Drawn => "draw",
                PlayEnd::Endless => "endless",
                PlayEnd::NoMove => "no-move",
            };
            format!("losing player={number} end={end} play={}", join(&named, &play))
        }
    })
}

/// Returns `a>b>c`, cut with a count.
fn join(named: &NamedGraph, play: &[Vertex]) -> String {
    let shown: Vec<String> = play.iter().take(notation::MAX_NAMES).map(|&vertex| vertex_name(named, vertex)).collect();
    let more = play.len() - shown.len();
    shown.join(">") + &if more > 0 { format!(" ... ({more} more)") } else { String::new() }
}

/// The depth of a min-max search.
#[derive(Clone, Copy)]
enum Depth {
    To(u64),
    Infinite,
}

fn depth(word: &str) -> IResult<&str, Depth> {
    alt((constant(Depth::Infinite, tag_no_case("inf")), natural::<u64>.map(Depth::To))).parse(word)
}

pub(super) fn minmax(game: &mut GraphGame, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let depth = args.next("a depth or inf", depth)?;
    let named: Arc<NamedGraph> = game.board.named_graph().clone();
    let (graph, from) = (&named.graph, game.board.current());
    check_available(2 * size_of::<f64>() * graph.vertex_count()).map_err(Failure::Other)?;
    let vertices = graph.vertices_until(&context.stop);
    let mut scores: Vec<f64> = vertices.map(|vertex| minmax::trivial_heuristic(graph, vertex)).collect();
    if scores.len() < graph.vertex_count() {
        return Err(interruption());
    }
    for (vertex, score) in notation::parse_heuristic(&named, args.rest())? {
        scores[vertex.index()] = score;
    }
    let budget = context.open_budget();
    let failed = |failed: MinmaxError| match failed {
        MinmaxError::Stopped => interruption(),
        MinmaxError::Cycle(cycle) => Failure::Other(format!("there is a cycle, give a depth: {}", join(&named, &cycle))),
    };
    match depth {
        Depth::To(depth) => {
            minmax::search_to_depth(graph, from, depth, scores, &budget).map(|found| result_line(&named, &found)).map_err(failed)
        }
        Depth::Infinite => {
            let vertices = minmax::list_reachable(graph, from, &context.stop).ok_or_else(interruption)?;
            let (found, scores) = minmax::search_to_end(graph, from, scores, &budget).map_err(failed)?;
            let mut lines = vec![result_line(&named, &found)];
            lines.extend(Color::BOTH.map(|player| winning_moves(&named, &vertices, player, &scores)));
            Ok(lines.join("\n"))
        }
    }
}

/// Returns `score=3 move=t nodes=15`.
fn result_line(named: &NamedGraph, found: &MinmaxResult) -> String {
    let best = found.best.map_or_else(String::new, |best| format!(" move={}", vertex_name(named, best)));
    format!("minmax score={}{best} nodes={}", notation::score_text(found.score), found.nodes)
}

/// Returns `strategy1 a>b c>d`: the moves that keep a score that is infinitely good for a player.
fn winning_moves(named: &NamedGraph, vertices: &[Vertex], player: Color, scores: &[f64]) -> String {
    let graph = &named.graph;
    let goal = if player == Color::Black { f64::INFINITY } else { f64::NEG_INFINITY };
    let is_won = |vertex: Vertex| scores[vertex.index()] == goal;
    let own = vertices.iter().copied().filter(|&vertex| graph.owner(vertex) == player && is_won(vertex));
    let own = own.filter(|&vertex| graph.goal(vertex).is_none());
    let kept = |vertex: Vertex| graph.successors(vertex).find(|&to| is_won(to)).unwrap_or(vertex);
    let moves = notation::join_truncated(own, |vertex| move_word(named, vertex, kept(vertex)));
    format!("strategy{} {moves}", player.index() + 1).trim_end().to_owned()
}
