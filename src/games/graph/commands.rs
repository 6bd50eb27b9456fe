//! The commands of games on graphs: their words, their pictures, their solutions.

use std::sync::Arc;

use super::board::Board;
use super::notation::{self, vertex_name, vertex_names};
use super::{GraphGame, NamedGraph, explain, parser, picture, player};
use crate::attractor::{Graph, Solution as GraphSolution, Verdict, Vertex};
use crate::color::Color;
use crate::files::{self, Access};
use crate::game::explanation::Sentence;
use crate::game::text_record::TextRecord;
use crate::game::turn::{
    self, GameResult, GameValue, MAX_LISTED, MoveValues, Solution, TurnBoard, TurnGame, TurnPlayer, value_text,
};
use crate::game::{Command, Context, export, record};
use crate::picture::{Svg, Text};
use crate::protocol::{Args, Failure, Outcome};
use crate::search::Stop;

mod theory;

/// The commands beside [`TurnGame::SHARED`].
const COMMANDS: &[Command<GraphGame>] = &[
    Command::new(
        "load",
        "TEXT",
        "a game graph on one line: `ID OWNER -|G1|G2|N SUCC...` for each vertex, `;` between; or PGSolver, or DOT",
        load,
    )
    .with_example("load a 1 - b c;b 1 G1;c 2 N"),
    Command::new(
        "load_file",
        "PATH",
        "a game graph from a file, of any size: .game, PGSolver or DOT, as it is or in gzip",
        load_file,
    )
    .with_example("list_commands"),
    Command::new(
        "load_text",
        "TEXT",
        "as load_file, with the text of the file: the parts that came before, and this; `\\n` is a line break, `\\h` a #, `\\\\` a \\",
        load_text,
    )
    .with_example("load_text a 1 - b c\\nb 1 G1\\nc 2 N"),
    Command::new(
        "load_part",
        "TEXT",
        "keeps a part of the text of a file for load_text: for files that are longer than a line",
        load_part,
    )
    .with_example("load_part a 1 - b c\\nb 1 G"),
    turn::play("moves along an edge to a vertex, by name or number; or resign", "play b 9.2"),
    turn::position(
        "the graph and the current vertex as one line, or sets them; `at V` alone is a vertex of this graph",
        "position at 9.2",
    ),
    turn::showboard("[plain|color] [values]", "the vertices with owner, goal and successors; with their winners and ranks"),
    turn::svg("[values]"),
    turn::solve().with_summary("who wins from the current vertex, in how many moves, and how many vertices each player wins"),
    Command::new("value", "V", "who wins from a vertex: win1, win2 or draw", theory::value).with_example("value 8.2"),
    Command::new("rank", "V", "the rank of a vertex in its winner's attractor; - for a draw", theory::rank)
        .with_example("rank 8.2"),
    Command::new(
        "attractor",
        "1|2 [N]",
        "a player's attractor, a line with the vertices of each rank; up to rank N",
        theory::attractor,
    )
    .with_example("attractor 1"),
    Command::new("strategy", "1|2", "a winning move of each vertex that a player owns and wins: a>b", theory::strategy)
        .with_example("strategy 1"),
    Command::new(
        "verify",
        "[STRATEGY]",
        "checks all values, ranks and best moves without solving; or a strategy a>b c>d against all plays",
        theory::verify,
    ),
    Command::new(
        "minmax",
        "DEPTH|inf [HEURISTIC]",
        "minimax to a depth, or to the ends of an acyclic game; scores a=3 b=-0.5 c=inf, else infinite at goals and 0",
        theory::minmax,
    )
    .with_example("minmax 3"),
    turn::puzzle::puzzle(),
    export::export().with_summary(
        "writes the whole graph with its start; names are comments in .game; in .pg a drawn goal is a loss for the player given (1)",
    ),
];

/// Moves of a line of best play that are listed.
const LONGEST_LINE: usize = 30;

/// Returns the vertices of best play from a vertex on, to the first that comes again.
fn best_play(graph: &Graph, solution: &GraphSolution, start: Vertex) -> Vec<Vertex> {
    let mut play = vec![start];
    while let Some(next) = solution.best(graph, play[play.len() - 1]).filter(|_| play.len() < LONGEST_LINE) {
        let is_known = play.contains(&next);
        play.push(next);
        if is_known {
            break;
        }
    }
    play
}

/// Formats the reply to `load`.
fn load_reply(named: &NamedGraph, stop: &Stop) -> Outcome {
    let graph = &named.graph;
    Ok(format!(
        "loaded vertices={} edges={} start={} bipartite={}",
        graph.vertex_count(),
        graph.edge_count(),
        vertex_name(named, graph.start()),
        u8::from(graph.is_bipartite(stop).ok_or_else(interruption)?)
    ))
}

