//! Compares the solver with enumeration of all assignments.

use std::time::{Duration, Instant};

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::sums::sum_at_most;
use super::*;
use crate::search::{Budget, Stop};

fn solver_with_literals(count: usize) -> (Solver, Vec<Lit>) {
    let mut solver = Solver::new(&Budget::default());
    let literals = (0..count).map(|at| solver.new_lit(at % 2 == 0)).collect();
    (solver, literals)
}

/// Finds all models of the variables in `literals`, by excluding each that is found.
fn models(solver: &mut Solver, literals: &[Lit], constraint: &mut dyn LazyConstraint) -> Vec<u32> {
    let mut found = Vec::new();
    while solver.solve(constraint) == SatResult::Satisfiable {
        found.push(literals.iter().enumerate().map(|(at, &literal)| u32::from(solver.is_true(literal)) << at).sum());
        let other: Vec<Lit> = literals.iter().map(|&literal| if solver.is_true(literal) { !literal } else { literal }).collect();
        solver.add_clause(&other);
    }
    found.sort_unstable();
    found
}

/// A constraint that forbids assignments for which a function of their bits is true.
struct Forbidden<'a> {
    literals: &'a [Lit],
    bad: &'a dyn Fn(u32) -> bool,
    cuts: usize,
}

impl LazyConstraint for Forbidden<'_> {
    fn explain_violation(&mut self, candidate: &Candidate<'_, '_>, cut: &mut Vec<Lit>) {
        let bits = self.literals.iter().enumerate().map(|(at, &literal)| u32::from(candidate.is_true(literal)) << at).sum();
        if (self.bad)(bits) {
            self.cuts += 1;
            cut.extend(self.literals.iter().map(|&literal| if candidate.is_true(literal) { !literal } else { literal }));
        }
    }
}

/// The constraint that every assignment satisfies.
struct NoConstraint;

impl LazyConstraint for NoConstraint {
    fn explain_violation(&mut self, _: &Candidate<'_, '_>, _: &mut Vec<Lit>) {}
}

#[test]
fn random_clauses_and_constraints_agree_with_enumeration() {
    let mut random = Pcg64Mcg::seed_from_u64(1);
    let (mut impossible, mut cuts) = (0, 0);
    for _ in 0..400 {
        let count = random.random_range(1..=8);
        let (mut solver, literals) = solver_with_literals(count);
        let clauses: Vec<Vec<(usize, bool)>> = (0..random.random_range(0..24))
            .map(|_| (0..random.random_range(1..=3)).map(|_| (random.random_range(0..count), random.random())).collect())
            .collect();
        for clause in &clauses {
            let clause: Vec<Lit> = clause.iter().map(|&(at, sign)| if sign { literals[at] } else { !literals[at] }).collect();
            solver.add_clause(&clause);
        }
        let (factor, modulus) = (random.random_range(1..50), random.random_range(2..6));
        let bad = |bits: u32| (bits * factor + 1).is_multiple_of(modulus);
        let meets = |bits: u32| clauses.iter().all(|clause| clause.iter().any(|&(at, sign)| (bits >> at & 1 == 1) == sign));
        let expected: Vec<u32> = (0..1 << count).filter(|&bits| meets(bits) && !bad(bits)).collect();
        let mut constraint = Forbidden { literals: &literals, bad: &bad, cuts: 0 };
        assert_eq!(models(&mut solver, &literals, &mut constraint), expected);
        impossible += usize::from(expected.is_empty());
        cuts += constraint.cuts;
    }
    assert!(impossible > 20 && cuts > 500, "{impossible} {cuts}");
}

