//! Imports: floors, no game uses another, few files use the protocol, no circles.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use crate::graph::{Graph, circles};
use crate::source::Source;
use crate::{SRC, check_none};

/// The floors, from the top, as the table in `src/lib.rs` lists them.
fn floors() -> BTreeMap<String, usize> {
    let map = fs::read_to_string("src/lib.rs").expect("it can be read");
    let rows = map.lines().skip_while(|line| !line.contains("| floor |")).take_while(|line| line.starts_with("//! |"));
    let rows = rows.filter_map(|line| line.strip_prefix("//! | "));
    let mut floors = BTreeMap::new();
    for (number, row) in rows.enumerate() {
        let modules = row.split(" | ").next().unwrap_or_default();
        let names = modules.split('`').skip(1).step_by(2);
        floors.extend(names.map(|module| (module.to_owned(), number)));
    }
    assert!(floors.len() > 10, "{floors:?}");
    floors
}

/// Returns each pair of files of which the first names the second.
fn pairs(with_tests: bool) -> Vec<(&'static Source, &'static Source)> {
    let edges = Graph::new(&SRC).edges();
    let wanted = edges.iter().filter(|edge| with_tests || !edge.is_test);
    wanted.map(|edge| (&SRC[edge.from], &SRC[edge.to])).collect()
}

fn show((from, to): &(&Source, &Source)) -> String {
    format!("{} names {}", from.name(), to.name())
}

#[test]
fn imports_go_down() {
    let floors = floors();
    let floor = |source: &Source| {
        let name = source.floor();
        *floors.get(name).unwrap_or_else(|| panic!("{} is not in the table of src/lib.rs", source.name()))
    };
    let is_outside = |source: &Source| source.floor() != "lib";
    let across = pairs(true).into_iter().filter(|(from, to)| is_outside(from) && is_outside(to) && from.floor() != to.floor());
    check_none("imports from above", across.filter(|(from, to)| floor(from) >= floor(to)).map(|pair| show(&pair)));
}

#[test]
fn games_do_not_know_each_other() {
    let two_games = |from: &Source, to: &Source| from.game().is_some() && to.game().is_some() && from.game() != to.game();
    check_none("games know each other", pairs(true).iter().filter(|(from, to)| two_games(from, to)).map(show));
}

#[test]
fn few_files_of_a_game_know_the_protocol() {
    // The root of a game implements the trait of its kind, which knows requests.
    let speaks = |source: &Source| source.module.get(2).is_none_or(|part| part == "notation" || part.starts_with("commands"));
    let listeners = pairs(true).into_iter().filter(|(from, to)| from.game().is_some() && to.floor() == "protocol");
    check_none("knows the protocol", listeners.filter(|(from, _)| !speaks(from)).map(|pair| show(&pair)));
}

/// A file and the folder of its submodules are one room, and a module may use what it is made of: neither makes a circle.
#[test]
fn no_circles_of_files_or_folders() {
    let pairs: Vec<_> = pairs(false).into_iter().filter(|(from, to)| !to.module.starts_with(&from.module)).collect();
    let files: BTreeSet<(String, String)> = pairs.iter().map(|(from, to)| (from.name(), to.name())).collect();
    let mut found: Vec<String> = circles(&files).iter().map(|circle| circle.join(" ")).collect();
    for level in 0..=4 {
        let room = |source: &Source| format!("src/{}", source.module[..=level].join("/"));
        let inside = |source: &Source| source.module.len() > level;
        let neighbors =
            pairs.iter().filter(|(from, to)| inside(from) && inside(to) && from.module[..level] == to.module[..level]);
        let rooms = neighbors.map(|(from, to)| (room(from), room(to))).filter(|(from, to)| from != to).collect();
        // A circle of files in the rooms says more.
        let is_new = |circle: &Vec<String>| !found.iter().any(|known| circle.iter().all(|room| known.contains(room.as_str())));
        let new: Vec<String> = circles(&rooms).iter().filter(|circle| is_new(circle)).map(|circle| circle.join(" ")).collect();
        found.extend(new);
    }
    check_none("circle", found);
}
