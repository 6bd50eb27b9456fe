//! The commands of games on graphs: their words, their pictures, their solutions.

use std::sync::Arc;

use super::board::Board;
use super::notation::{self, vertex_name, vertex_names};
use super::{GraphGame, NamedGraph, parser, picture, player};
use crate::attractor::{Solution as GraphSolution, Verdict, Vertex};
use crate::color::Color;
use crate::game::turn::{self, GameResult, MAX_LISTED, MoveValues, Solution, TurnBoard, TurnGame, Worth};
use crate::game::{Command, Context, export};
use crate::picture::{Svg, Text};
use crate::protocol::{Args, Failure, Outcome};

mod theory;

/// The table, but for what all two-player games word alike.
pub(super) const COMMANDS: &[Command<GraphGame>] = &[
    Command {
        name: "load",
        usage: "TEXT",
        summary: "a game graph on one line: `ID OWNER -|G1|G2|N SUCC...` for each vertex, `;` between; or PGSolver, or DOT",
        example: "load a 1 - b c;b 1 G1;c 2 N",
        run: load,
    },
    Command {
        name: "load_file",
        usage: "PATH",
        summary: "a game graph from a file, of any size: .game, PGSolver or DOT, as it is or in gzip",
        example: "list_commands",
        run: load_file,
    },
    turn::play("moves along an edge to a vertex, by name or number; or resign", "play b 9.2"),
    turn::position(
        "the graph and the current vertex as one line, or sets them; `at V` alone is a vertex of this graph",
        "position at 9.2",
    ),
    turn::showboard("[plain|color] [values]", "the vertices with owner, goal and successors; with their winners and ranks"),
    turn::svg("[values]"),
    Command {
        summary: "who wins from the current vertex, in how many moves, and how many vertices each player wins",
        ..turn::solve()
    },
    Command {
        name: "value",
        usage: "V",
        summary: "who wins from a vertex: win1, win2 or draw",
        example: "value 8.2",
        run: theory::value,
    },
    Command {
        name: "rank",
        usage: "V",
        summary: "the rank of a vertex in its winner's attractor; - for a draw",
        example: "rank 8.2",
        run: theory::rank,
    },
    Command {
        name: "attractor",
        usage: "1|2 [N]",
        summary: "a player's attractor, a line with the vertices of each rank; up to rank N",
        example: "attractor 1",
        run: theory::attractor,
    },
    Command {
        name: "strategy",
        usage: "1|2",
        summary: "a winning move of each vertex that a player owns and wins: a>b",
        example: "strategy 1",
        run: theory::strategy,
    },
    Command::new(
        "verify",
        "[STRATEGY]",
        "checks all values, ranks and best moves without solving; or a strategy a>b c>d against all plays",
        theory::verify,
    ),
    Command {
        name: "minmax",
        usage: "DEPTH|inf [HEURISTIC]",
        summary: "minimax to a depth, or to the ends of an acyclic game; scores a=3 b=-0.5 c=inf, else infinite at goals and 0",
        example: "minmax 3",
        run: theory::minmax,
    },
    export::export(),
];

/// Moves of a line of best play that are listed.
const LONGEST_LINE: usize = 30;

/// Returns what is said of a graph that was just read.
fn loaded_line(named: &NamedGraph) -> String {
    let graph = &named.graph;
    format!(
        "loaded vertices={} edges={} start={} bipartite={}",
        graph.vertex_count(),
        graph.edge_count(),
        vertex_name(named, graph.start()),
        u8::from(graph.is_bipartite())
    )
}

fn load_graph(game: &mut GraphGame, named: NamedGraph) -> String {
    let line = loaded_line(&named);
    game.board = Board::new(Arc::new(named));
    game.clock.restart();
    line
}

fn load(game: &mut GraphGame, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    let text = args.expect_rest("TEXT")?;
    Ok(load_graph(game, notation::parse_graph(text)?))
}

