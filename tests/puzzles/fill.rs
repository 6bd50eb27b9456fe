//! Hashi and Hitori: all ways to fill a small grid in, cell by cell or bridge by bridge.

use super::{Reply, ask, engine};

/// Returns the size and the text after the colon of a game ID: `5x5m2:a1d2`.
pub fn parts(id: &str) -> (usize, usize, &str) {
    let (size, cells) = id.split_once(':').unwrap();
    let (width, height) = size.split_once('x').unwrap();
    (
        width.parse().unwrap(),
        height.trim_end_matches(|c: char| !c.is_ascii_digit()).split('m').next().unwrap().parse().unwrap(),
        cells,
    )
}

pub struct Islands {
    /// Row, column, and what is left of the number.
    pub islands: Vec<(usize, usize, u32)>,
    /// Two islands that see each other.
    pub channels: Vec<(usize, usize)>,
}

impl Islands {
    pub fn read(id: &str) -> Islands {
        let (width, _, cells) = parts(id);
        let (mut islands, mut at) = (Vec::new(), 0);
        for sign in cells.chars() {
            match sign.to_digit(10) {
                Some(number) => {
                    islands.push((at / width, at % width, number));
                    at += 1;
                }
                None => at += sign as usize - 'a' as usize + 1,
            }
        }
        let mut channels = Vec::new();
        for (one, &(row, column, _)) in islands.iter().enumerate() {
            let right = (one + 1..islands.len()).find(|&other| islands[other].0 == row);
            let below = (one + 1..islands.len()).find(|&other| islands[other].1 == column);
            channels.extend([right, below].into_iter().flatten().map(|other| (one, other)));
        }
        Islands { islands, channels }
    }

    /// Returns whether two channels cross.
    pub fn do_cross(&self, one: usize, other: usize) -> bool {
        let ends = |channel: usize| {
            let (a, b) = self.channels[channel];
            (self.islands[a], self.islands[b])
        };
        let crosses = |(a, b): ((usize, usize, u32), (usize, usize, u32)), (c, d): ((usize, usize, u32), (usize, usize, u32))| {
            a.0 == b.0 && c.1 == d.1 && a.1 < c.1 && c.1 < b.1 && c.0 < a.0 && a.0 < d.0
        };
        crosses(ends(one), ends(other)) || crosses(ends(other), ends(one))
    }

    /// Lists the ways to lay the bridges, two at most.
    fn fill(&self, laid: &mut Vec<u32>, found: &mut Vec<Vec<u32>>) {
        let sum = |island: usize, laid: &[u32]| -> u32 {
            let meets = |&(channel, _): &(usize, &u32)| {
                let (a, b) = self.channels[channel];
                a == island || b == island
            };
            laid.iter().enumerate().filter(meets).map(|(_, &count)| count).sum()
        };
        let left = |island: usize, laid: &[u32]| {
            2 * self.channels[laid.len()..].iter().filter(|&&(a, b)| a == island || b == island).count() as u32
        };
        let fits = |(island, &(.., number)): (usize, &(usize, usize, u32))| {
            let have = sum(island, laid);
            have <= number && have + left(island, laid) >= number
        };
        if found.len() > 1 || !self.islands.iter().enumerate().all(fits) {
            return;
        }
        if laid.len() == self.channels.len() {
            if self.is_whole(laid) {
                found.push(laid.clone());
            }
            return;
        }
        for count in 0..=2 {
            let is_blocked = count > 0 && (0..laid.len()).any(|other| laid[other] > 0 && self.do_cross(other, laid.len()));
            if !is_blocked {
                laid.push(count);
                self.fill(laid, found);
                laid.pop();
            }
        }
    }

    fn is_whole(&self, laid: &[u32]) -> bool {
        let mut reached = vec![false; self.islands.len()];
        reached[0] = true;
        for _ in 0..self.islands.len() {
            for (&(a, b), _) in self.channels.iter().zip(laid).filter(|(_, count)| **count > 0) {
                let either = reached[a] || reached[b];
                (reached[a], reached[b]) = (either, either);
            }
        }
        reached.into_iter().all(|is_reached| is_reached)
    }

    fn text(&self, laid: &[u32]) -> String {
        let bridge = |(&(a, b), &count): (&(usize, usize), &u32)| {
            let ((ar, ac, _), (br, bc, _)) = (self.islands[a], self.islands[b]);
            (count > 0).then(|| format!("{ar},{ac}-{br},{bc}:{count}"))
        };
        let mut words: Vec<String> = self.channels.iter().zip(laid).filter_map(bridge).collect();
        words.sort();
        words.join(" ")
    }
}

