//! Graphs with goals: plays may never end, so that the winners are found by going back from the goals, ply by ply.

use super::{Reply, ask, engine};

pub struct Graph {
    pub names: Vec<String>,
    /// Player 1 or 2.
    pub owners: Vec<u8>,
    /// The player whose goal a vertex is, 0 for nobody's.
    pub goals: Vec<Option<u8>>,
    pub edges: Vec<Vec<usize>>,
    pub at: usize,
}

impl Graph {
    /// `game N START;a 1 - b c;b 2 G1;...;at V`
    pub fn read(text: &str) -> Graph {
        let lines: Vec<Vec<&str>> = text.split(';').skip(1).map(|line| line.split(' ').collect()).collect();
        let (last, lines) = lines.split_last().unwrap();
        let names: Vec<String> = lines.iter().map(|line| line[0].to_owned()).collect();
        let find = |name: &str| names.iter().position(|found| found == name).unwrap();
        let goal = |word: &str| match word {
            "G1" => Some(1),
            "G2" => Some(2),
            "N" => Some(0),
            _ => None,
        };
        Graph {
            owners: lines.iter().map(|line| line[1].parse().unwrap()).collect(),
            goals: lines.iter().map(|line| goal(line[2])).collect(),
            edges: lines.iter().map(|line| line[3..].iter().map(|name| find(name)).collect()).collect(),
            at: find(last[1]),
            names,
        }
    }

    /// Returns the winner of each vertex, 0 for a draw: wins spread until nothing changes.
    pub fn winners(&self) -> Vec<u8> {
        let mut winners: Vec<u8> = self.goals.iter().map(|goal| goal.unwrap_or(0)).collect();
        loop {
            let before = winners.clone();
            for vertex in (0..winners.len()).filter(|&vertex| self.goals[vertex].is_none() && before[vertex] == 0) {
                let owner = self.owners[vertex];
                let next: Vec<u8> = self.edges[vertex].iter().map(|&to| before[to]).collect();
                if next.contains(&owner) {
                    winners[vertex] = owner;
                } else if !next.is_empty() && next.iter().all(|&winner| winner == 3 - owner) {
                    winners[vertex] = 3 - owner;
                }
            }
            if winners == before {
                return winners;
            }
        }
    }
}

fn check_graphs(difficulty: &str, seeds: std::ops::Range<u64>) {
    let mut engine = engine("graph");
    for seed in seeds {
        let reply = Reply(ask(&mut engine, &format!("puzzle {difficulty} seed={seed}")).unwrap());
        let graph = Graph::read(reply.get("position"));
        let (winners, owner) = (graph.winners(), graph.owners[graph.at]);
        let value = |vertex: usize| match winners[vertex] {
            0 => 0,
            winner if winner == owner => 1,
            _ => -1,
        };
        let mut moves: Vec<(i32, usize)> = graph.edges[graph.at].iter().map(|&to| (value(to), to)).collect();
        moves.sort_by_key(|(value, _)| -value);
        assert!(moves[0].0 > moves[1].0, "{seed}: {}", reply.0);
        assert_eq!(reply.get("kind"), if moves[0].0 > 0 { "win" } else { "draw" });
        let solution = ask(&mut engine, "solve").unwrap();
        assert!(solution.contains(&format!(" move={} ", graph.names[moves[0].1])), "{solution}\n{}", reply.0);
        let position = ask(&mut engine, "position").unwrap();
        ask(&mut engine, &format!("load {position}")).unwrap();
        assert_eq!(
            (ask(&mut engine, "position").unwrap().as_str(), reply.get("position")),
            (position.as_str(), position.as_str())
        );
    }
}

#[test]
fn graphs_have_one_answer() {
    ["easy", "medium", "hard"].into_iter().for_each(|difficulty| check_graphs(difficulty, 0..12));
}

#[test]
#[ignore = "a thousand of each kind"]
fn many_graphs() {
    ["easy", "medium", "hard", "extreme"].into_iter().for_each(|difficulty| check_graphs(difficulty, 100..1100));
}
