//! Who names whom: the paths of all files resolved to files, and circles among them.

use std::collections::{BTreeMap, BTreeSet};

use crate::source::{Source, Use};

/// The files of `src` and what each names of the others.
pub struct Graph<'a> {
    sources: &'a [Source],
    files: BTreeMap<&'a [String], usize>,
    names: BTreeMap<(&'a [String], &'a str), &'a Use>,
}

/// A file names something of another one.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Edge {
    pub from: usize,
    pub to: usize,
    pub is_test: bool,
}

impl<'a> Graph<'a> {
    /// Reads the modules and their `use` items.
    pub fn new(sources: &'a [Source]) -> Graph<'a> {
        let files = (0..).zip(sources).map(|(number, source)| (source.module.as_slice(), number)).collect();
        let uses = sources.iter().flat_map(|source| &source.uses).filter(|used| used.name != "*");
        let names = uses.map(|used| ((used.scope.as_slice(), used.name.as_str()), used)).collect();
        Graph { sources, files, names }
    }

    /// Returns the edges between different files.
    pub fn edges(&self) -> BTreeSet<Edge> {
        let mut edges = BTreeSet::new();
        for (from, source) in self.sources.iter().enumerate() {
            let used = source.uses.iter().map(|used| (&used.scope, &used.path, used.is_test));
            let named = source.paths.iter().map(|named| (&named.scope, &named.path, named.is_test));
            for (scope, path, is_test) in used.chain(named) {
                if let Some(to) = self.resolve(scope, path, 0).filter(|&to| to != from) {
                    edges.insert(Edge { from, to, is_test: is_test || source.is_test });
                }
            }
        }
        edges
    }

    /// Returns the file that a path leads to, through re-exports.
    fn resolve(&self, scope: &[String], path: &[String], depth: usize) -> Option<usize> {
        /// More re-exports of re-exports are a circle.
        const DEEPEST: usize = 8;
        if depth > DEEPEST {
            return None;
        }
        let (first, rest) = path.split_first()?;
        let mut module = match first.as_str() {
            "crate" | "ludion" => Vec::new(),
            "self" => scope.to_vec(),
            "super" => scope.split_last()?.1.to_vec(),
            name => {
                if let Some(used) = self.names.get(&(scope, name)).filter(|used| used.path != path) {
                    return self.resolve(scope, &[&used.path, rest].concat(), depth + 1);
                }
                let inner = [scope, std::slice::from_ref(first)].concat();
                self.files.get(inner.as_slice())?;
                inner
            }
        };
        for (number, name) in rest.iter().enumerate() {
            if name == "super" {
                module.pop();
                continue;
            }
            if let Some(used) = self.names.get(&(module.as_slice(), name.as_str())) {
                let rest = &rest[number + 1..];
                return self.resolve(&module, &[&used.path, rest].concat(), depth + 1).or_else(|| self.file(&module));
            }
            module.push(name.clone());
            if !self.files.contains_key(module.as_slice()) {
                break;
            }
        }
        self.file(&module)
    }

    /// Returns the file of a module, or of the one around it.
    fn file(&self, module: &[String]) -> Option<usize> {
        (0..=module.len()).rev().find_map(|length| self.files.get(&module[..length])).copied()
    }
}

/// Returns the circles of a graph as lists of names, each in order.
pub fn circles(edges: &BTreeSet<(String, String)>) -> Vec<Vec<String>> {
    let names: BTreeSet<&String> = edges.iter().flat_map(|(from, to)| [from, to]).collect();
    let reached: BTreeMap<&String, BTreeSet<&String>> = names.iter().map(|name| (*name, reach(edges, name))).collect();
    let circle = |name: &&String| -> Vec<String> {
        let both = reached[*name].iter().filter(|other| reached[**other].contains(*name));
        both.map(|name| (*name).clone()).collect()
    };
    let found: BTreeSet<Vec<String>> = names.iter().map(circle).filter(|circle| circle.len() > 1).collect();
    found.into_iter().collect()
}

/// Returns what a name reaches by one edge or more.
fn reach<'a>(edges: &'a BTreeSet<(String, String)>, start: &'a String) -> BTreeSet<&'a String> {
    let mut found = BTreeSet::new();
    let mut open = vec![start];
    while let Some(name) = open.pop() {
        let next = edges.iter().filter(|(from, _)| from == name).map(|(_, to)| to);
        open.extend(next.filter(|to| found.insert(*to)));
    }
    found
}
