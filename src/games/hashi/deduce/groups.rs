//! Rules of connectivity: a group's only exit must have a bridge, and no group may be closed off from the rest.

use super::state::{Conflict, Reason, Rule, State};
use crate::games::hashi::board::{Channel, Island};
use crate::grid::UnionFind;

/// The conclusion of a rule on a channel, not yet applied.
#[derive(Clone, Copy, Debug)]
pub(super) struct Finding {
    pub channel: Channel,
    pub bounds: (u8, u8),
    pub rule: Rule,
    pub reason: Reason,
}

/// Finds the channels without which the islands would be disconnected, which must have a bridge: the cut edges of the graph of
/// channels, by one depth-first search (R. E. Tarjan, 1974).
///
/// # Errors
/// The islands cannot be connected any more.
pub(super) fn find_exits(state: &State<'_>) -> Result<Vec<Finding>, Conflict> {
    let puzzle = state.puzzle();
    let count = puzzle.islands().len();
    let mut walk = CutEdgeSearch { number: vec![0; count], low: vec![0; count], found: Vec::new() };
    if count == 0 {
        return Ok(walk.found);
    }
    walk.run(state, Island(0));
    match puzzle.islands().find(|island| walk.number[island.index()] == 0) {
        Some(unreached) => Err(Conflict::Group(unreached)),
        None => Ok(walk.found),
    }
}

struct CutEdgeSearch {
    /// The order in which the islands were visited, from 1; 0 if not yet.
    number: Vec<u32>,
    /// For each island, the earliest one reachable from its subtree without the channel by which it was entered (Tarjan's low-link).
    low: Vec<u32>,
    found: Vec<Finding>,
}

impl CutEdgeSearch {
    /// Visits all reachable islands.
    fn run(&mut self, state: &State<'_>, start: Island) {
        let puzzle = state.puzzle();
        let mut visited = 1;
        (self.number[start.index()], self.low[start.index()]) = (1, 1);
        // Island, the channel by which it was reached, and the next direction to look in.
        let mut path: Vec<(Island, Option<Channel>, usize)> = vec![(start, None, 0)];
        while let Some((island, came, direction)) = path.last_mut() {
            let (island, came) = (*island, *came);
            let Some(&channel) = puzzle.directions(island).get(*direction) else {
                path.pop();
                self.finish_island(state, island, came);
                continue;
            };
            *direction += 1;
            let Some(channel) = channel.filter(|&channel| Some(channel) != came && state.bounds(channel).1 > 0) else { continue };
            let other = puzzle.other_end(channel, island).index();
            if self.number[other] > 0 {
                self.low[island.index()] = self.low[island.index()].min(self.number[other]);
            } else {
                visited += 1;
                (self.number[other], self.low[other]) = (visited as u32, visited as u32);
                path.push((Island(other as u16), Some(channel), 0));
            }
        }
    }

    fn finish_island(&mut self, state: &State<'_>, island: Island, came: Option<Channel>) {
        let Some(channel) = came else { return };
        let above = state.puzzle().other_end(channel, island).index();
        let low = self.low[island.index()];
        self.low[above] = self.low[above].min(low);
        let (least, most) = state.bounds(channel);
        if low > self.number[above] && least == 0 {
            self.found.push(Finding { channel, bounds: (1, most), rule: Rule::Exit, reason: Reason::Island(island) });
        }
    }
}

/// Groups of islands connected by certain bridges.
struct Groups {
    /// For each island the representative of its group.
    group_of: Vec<usize>,
    /// For each group the most bridges that its islands still lack in sum.
    lack: Vec<u32>,
    /// For each group the number of its islands.
    size: Vec<u32>,
}

impl Groups {
    fn new(state: &State<'_>) -> Result<Self, Conflict> {
        let puzzle = state.puzzle();
        let count = puzzle.islands().len();
        let mut sets = UnionFind::new(count);
        for channel in puzzle.channels().filter(|&channel| state.bounds(channel).0 > 0) {
            let (a, b) = puzzle.ends(channel);
            if !sets.union(a.index(), b.index()) && !puzzle.rules().loops {
                return Err(Conflict::Channel(channel));
            }
        }
        let group_of: Vec<usize> = (0..count).map(|island| sets.find(island)).collect();
        let (mut lack, mut size) = (vec![0; count], vec![0; count]);
        for island in puzzle.islands() {
            lack[group_of[island.index()]] += u32::from(state.missing(island).1);
            size[group_of[island.index()]] += 1;
        }
        Ok(Groups { group_of, lack, size })
    }

