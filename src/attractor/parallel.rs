//! A parallel map over a few large items, and even splits into such items.

use std::ops::Range;
use std::panic::resume_unwind;

/// Maps `items` in parallel, one thread each, using the calling thread for the last. Results are in the order of the items.
pub(super) fn parallel_map<T: Send, R: Send>(mut items: Vec<T>, map: impl Fn(T) -> R + Sync) -> Vec<R> {
    let Some(last) = items.pop() else { return Vec::new() };
    std::thread::scope(|scope| {
        let map = &map;
        let workers: Vec<_> = items.into_iter().map(|item| scope.spawn(move || map(item))).collect();
        let own = map(last);
        let others = workers.into_iter().map(|worker| worker.join().unwrap_or_else(|panic| resume_unwind(panic)));
        others.chain([own]).collect()
    })
}

/// Splits `0..count` into `parts` ranges of about equal weight, where `prefix(n)` is the weight of the first `n` items.
pub(super) fn split_evenly(count: usize, parts: usize, prefix: impl Fn(usize) -> usize) -> Vec<Range<usize>> {
    let total = prefix(count);
    let end = |part: usize| {
        let (mut low, mut high) = (0, count);
        while low < high {
            let middle = low.midpoint(high);
            if prefix(middle) < total * part / parts { low = middle + 1 } else { high = middle }
        }
        if part == parts { count } else { low }
    };
    (0..parts).map(|part| end(part)..end(part + 1)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_are_even() {
        let weights = [5, 0, 0, 1, 9, 1, 1, 1, 0, 2];
        let prefix = |end: usize| weights[..end].iter().sum();
        assert_eq!(split_evenly(10, 1, prefix).first(), Some(&(0..10)));
        assert_eq!(split_evenly(10, 2, prefix), [0..5, 5..10]);
        assert_eq!(split_evenly(10, 3, prefix).iter().map(ExactSizeIterator::len).sum::<usize>(), 10);
        assert_eq!(split_evenly(3, 2, |_| 0), [0..0, 0..3]);
    }
}
