//! A transposition table that is kept from search to search.

use super::budget::Budget;
use super::entry::Table;

/// The table of the alpha-beta searches of a player, with a key of what its entries belong to: a board, a style of search.
pub struct KeptTable<K>(Option<(Option<K>, Table)>);

impl<K> Default for KeptTable<K> {
    fn default() -> Self {
        KeptTable(None)
    }
}

impl<K: PartialEq> KeptTable<K> {
    /// Returns the table for a search. Without a node limit it is that of the last search, if that had the same key and size; with
    /// one, each search begins with an empty table. A key of `None` is that of a search whose entries are of no use to others.
    pub fn get(&mut self, key: Option<K>, bytes: usize, budget: &Budget) -> &Table {
        let fits = |(of, table): &(Option<K>, Table)| {
            budget.max_nodes.is_none() && key.is_some() && *of == key && table.bytes() == Table::fit_bytes(bytes)
        };
        let kept = self.0.take().filter(fits).map(|(key, mut table)| {
            table.begin();
            (key, table)
        });
        &self.0.insert(kept.unwrap_or_else(|| (key, table_within(bytes, budget)))).1
    }

    /// Drops the table.
    pub fn clear(&mut self) {
        self.0 = None;
    }
}

/// Creates a table of at most this many bytes, no larger than a search within the budget can fill.
#[must_use]
pub fn table_within(bytes: usize, budget: &Budget) -> Table {
    Table::new(budget.max_nodes.map_or(bytes, |nodes| bytes.min(Table::bytes_for(nodes))))
}

#[cfg(test)]
mod tests {
    use super::super::entry::{Bound, Entry};
    use super::super::value::Value;
    use super::*;

    #[test]
    fn a_table_is_kept_for_the_same_key() {
        let (open, limited) = (Budget::default(), Budget { max_nodes: Some(10), ..Budget::default() });
        let mut tables = KeptTable::default();
        let entry = Entry { value: Value::EVEN, bound: Bound::Exact, depth: 1, mv: 1 };
        for (key, bytes, budget, is_kept) in [
            (Some(1), 1 << 12, &open, false),
            (Some(1), 1 << 12, &open, true),
            (Some(1), 1 << 13, &open, false),
            (Some(2), 1 << 13, &open, false),
            (None, 1 << 13, &open, false),
            (None, 1 << 13, &open, false),
            (Some(2), 1 << 13, &open, false),
            (Some(2), 1 << 13, &limited, false),
            (Some(2), 1 << 13, &limited, false),
        ] {
            let table = tables.get(key, bytes, budget);
            assert_eq!(table.get(7).is_some(), is_kept, "{key:?} {bytes}");
            table.put(7, entry);
        }
        assert!(tables.get(Some(2), 1 << 13, &limited).bytes() < 1 << 13);
    }
}