fn load_graph(game: &mut GraphGame, named: NamedGraph, stop: &Stop) -> Outcome {
    let line = load_reply(&named, stop)?;
    game.board = Board::new(Arc::new(named));
    game.clock.restart();
    Ok(line)
}

fn load(game: &mut GraphGame, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let text = &*record::restore_hashes(args.expect_rest("TEXT")?);
    match notation::parse_graph(text) {
        Ok(named) => load_graph(game, named, &context.stop),
        Err(_) if TextRecord::begins(text) || notation::ends_at_vertex(text) => {
            record::Persist::load_text(game, text).map(|()| String::new())
        }
        Err(failure) => Err(record::refuse(text, failure)),
    }
}

fn load_file(game: &mut GraphGame, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let path = args.expect_rest("PATH")?;
    context.settings.limits.files.check().map_err(Failure::CannotLoadFile)?;
    match parser::parse_file(path, context.settings.threads, &context.stop) {
        Ok(named) => load_graph(game, named, &context.stop),
        Err(error) if error.ends_with(parser::OUT_OF_MEMORY) || context.stop.is_raised() => Err(Failure::CannotLoadFile(error)),
        // The file may be one that `save` has written.
        Err(error) => load_saved_game(game, path, context.settings.limits.files, error),
    }
}

/// Loads a file that `save` has written, and no other: the first line of a damaged file may be a valid graph by itself. `why` is the
/// failure for another file: why it is no graph.
fn load_saved_game(game: &mut GraphGame, path: &str, access: Access, why: String) -> Outcome {
    let content = files::read_up_to(path, record::MAX_BYTES, access).unwrap_or_default();
    load_saved_text(game, path, &content, why)
}

/// Loads the content of such a file, as [`load_saved_game`] does.
fn load_saved_text(game: &mut GraphGame, name: &str, content: &str, why: String) -> Outcome {
    if record::is_saved(content) {
        // One of another game is refused by its name.
        return record::load_content(game, name, content);
    }
    let loaded = if notation::is_position_line(content) { record::load_content(game, name, content).ok() } else { None };
    loaded.ok_or(Failure::CannotLoadFile(why))
}

fn load_part(game: &mut GraphGame, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    let text = args.expect_rest("TEXT")?;
    let parts = game.player.parts(game.board.named_graph());
    if (parts.len() + text.len()) as u64 > files::MAX_BYTES {
        return Err(Failure::Other(format!("larger than {} MiB", files::MAX_BYTES >> 20)));
    }
    parts.push_str(text);
    Ok(format!("bytes={}", parts.len()))
}

fn load_text(game: &mut GraphGame, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let last = args.expect_rest("TEXT")?;
    // The parts are consumed, even if they cannot be parsed.
    let text = std::mem::take(game.player.parts(game.board.named_graph())) + last;
    let text = record::unescape(&text);
    match parser::parse_content(&text, context.settings.threads, &context.stop) {
        Ok(named) => load_graph(game, named, &context.stop),
        Err(error) if error.ends_with(parser::OUT_OF_MEMORY) || context.stop.is_raised() => Err(Failure::CannotLoadFile(error)),
        // The text may be one that `save_text` has written.
        Err(error) => load_saved_text(game, "text", &text, error),
    }
}

fn interruption() -> Failure {
    Failure::Interrupted(String::new())
}

/// Returns the solution, or the failure of a budget that ended first.
fn require_solution(game: &mut GraphGame, context: &Context<'_>) -> Result<Arc<GraphSolution>, Failure> {
    let budget = context.open_budget();
    let solution = game.player.solution(game.board.named_graph(), context.settings.threads, &budget);
    solution.ok_or_else(|| if budget.is_over() { interruption() } else { Failure::Other(parser::OUT_OF_MEMORY.into()) })
}

/// Returns the value of a vertex for a player who reaches it in this many plies.
fn game_value(verdict: Verdict, player: Color, plies: u32) -> GameValue {
    match verdict {
        Verdict::Draw => GameValue::new(GameResult::Draw, None),
        Verdict::Win(winner, rank) => {
            let result = if winner == player { GameResult::Win } else { GameResult::Loss };
            GameValue::new(result, Some(u64::from(rank + plies)))
        }
    }
}

impl TurnGame for GraphGame {
    const TERMS_HAVE_LINE: bool = true;

    const OWN: &'static [Command<Self>] = COMMANDS;

    type Overlay = Arc<GraphSolution>;

    fn overlay(&mut self, name: &str, context: &Context<'_>) -> Result<Arc<GraphSolution>, Failure> {
        match name {
            "values" => require_solution(self, context),
            _ => Err(turn::unknown_overlay(name, "values")),
        }
    }