fn load_file(game: &mut GraphGame, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let path = args.expect_rest("PATH")?;
    let named = parser::parse_file(path, context.settings.threads, &context.stop).map_err(Failure::CannotLoadFile)?;
    Ok(load_graph(game, named))
}

fn interruption() -> Failure {
    Failure::Other("interrupted".into())
}

/// Returns the solution, or that there was no time for it.
fn require_solution(game: &mut GraphGame, context: &Context<'_>) -> Result<Arc<GraphSolution>, Failure> {
    game.player.solution(game.board.named_graph(), context.settings.threads, &context.open_budget()).ok_or_else(interruption)
}

/// Returns what a vertex is worth to a player, who reaches it in this many plies.
fn worth(verdict: Verdict, player: Color, plies: u32) -> Worth {
    match verdict {
        Verdict::Draw => Worth::new(GameResult::Draw, None),
        Verdict::Win(winner, rank) => {
            let result = if winner == player { GameResult::Win } else { GameResult::Loss };
            Worth::new(result, Some(u64::from(rank + plies)))
        }
    }
}

impl TurnGame for GraphGame {
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
        let turn = if self.board.ending().is_some() { "game over".to_owned() } else { turn::out_of_turn(self.board.to_move()) };
        let graph = self.board.graph();
        format!("vertices {} edges {}, {turn}", graph.vertex_count(), graph.edge_count())
    }

    fn svg(&self, overlay: Option<&Arc<GraphSolution>>) -> Svg {
        picture::svg(&self.board, overlay.map(Arc::as_ref))
    }

    fn choose(&mut self, color: Color, context: &Context<'_>) -> Option<Vertex> {
        let budget = context.move_budget(&self.clock, color, 1);
        let solution = self.player.solution(self.board.named_graph(), context.settings.threads, &budget);
        let (graph, current) = (self.board.graph(), self.board.current());
        match solution {
            Some(solution) => player::choose(graph, &solution, current, context.settings, self.board.record().len()),
            // Out of time before anything is known: any move is better than none.
            None => graph.successors(current).next(),
        }
    }

    fn solve(&mut self, color: Color, context: &Context<'_>) -> Solution<Vertex> {
        let solution = self.player.solution(self.board.named_graph(), context.settings.threads, &context.open_budget());
        let (graph, current) = (self.board.graph(), self.board.current());
        let mut details = vec![("vertices", graph.vertex_count() as i64), ("edges", graph.edge_count() as i64)];
        let (worth, best) = match solution {
            None => (Worth::UNKNOWN, None),
            Some(solution) => {
                let [win1, win2] = Color::BOTH.map(|player| solution.wins(player) as i64);
                details.extend([("win1", win1), ("win2", win2), ("draw", solution.draws() as i64)]);
                (worth(solution.verdict(current), color, 0), solution.best(graph, current))
            }
        };
        Solution { worth, best, details, nodes: None, note: String::new() }
    }

    fn move_values(&mut self, color: Color, context: &Context<'_>) -> Result<MoveValues<Vertex>, Failure> {
        let solution = require_solution(self, context)?;
        let mut values =
            MoveValues::all(self.board.legal_moves(color).map(|next| (next, worth(solution.verdict(next), color, 1))));
        values.winning = Some(values.moves.iter().filter(|(_, worth)| worth.result == Some(GameResult::Win)).count() as u64);
        values.moves.truncate(MAX_LISTED);
        Ok(values)
    }

    fn analyze(&mut self, color: Color, context: &mut Context<'_>) -> Result<(), Failure> {
        let solution = require_solution(self, context)?;
        let (graph, named) = (self.board.graph(), self.board.named_graph());
        let moves = self.board.legal_moves(color).map(|next| (next, worth(solution.verdict(next), color, 1))).collect();
        turn::stream_solved(context, moves, graph.vertex_count() as u64, |next| {
            let play = std::iter::successors(Some(next), |&vertex| solution.best(graph, vertex)).take(LONGEST_LINE);
            (vertex_name(named, next), vertex_names(named, play))
        });
        Ok(())
    }
}
