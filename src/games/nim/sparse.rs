//! Grundy values of games that split heaps, by sparse spaces.
//!
//! A mask divides the numbers into *rare* ones, with an even number of bits in it, and *common* ones. Rare values add up to
//! rare ones, so that a common value of a split is the sum of a rare and a common part: to find the smallest common value that
//! no option has it is enough to look at the splits with a rare part. In the games that are worth it these are few (E. R.
//! Berlekamp, J. H. Conway and R. K. Guy, *Winning Ways*, chapter 4; A. Gangolli and T. Plambeck, 1989). Any mask gives exact
//! values; a good one gives them sooner.

use super::rule::{Octal, Rule};

/// Bits of the masks that are tried.
const MASK_BITS: u32 = 10;

/// The first Grundy values of a game that splits heaps.
#[derive(Clone, Debug)]
pub struct Sparse {
    values: Vec<u32>,
    mask: u32,
    /// Places of rare values, from 1 on.
    rare: Vec<u32>,
    /// By value: the last heap that has it among its options, plus one.
    seen: Vec<u32>,
    /// Splits looked at so far.
    steps: u64,
}

impl Default for Sparse {
    fn default() -> Self {
        // A mask without bits would leave no value common.
        Sparse { values: Vec::new(), mask: 1, rare: Vec::new(), seen: vec![0; 4], steps: 0 }
    }
}

impl Sparse {
    /// The values known so far, from heap 0 on.
    #[must_use]
    pub fn values(&self) -> &[u32] {
        &self.values
    }

    /// How many splits have been looked at.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Chooses the mask again that makes the fewest values rare.
    pub fn tune(&mut self) {
        let size = 1_usize << MASK_BITS;
        let mut counts = vec![0_u32; size];
        self.values.iter().for_each(|&value| counts[value as usize & (size - 1)] += 1);
        let present: Vec<(u32, u32)> = (0..).zip(counts).filter(|&(_, count)| count > 0).collect();
        let rare_of = |mask: u32| -> u64 {
            present.iter().filter(|&&(value, _)| is_rare(value, mask)).map(|&(_, count)| u64::from(count)).sum()
        };
        let highest = present.last().map_or(1, |&(value, _)| (value + 1).next_power_of_two().max(2));
        self.mask = (1..highest).min_by_key(|&mask| rare_of(mask)).unwrap_or(1);
        let mask = self.mask;
        self.rare = (0..).zip(&self.values).skip(1).filter(|&(_, &value)| is_rare(value, mask)).map(|(place, _)| place).collect();
    }

    /// Finds the value of the next heap.
    pub fn extend(&mut self, rule: &Rule) {
        let heap = self.values.len() as u32;
        let value = match rule {
            Rule::Octal(octal) => {
                let splits: Vec<u32> = (0..=octal.most().min(heap))
                    .filter(|&take| octal.digit(take) & Octal::TWO_HEAPS > 0)
                    .map(|take| heap - take)
                    .collect();
                let wholes = (1..=octal.most().min(heap)).filter(|&take| {
                    let left = if take < heap { Octal::ONE_HEAP } else { Octal::NOTHING };
                    octal.digit(take) & left > 0
                });
                let wholes: Vec<u32> = wholes.map(|take| heap - take).collect();
                self.excluded(heap, &wholes, &splits, false)
            }
            // No other rule splits but this one.
            _ => self.excluded(heap, &[], &[heap], true),
        };
        self.values.push(value);
        // Room for the sum of any two values, and above it always a common one that no option has.
        let room = 2 * (value as usize + 1).next_power_of_two().max(2);
        if self.seen.len() < 2 * room {
            self.seen.resize(2 * room, 0);
        }
        if heap > 0 && is_rare(value, self.mask) {
            self.rare.push(heap);
        }
    }

    /// The smallest number that no option has: options are single heaps, and totals split into two heaps.
    fn excluded(&mut self, heap: u32, wholes: &[u32], totals: &[u32], unequal: bool) -> u32 {
        let (stamp, mask) = (heap + 1, self.mask);
        let Sparse { values, rare, seen, steps, .. } = self;
        wholes.iter().for_each(|&rest| seen[values[rest as usize] as usize] = stamp);
        for &total in totals {
            let below = rare.partition_point(|&place| place < total);
            *steps += below as u64;
            for &place in rare[..below].iter().filter(|&&place| !unequal || 2 * place != total) {
                seen[(values[place as usize] ^ values[(total - place) as usize]) as usize] = stamp;
            }
        }
        let common = (0..).zip(&*seen).find(|&(value, &last)| !is_rare(value, mask) && last != stamp);
        let common = common.map_or(0, |(value, _)| value);
        let open = |seen: &[u32]| (0..common).find(|&value| is_rare(value, mask) && seen[value as usize] != stamp);
        let mut missing = (0..common).filter(|&value| is_rare(value, mask) && seen[value as usize] != stamp).count();
        for &total in totals {
            for place in 1..=total / 2 {
                if missing == 0 {
                    return common;
                }
                *steps += 1;
                if unequal && 2 * place == total {
                    continue;
                }
                let sum = values[place as usize] ^ values[(total - place) as usize];
                if seen[sum as usize] != stamp {
                    seen[sum as usize] = stamp;
                    missing -= usize::from(sum < common && is_rare(sum, mask));
                }
            }
        }
        open(seen).unwrap_or(common)
    }
}

fn is_rare(value: u32, mask: u32) -> bool {
    (value & mask).count_ones().is_multiple_of(2)
}