    fn group(&self, island: Island) -> usize {
        self.group_of[island.index()]
    }

    /// Returns whether the group of an island lacks bridges at that island alone.
    fn is_missing_only_at(&self, state: &State<'_>, island: Island) -> bool {
        self.lack[self.group(island)] == u32::from(state.missing(island).1)
    }

    fn is_all(&self, islands: u32) -> bool {
        islands as usize == self.group_of.len()
    }
}

/// Finds the conclusions from the rules that no group may be closed off from the rest, and no loop closed if loops are forbidden.
///
/// # Errors
/// A group is closed off already.
pub(super) fn find_closures(state: &State<'_>) -> Result<Vec<Finding>, Conflict> {
    let puzzle = state.puzzle();
    let groups = Groups::new(state)?;
    let closed = |island: &Island| {
        let group = groups.group(*island);
        groups.lack[group] == 0 && !groups.is_all(groups.size[group])
    };
    if let Some(island) = puzzle.islands().find(closed) {
        return Err(Conflict::Group(island));
    }
    let mut found = Vec::new();
    for channel in puzzle.channels().filter(|&channel| state.is_open(channel)) {
        found.extend(check_channel(state, &groups, channel));
    }
    for island in puzzle.islands().filter(|&island| state.missing(island).1 > 0 && groups.is_missing_only_at(state, island)) {
        found.extend(check_island(state, &groups, island));
    }
    Ok(found)
}

/// Returns the bound that a channel gets because more bridges would close off its groups, or close a loop where loops are
/// forbidden.
fn check_channel(state: &State<'_>, groups: &Groups, channel: Channel) -> Option<Finding> {
    let (a, b) = state.puzzle().ends(channel);
    let (least, most) = state.bounds(channel);
    let finding = |bounds| Some(Finding { channel, bounds, rule: Rule::Group, reason: Reason::Itself });
    let (ga, gb) = (groups.group(a), groups.group(b));
    if ga == gb && least == 0 && !state.puzzle().rules().loops {
        return finding((0, 0));
    }
    let lack = state.missing(a).1;
    if lack != state.missing(b).1 || lack == 0 || least + lack > most {
        return None;
    }
    let closes = if ga == gb {
        groups.lack[ga] == 2 * u32::from(lack) && !groups.is_all(groups.size[ga])
    } else {
        let whole = groups.is_all(groups.size[ga] + groups.size[gb]);
        groups.is_missing_only_at(state, a) && groups.is_missing_only_at(state, b) && !whole
    };
    if closes { finding((least, least + lack - 1)) } else { None }
}

/// Returns a channel of an island that must have another bridge, because filling only the others would close the group.
fn check_island(state: &State<'_>, groups: &Groups, island: Island) -> Option<Finding> {
    let puzzle = state.puzzle();
    let open = || puzzle.channels_at(island).filter(|&channel| state.is_open(channel));
    let room = |channel: Channel| state.bounds(channel).1 - state.bounds(channel).0;
    let (lack, total) = (state.missing(island).1, open().map(room).sum::<u8>());
    open().find_map(|channel| {
        if total - room(channel) != lack {
            return None;
        }
        // Suppose that the other channels are filled. The group is closed if each of them completes the group at its other end, and
        // these groups are distinct.
        let mut islands = groups.size[groups.group(island)];
        let mut beyond: arrayvec::ArrayVec<usize, { crate::games::hashi::board::DIRECTIONS }> = arrayvec::ArrayVec::new();
        for other in open().filter(|&other| other != channel) {
            let end = puzzle.other_end(other, island);
            let group = groups.group(end);
            if group == groups.group(island)
                || beyond.contains(&group)
                || !groups.is_missing_only_at(state, end)
                || state.missing(end).1 != room(other)
            {
                return None;
            }
            beyond.push(group);
            islands += groups.size[group];
        }
        let (least, most) = state.bounds(channel);
        let finding = Finding { channel, bounds: (least + 1, most), rule: Rule::Group, reason: Reason::Island(island) };
        (!groups.is_all(islands)).then_some(finding)
    })
}