/// Returns the solutions of a Hashi, two at most, in the words of `solve` in order.
pub fn bridges(id: &str) -> Vec<String> {
    let islands = Islands::read(id);
    let mut found = Vec::new();
    islands.fill(&mut Vec::new(), &mut found);
    found.iter().map(|laid| islands.text(laid)).collect()
}

/// Returns the solutions of a Hitori, two at most.
pub fn masks(id: &str) -> Vec<String> {
    let (width, height, cells) = parts(id);
    let numbers: Vec<u8> = cells.bytes().collect();
    assert_eq!(numbers.len(), width * height);
    let mut found = Vec::new();
    mask(width, &numbers, &mut Vec::new(), &mut found);
    let row = |cells: &[bool]| cells.iter().map(|&is_black| if is_black { 'x' } else { '.' }).collect::<String>();
    found.iter().map(|marks| marks.chunks(width).map(row).collect::<Vec<_>>().join("/")).collect()
}

fn mask(width: usize, numbers: &[u8], black: &mut Vec<bool>, found: &mut Vec<Vec<bool>>) {
    if found.len() > 1 {
        return;
    }
    let at = black.len();
    if at == numbers.len() {
        if are_connected(width, black) {
            found.push(black.clone());
        }
        return;
    }
    let in_line = |other: usize| other / width == at / width || other % width == at % width;
    if !(0..at).any(|other| in_line(other) && !black[other] && numbers[other] == numbers[at]) {
        black.push(false);
        mask(width, numbers, black, found);
        black.pop();
    }
    let touches = !at.is_multiple_of(width) && black[at - 1] || at >= width && black[at - width];
    if !touches {
        black.push(true);
        mask(width, numbers, black, found);
        black.pop();
    }
}

pub fn are_connected(width: usize, black: &[bool]) -> bool {
    let Some(first) = black.iter().position(|&is_black| !is_black) else { return false };
    let (mut open, mut seen) = (vec![first], vec![false; black.len()]);
    seen[first] = true;
    while let Some(at) = open.pop() {
        let mut next = vec![at + width, at.wrapping_sub(width)];
        next.extend((!at.is_multiple_of(width)).then(|| at - 1));
        next.extend((at % width + 1 < width).then_some(at + 1));
        for to in next.into_iter().filter(|&to| to < black.len()) {
            if !black[to] && !seen[to] {
                seen[to] = true;
                open.push(to);
            }
        }
    }
    seen.iter().zip(black).all(|(seen, black)| seen != black)
}

fn check_fill(game: &str, solutions: fn(&str) -> Vec<String>, arguments: &str, seeds: std::ops::Range<u64>) {
    let mut engine = engine(game);
    for seed in seeds {
        let request = format!("puzzle {arguments} seed={seed}");
        let reply = Reply(ask(&mut engine, &request).unwrap_or_else(|why| panic!("{game}: {request}: {why}")));
        let position = reply.get("position");
        assert_eq!((reply.get("kind"), reply.get("difficulty")), ("fill", arguments.split(' ').next().unwrap()));
        let solution = ask(&mut engine, "solve").unwrap();
        let mut words: Vec<&str> = solution.lines().find_map(|line| line.strip_prefix("solution ")).unwrap().split(' ').collect();
        words.sort_unstable();
        assert_eq!(solutions(position), [words.join(" ")], "{game}: {request}\n{}", reply.0);
        // Its rules are those of `rate`, the strongest first.
        let rate = ask(&mut engine, "rate").unwrap();
        assert!(
            rate.starts_with(&format!("{} rule={} ", reply.get("difficulty"), reply.get("themes").split(',').next().unwrap())),
            "{rate}"
        );
        assert_eq!(ask(&mut engine, "position").unwrap(), position);
        ask(&mut engine, &format!("load {}", reply.get("url"))).unwrap();
        assert_eq!(ask(&mut engine, "position").unwrap(), position);
    }
}

#[test]
fn grids_have_one_solution() {
    for difficulty in ["easy", "medium", "hard", "extreme"] {
        check_fill("hashi", bridges, &format!("{difficulty} size=7x7"), 0..4);
        check_fill("hitori", masks, &format!("{difficulty} size=6x6"), 0..4);
    }
}

#[test]
#[ignore = "a thousand of each kind"]
fn many_grids() {
    for difficulty in ["easy", "medium", "hard", "extreme"] {
        check_fill("hashi", bridges, &format!("{difficulty} size=8x8"), 100..1100);
        check_fill("hitori", masks, &format!("{difficulty} size=6x6"), 100..1100);
    }
}