#[test]
fn counts_of_literals() {
    for count in 0..=6 {
        for k in 0..=7 {
            type Demand = fn(&mut Solver, &[&Number], usize);
            type Holds = fn(usize, usize) -> bool;
            let demands: [(Demand, Holds); 3] =
                [(sum_at_most, |ones, k| ones <= k), (sum_at_least, |ones, k| ones >= k), (sum_is, |ones, k| ones == k)];
            for (demand, holds) in demands {
                let mut solver = Solver::new(&Budget::default());
                let numbers: Vec<Number> = (0..count).map(|_| Number::new(&mut solver, 1, false)).collect();
                let literals: Vec<Lit> = numbers.iter().map(|number| number.at_least(1)).collect();
                demand(&mut solver, &numbers.iter().collect::<Vec<_>>(), k);
                let expected: Vec<u32> = (0..1_u32 << count).filter(|bits| holds(bits.count_ones() as usize, k)).collect();
                let found = if count == 0 {
                    vec![0; usize::from(solver.solve(&mut NoConstraint) == SatResult::Satisfiable)]
                } else {
                    models(&mut solver, &literals, &mut NoConstraint)
                };
                assert_eq!(found, expected, "{count} {k}");
            }
        }
    }
}

#[test]
fn sums_of_numbers() {
    for (most, total) in [(1, 2), (2, 5), (3, 7), (4, 8), (2, 9), (4, 17)] {
        let mut solver = Solver::new(&Budget::default());
        let numbers: Vec<Number> = (0..4).map(|at| Number::new(&mut solver, most, at == 1)).collect();
        sum_is(&mut solver, &numbers.iter().collect::<Vec<_>>(), total);
        let mut found = 0;
        while solver.solve(&mut NoConstraint) == SatResult::Satisfiable {
            assert_eq!(numbers.iter().map(|number| number.value(&solver)).sum::<usize>(), total);
            found += 1;
            let steps = numbers.iter().flat_map(|number| (1..=most).map(|value| number.at_least(value)));
            let other: Vec<Lit> = steps.map(|step| if solver.is_true(step) { !step } else { step }).collect();
            solver.add_clause(&other);
        }
        let values = 0..(most + 1).pow(4);
        let sum = |code: usize| (0..4).map(|at| code / (most + 1).pow(at) % (most + 1)).sum::<usize>();
        assert_eq!(found, values.filter(|&code| sum(code) == total).count(), "{most} {total}");
    }
}

/// Creates the clauses of the pigeonhole principle, which take exponential time to refute.
fn pigeons(budget: &Budget, holes: usize) -> Solver {
    let mut solver = Solver::new(budget);
    let sits: Vec<Vec<Number>> = (0..=holes).map(|_| (0..holes).map(|_| Number::new(&mut solver, 1, true)).collect()).collect();
    for pigeon in &sits {
        sum_at_least(&mut solver, &pigeon.iter().collect::<Vec<_>>(), 1);
    }
    for hole in 0..holes {
        let here: Vec<&Number> = sits.iter().map(|pigeon| &pigeon[hole]).collect();
        sum_at_most(&mut solver, &here, 1);
    }
    solver
}

#[test]
fn a_budget_ends_a_search() {
    assert_eq!(pigeons(&Budget::default(), 5).solve(&mut NoConstraint), SatResult::Unsatisfiable);
    let limited = Budget::new(None, 100, Stop::default());
    let mut solver = pigeons(&limited, 12);
    assert_eq!(solver.solve(&mut NoConstraint), SatResult::Unknown);
    assert!((100..=101).contains(&solver.conflicts()), "{}", solver.conflicts());

    let timed = Budget::new(Some(Instant::now() + Duration::from_millis(20)), 0, Stop::default());
    assert_eq!(pigeons(&timed, 12).solve(&mut NoConstraint), SatResult::Unknown);

    let stopped = Budget::default();
    stopped.stop.raise();
    assert_eq!(pigeons(&stopped, 3).solve(&mut NoConstraint), SatResult::Unknown);
}

#[test]
fn a_solver_can_be_handed_to_another_thread() {
    fn is_send<T: Send>() {}
    is_send::<Solver>();
}