    fn text(&self, overlay: Option<&Arc<GraphSolution>>) -> Text {
        picture::text(&self.board, overlay.map(Arc::as_ref))
    }

    fn caption(&self) -> String {
        let graph = self.board.graph();
        format!("vertices {} edges {}, {}", graph.vertex_count(), graph.edge_count(), turn::turn_caption(&self.board))
    }

    fn reason_of_end(&self) -> String {
        format!("the play has reached {}", vertex_name(self.board.named_graph(), self.board.current()))
    }

    fn svg(&self, overlay: Option<&Arc<GraphSolution>>) -> Svg {
        picture::svg(&self.board, overlay.map(Arc::as_ref))
    }

    fn terms(&mut self, context: &mut Context<'_>) -> Vec<Sentence> {
        let Ok(solution) = require_solution(self, context) else { return Vec::new() };
        let (named, current) = (self.board.named_graph(), self.board.current());
        let graph = &named.graph;
        let place = match solution.verdict(current) {
            Verdict::Draw => "is in neither attractor: neither player can force a goal".to_owned(),
            Verdict::Win(winner, rank) => format!("is in the attractor of player {}, with rank {rank}", winner.index() + 1),
        };
        let play = best_play(graph, &solution, current);
        let has_cycle = play.split_last().is_some_and(|(last, before)| before.contains(last));
        let name = vertex_name(named, current);
        let listed = vertex_names(named, play.iter().copied());
        let mut sentences = vec![
            Sentence::from(format!("the vertex {name} {place}")).cells([name]),
            Sentence::from(format!("best play: {listed}{}", if has_cycle { ", and so on" } else { "" }))
                .line(play.iter().skip(1).map(|&vertex| vertex_name(named, vertex))),
        ];
        match solution.verdict(current) {
            Verdict::Win(winner, rank) => sentences.extend(explain::attractor_terms(named, &solution, winner, rank)),
            Verdict::Draw => {
                sentences.extend(
                    Color::BOTH
                        .into_iter()
                        .flat_map(|player| explain::attractor_terms(named, &solution, player, solution.longest(player))),
                );
            }
        }
        sentences
    }
}

impl TurnPlayer for GraphGame {
    fn choose(&mut self, color: Color, context: &mut Context<'_>) -> Option<Vertex> {
        let budget = context.move_budget(&self.clock, color, 1);
        let solution = self.player.solution(self.board.named_graph(), context.settings.threads, &budget);
        let (graph, current) = (self.board.graph(), self.board.current());
        match solution {
            Some(solution) => {
                let next = player::choose(graph, &solution, current, context.settings, self.board.record().len())?;
                context.report_reason(&value_text(&game_value(solution.verdict(next), color, 1)));
                Some(next)
            }
            // Without a solution any move will do.
            None => graph.successors(current).next(),
        }
    }

    fn solve(&mut self, color: Color, context: &Context<'_>) -> Solution<Vertex> {
        let solution = self.player.solution(self.board.named_graph(), context.settings.threads, &context.open_budget());
        let (graph, current) = (self.board.graph(), self.board.current());
        let mut details = vec![("vertices", graph.vertex_count() as i64), ("edges", graph.edge_count() as i64)];
        let (value, best) = match solution {
            None => (GameValue::UNKNOWN, None),
            Some(solution) => {
                let [win1, win2] = Color::BOTH.map(|player| solution.wins(player) as i64);
                details.extend([("win1", win1), ("win2", win2), ("draw", solution.draws() as i64)]);
                (game_value(solution.verdict(current), color, 0), solution.best(graph, current))
            }
        };
        Solution { value, best, details, nodes: None, note: String::new() }
    }

    fn move_values(&mut self, color: Color, context: &Context<'_>) -> Result<MoveValues<Vertex>, Failure> {
        let solution = require_solution(self, context)?;
        let mut values =
            MoveValues::all(self.board.legal_moves(color).map(|next| (next, game_value(solution.verdict(next), color, 1))));
        values.winning = Some(values.moves.iter().filter(|(_, value)| value.result == Some(GameResult::Win)).count() as u64);
        values.moves.truncate(MAX_LISTED);
        Ok(values)
    }

    fn analyze(&mut self, color: Color, context: &mut Context<'_>) -> Result<(), Failure> {
        let solution = require_solution(self, context)?;
        let (graph, named) = (self.board.graph(), self.board.named_graph());
        let moves = self.board.legal_moves(color).map(|next| (next, game_value(solution.verdict(next), color, 1))).collect();
        let name = |next| vertex_name(named, next);
        turn::stream_solved(context, moves, graph.vertex_count() as u64, name, |next| {
            vertex_names(named, std::iter::successors(Some(next), |&vertex| solution.best(graph, vertex)).take(LONGEST_LINE))
        });
        Ok(())
    }
}
