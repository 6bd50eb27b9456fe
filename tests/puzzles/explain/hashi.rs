//! Hashi: each deduction and each contradiction by rules written anew here, on bounds of the bridges in each channel.

use super::super::ask;
use super::super::fill::{Islands, bridges};
use super::fill::{Chain, chains, conclusion, explain_both, next_step, visit};
use super::{Sentence, positions};

/// The least and the most bridges of each channel.
type Bounds = Vec<(u32, u32)>;

impl Islands {
    fn channel(&self, name: &str) -> usize {
        (0..self.channels.len()).find(|&channel| self.name(channel) == name).unwrap_or_else(|| panic!("{name}"))
    }

    fn name(&self, channel: usize) -> String {
        let (a, b) = self.channels[channel];
        let ((ar, ac, _), (br, bc, _)) = (self.islands[a], self.islands[b]);
        format!("{ar},{ac}-{br},{bc}")
    }

    fn at(&self, island: usize) -> impl Iterator<Item = usize> + '_ {
        (0..self.channels.len()).filter(move |&channel| self.channels[channel].0 == island || self.channels[channel].1 == island)
    }

    /// Returns the least and the most bridges at an island.
    fn sums(&self, bounds: &Bounds, island: usize) -> (u32, u32) {
        self.at(island).fold((0, 0), |sum, channel| (sum.0 + bounds[channel].0, sum.1 + bounds[channel].1))
    }

    fn is_feasible(&self, bounds: &Bounds, island: usize) -> bool {
        let (least, most) = self.sums(bounds, island);
        least <= self.islands[island].2 && self.islands[island].2 <= most
    }

    /// Returns the islands that channels join to one.
    fn group(&self, island: usize, joins: impl Fn(usize) -> bool) -> Vec<usize> {
        let mut found = vec![island];
        let mut next = 0;
        while let Some(&at) = found.get(next) {
            next += 1;
            for channel in self.at(at).filter(|&channel| joins(channel)) {
                let (a, b) = self.channels[channel];
                for end in [a, b] {
                    if !found.contains(&end) {
                        found.push(end);
                    }
                }
            }
        }
        found
    }

    /// Returns whether some islands have all their bridges and no way to the others.
    fn is_closed(&self, bounds: &Bounds) -> bool {
        (0..self.islands.len()).any(|island| {
            let group = self.group(island, |channel| bounds[channel].0 > 0);
            group.len() < self.islands.len() && group.iter().all(|&member| self.sums(bounds, member).0 == self.islands[member].2)
        })
    }

    fn is_connected(&self, bounds: &Bounds) -> bool {
        self.group(0, |channel| bounds[channel].1 > 0).len() == self.islands.len()
    }

    fn crosses_bridge(&self, bounds: &Bounds, channel: usize) -> bool {
        (0..self.channels.len()).any(|other| bounds[other].0 > 0 && self.do_cross(channel, other))
    }

    fn is_contradictory(&self, bounds: &Bounds) -> bool {
        let is_empty = bounds.iter().any(|(least, most)| least > most);
        let crossed = (0..bounds.len()).any(|channel| bounds[channel].0 > 0 && self.crosses_bridge(bounds, channel));
        let cramped = (0..self.islands.len()).any(|island| !self.is_feasible(bounds, island));
        is_empty || crossed || cramped || !self.is_connected(bounds) || self.is_closed(bounds)
    }

    /// Returns whether one rule alone excludes a number of bridges.
    fn excludes(&self, bounds: &Bounds, channel: usize, number: u32) -> bool {
        let mut bounds = bounds.clone();
        bounds[channel] = (number, number);
        let ends = <[usize; 2]>::from(self.channels[channel]);
        if ends.iter().any(|&end| !self.is_feasible(&bounds, end))
            || number > 0 && self.crosses_bridge(&bounds, channel)
            || !self.is_connected(&bounds)
        {
            return true;
        }
        // One end has to take all that is left, and so closes a group.
        ends.iter().any(|&end| {
            let mut filled = bounds.clone();
            if self.sums(&filled, end).1 == self.islands[end].2 {
                self.at(end).for_each(|other| filled[other].0 = filled[other].1);
            }
            self.is_closed(&filled)
        })
    }

    /// Returns the bounds that the label of a sentence says, and its channel.
    fn concluded(&self, sentence: &Sentence, bounds: &Bounds) -> (usize, (u32, u32)) {
        let (name, label) = conclusion(sentence);
        let channel = self.channel(&name);
        let (least, most) = bounds[channel];
        let number: u32 = label.trim_start_matches(['=', '<', '>']).parse().unwrap();
        let concluded = match label.as_bytes()[0] {
            b'=' => (number, number),
            b'>' => (number, most),
            _ => (least, number),
        };
        (channel, concluded)
    }

    /// Checks that one rule alone leads to what a sentence says, and adds it.
    fn check_step(&self, sentence: &Sentence, bounds: &mut Bounds) {
        let (channel, (least, most)) = self.concluded(sentence, bounds);
        for number in bounds[channel].0..=bounds[channel].1 {
            assert!((least..=most).contains(&number) || self.excludes(bounds, channel, number), "{number}: {}", sentence.text);
        }
        bounds[channel] = (least, most);
    }

    fn check(&self, bounds: &Bounds, chain: &Chain<'_>) {
        let mut bounds = bounds.clone();
        let (channel, (least, most)) = self.concluded(chain.claim, &bounds);
        bounds[channel] = (bounds[channel].0.max(least), bounds[channel].1.min(most));
        for step in chain.steps {
            assert!(!self.is_contradictory(&bounds), "wrong before {}", step.text);
            self.check_step(step, &mut bounds);
        }
        assert!(self.is_contradictory(&bounds) || self.has_no_value(&bounds), "no contradiction after {}", chain.claim.text);
    }

    /// Returns whether one rule alone excludes all numbers of a channel, or two rules together.
    fn has_no_value(&self, bounds: &Bounds) -> bool {
        (0..bounds.len())
            .any(|channel| (bounds[channel].0..=bounds[channel].1).all(|number| self.excludes(bounds, channel, number)))
    }
}

