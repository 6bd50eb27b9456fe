//! Grundy values of games that split heaps, by sparse spaces.
//!
//! A mask divides the numbers into *rare* ones, with an even number of bits in it, and *common* ones. The sum of two rare values is
//! rare, so that a split of common value has one rare and one common part. To find the smallest common value that no option has it
//! is enough to examine the splits with a rare part, and in many games these are few (E. R. Berlekamp, J. H. Conway and R. K. Guy,
//! *Winning Ways*, chapter 4; A. Gangolli and T. Plambeck, 1989). Values are exact with any mask; a good one saves time.

use super::rule::{Octal, Rule};

/// Number of low bits among which a mask is chosen.
const MASK_BITS: u32 = 10;

/// The first Grundy values of a game that splits heaps.
#[derive(Clone, Debug)]
pub(super) struct SparseSpace {
    values: Vec<u32>,
    mask: u32,
    /// The heaps of rare value, from 1 on.
    rare: Vec<u32>,
    /// For each value, the last heap with an option of that value, plus one.
    seen: Vec<u32>,
    /// Number of splits examined.
    examined: u64,
}

impl Default for SparseSpace {
    fn default() -> Self {
        // Not 0: with an empty mask all values would be rare.
        SparseSpace { values: Vec::new(), mask: 1, rare: Vec::new(), seen: vec![0; 4], examined: 0 }
    }
}

impl SparseSpace {
    /// Returns the values known so far, from heap 0 on.
    #[must_use]
    pub fn values(&self) -> &[u32] {
        &self.values
    }

    /// Returns the number of splits examined.
    #[must_use]
    pub fn split_count(&self) -> u64 {
        self.examined
    }

    /// Chooses the mask that makes the fewest of the known values rare.
    pub fn choose_mask(&mut self) {
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
        self.rare =
            (0..).zip(&self.values).skip(1).filter(|&(_, &value)| is_rare(value, mask)).map(|(heap_size, _)| heap_size).collect();
    }

    /// Computes the value of the next heap.
    pub fn extend(&mut self, rule: &Rule) {
        let heap = self.values.len() as u32;
        let value = match rule {
            Rule::Octal(octal) => {
                let splits: Vec<u32> = (0..=octal.max_take().min(heap))
                    .filter(|&take| octal.digit(take) & Octal::TWO_HEAPS > 0)
                    .map(|take| heap - take)
                    .collect();
                let rests = (1..=octal.max_take().min(heap)).filter(|&take| {
                    let left = if take < heap { Octal::ONE_HEAP } else { Octal::NOTHING };
                    octal.digit(take) & left > 0
                });
                let rests: Vec<u32> = rests.map(|take| heap - take).collect();
                self.mex(heap, &rests, &splits, false)
            }
            // Grundy's game, the only other rule that splits heaps.
            _ => self.mex(heap, &[], &[heap], true),
        };
        self.values.push(value);
        // Room for the nim-sum of any two values and, above it, for a common value that no option has.
        let room = 2 * (value as usize + 1).next_power_of_two().max(2);
        if self.seen.len() < 2 * room {
            self.seen.resize(2 * room, 0);
        }
        if heap > 0 && is_rare(value, self.mask) {
            self.rare.push(heap);
        }
    }

    /// Returns the smallest value that no option has. Options are the single heaps `rests` and all splits of `totals`.
    fn mex(&mut self, heap: u32, rests: &[u32], totals: &[u32], unequal: bool) -> u32 {
        let (stamp, mask) = (heap + 1, self.mask);
        let SparseSpace { values, rare, seen, examined, .. } = self;
        rests.iter().for_each(|&rest| seen[values[rest as usize] as usize] = stamp);
        for &total in totals {
            let below = rare.partition_point(|&heap_size| heap_size < total);
            *examined += below as u64;
            for &heap_size in rare[..below].iter().filter(|&&heap_size| !unequal || 2 * heap_size != total) {
                seen[(values[heap_size as usize] ^ values[(total - heap_size) as usize]) as usize] = stamp;
            }
        }
        let common = (0..).zip(&*seen).find(|&(value, &last)| !is_rare(value, mask) && last != stamp);
        let common = common.map_or(0, |(value, _)| value);
        let first_missing = |seen: &[u32]| (0..common).find(|&value| is_rare(value, mask) && seen[value as usize] != stamp);
        let mut missing = (0..common).filter(|&value| is_rare(value, mask) && seen[value as usize] != stamp).count();
        for &total in totals {
            for heap_size in 1..=total / 2 {
                if missing == 0 {
                    return common;
                }
                *examined += 1;
                if unequal && 2 * heap_size == total {
                    continue;
                }
                let sum = values[heap_size as usize] ^ values[(total - heap_size) as usize];
                if seen[sum as usize] != stamp {
                    seen[sum as usize] = stamp;
                    missing -= usize::from(sum < common && is_rare(sum, mask));
                }
            }
        }
        first_missing(seen).unwrap_or(common)
    }
}

fn is_rare(value: u32, mask: u32) -> bool {
    (value & mask).count_ones().is_multiple_of(2)
}