#[test]
fn hashi_is_explained() {
    let (mut refuted, mut next) = (0, 0);
    visit("hashi", "6x6", |engine, id, random| {
        let islands = Islands::read(id);
        let solution = bridges(id).remove(0);
        let laid = |channel: usize| {
            let name = format!("{}:", islands.name(channel));
            solution.split(' ').find_map(|word| word.strip_prefix(&name)).map_or(0, |number| number.parse::<u32>().unwrap())
        };
        let most = |&(a, b): &(usize, usize)| islands.islands[a].2.min(islands.islands[b].2).min(2);
        let free: Bounds = islands.channels.iter().map(|ends| (0, most(ends))).collect();
        let (mut bounds, mut wrong) = (free.clone(), Vec::new());
        let mut entered = vec![0; bounds.len()];
        for _ in 0..random.below(6) {
            let channel = random.below(bounds.len());
            let number = if random.below(8) == 0 { 1 + random.below(2) as u32 } else { laid(channel) };
            ask(engine, &format!("play {}:{number}", islands.name(channel))).unwrap();
            entered[channel] = number;
        }
        for channel in 0..bounds.len() {
            if entered[channel] <= laid(channel) {
                bounds[channel].0 = entered[channel];
            } else {
                wrong.push(channel);
            }
        }
        let tried = random.below(bounds.len());
        let number = random.below(3) as u32;
        let [position, entry] = explain_both(engine, &format!("{}:{number}", islands.name(tried)));
        for chain in chains(&position) {
            refuted += 1;
            islands.check(&bounds, &chain);
        }
        if wrong.is_empty() {
            if let Some((premises, step, rule)) = next_step(&position) {
                next += 1;
                let mut bounds = bounds.clone();
                for sentence in premises.iter().chain([step]) {
                    let (channel, (least, most)) = islands.concluded(sentence, &bounds);
                    assert!((least..=most).contains(&laid(channel)), "{}", sentence.text);
                    if rule == "lookahead" {
                        bounds[channel] = (least, most);
                    } else {
                        islands.check_step(sentence, &mut bounds);
                    }
                }
            }
        } else {
            let text = |channel: usize| format!("wrong: {}:{}", islands.name(channel), entered[channel]);
            assert!(wrong.iter().any(|&channel| position.iter().any(|sentence| sentence.text == text(channel))), "{position:?}");
        }
        let verdict = match number {
            number if number == laid(tried) => "is right",
            number if number > 0 && number < laid(tried) => "is right, but not all",
            _ => "is wrong",
        };
        assert!(entry[0].text.ends_with(verdict), "{}", entry[0].text);
        bounds[tried] = free[tried];
        for chain in chains(&entry) {
            refuted += 1;
            islands.check(&bounds, &chain);
        }
    });
    assert!(refuted > positions() / 2 && next > positions() / 4, "{refuted} refuted, {next} steps");
}
