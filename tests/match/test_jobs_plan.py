"""The plan of a job under random workers: killed, slow, lying; and the votes on results."""

from __future__ import annotations

import math
import random
import tempfile
import unittest
from itertools import product
from pathlib import Path

import context
from batch.plan import Plan
from batch.simulate import Costs, least_seconds, simulate
from batch.store import Store
from batch.votes import verdict

COUNT = 30
SEEDS = 150 if not context.LONG else 3000


class Votes(unittest.TestCase):
    def test_all_of_three_workers(self) -> None:
        for a, b, c in product("xyz", repeat=3):
            found = verdict({"a": a, "b": b, "c": c})
            with self.subTest(a + b + c):
                best = max("xyz", key=(a + b + c).count)
                if (a + b + c).count(best) >= 2:
                    wrong = {name for name, digest in zip("abc", (a, b, c)) if digest != best}
                    self.assertEqual((found.digest, set(found.wrong), found.is_open), (best, wrong, False))
                else:
                    self.assertEqual((found.digest, found.wrong, found.is_open), (None, (), True))

    def test_one_and_two(self) -> None:
        self.assertEqual(verdict({}).digest, None)
        self.assertFalse(verdict({}).is_open)
        self.assertEqual(verdict({"a": "x"}).digest, "x")
        self.assertTrue(verdict({"a": "x", "b": "y"}).is_open)
        self.assertTrue(verdict({"a": "x", "b": "y", "c": "x", "d": "y"}).is_open)


class Simulated:
    """A job whose workers are no more than random numbers."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.chance = random.Random(seed)
        self.folder = folder
        self.now = 0.0
        self.truth = [f'"{number}"' for number in range(COUNT)]
        self.workers = self.chance.choice(["abc", "abcd"])
        self.liar = self.chance.choice(["", "b"])
        self.speed = {name: self.chance.choice([1.0, 1.0, 1.0, 10.0]) for name in "abcd"}
        # It answers nothing, or all.
        self.speed["c"] = self.chance.choice([1.0, math.inf])
        self.starts = 0

    def open(self) -> None:
        """Begins, or goes on."""
        self.starts += 1
        self.store = Store(self.folder / "job", {"kind": "simulated", "build": "x"}, [{"n": number} for number in range(COUNT)])
        self.plan = Plan(self.store, self.chance.choice([0.01, 0.3, 1.0]), lambda: self.now)
        for worker in self.workers:
            self.plan.join(worker)
        self.running: dict[str, tuple[int, float, float]] = {}
        self.judges = 0

    def run(self) -> list[str]:
        """The results that count, by unit."""
        self.open()
        for _ in range(5000):
            if self.plan.is_over():
                break
            self.step()
        else:
            raise AssertionError("the job does not end")
        self.store.commit()
        found = self.store.results()
        self.store.close()
        return [f'"{result}"' for _, result in found]

    def step(self) -> None:
        self.now += 0.5
        for worker in [*sorted(self.plan.live), *(f"judge{number}" for number in range(self.judges))]:
            if worker not in self.running and (number := self.plan.next(worker)) is not None:
                self.running[worker] = (number, self.now, self.now + self.speed.get(worker, 1.0) * (0.01 + self.chance.random()))
        for worker, (number, start, end) in list(self.running.items()):
            if worker in self.plan.excluded or self.chance.random() < 0.01:
                del self.running[worker]
                self.plan.lose(number, worker, "killed")
            elif end <= self.now:
                del self.running[worker]
                text = '"lie"' if worker == self.liar else self.truth[number]
                self.plan.finish(number, worker, "x", self.now - start, text)
        if self.plan.needs_judge():
            self.plan.join(f"judge{self.judges}", is_judge=True)
            self.judges += 1
        if self.starts < 3 and self.chance.random() < 0.02:
            # The runner is killed: what was not committed is gone.
            if self.chance.random() < 0.5:
                self.store.commit()
            self.store.close()
            self.open()


class Plans(unittest.TestCase):
    def test_whatever_happens_the_result_is_the_same(self) -> None:
        liars = 0
        for seed in range(SEEDS):
            with self.subTest(seed), tempfile.TemporaryDirectory() as folder:
                simulated = Simulated(Path(folder), seed)
                self.assertEqual(simulated.run(), simulated.truth)
                self.assertLessEqual(simulated.plan.excluded.keys(), {"b"} if simulated.liar else set())
                liars += bool(simulated.liar)
        self.assertGreater(liars, SEEDS // 4)


    def test_what_a_worker_did_before_its_program_was_replaced_counts(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            for was_wrong, done in ((False, 3), (True, 0)):
                job = {"kind": "simulated", "build": "x"}
                units = [{"n": number} for number in range(COUNT)]
                store = Store(Path(folder) / str(was_wrong), job, units)
                plan = Plan(store, 0.0)
                plan.join("a")
                for _ in range(3):
                    unit = plan.next("a")
                    assert unit is not None
                    plan.finish(unit, "a", "x", 1.0, f'"{unit}"')
                unit = plan.next("a")
                assert unit is not None
                plan.lose(unit, "a", "another build")
                plan.exclude("a", "another build", was_wrong)
                store.commit()
                self.assertEqual((plan.done, plan.aside, plan.next("a")), (done, 0, None))
                store.close()
                store = Store(Path(folder) / str(was_wrong), job, units)
                self.assertEqual(Plan(store, 0.0).done, done)
                store.close()

    def test_an_idle_worker_does_a_comparison_that_hangs(self) -> None:
        now = 0.0
        with tempfile.TemporaryDirectory() as folder:
            store = Store(Path(folder) / "job", {"kind": "hanging", "build": "x"}, [{"n": 0}])
            plan = Plan(store, 1.0, lambda: now)
            for worker in "abc":
                plan.join(worker)
            self.assertEqual(plan.next("a"), 0)
            plan.finish(0, "a", "x", 1.0, '"0"')
            self.assertEqual(plan.next("c"), 0)
            now = 100.0
            self.assertFalse(plan.is_over())
            self.assertEqual(plan.next("b"), 0)
            plan.finish(0, "b", "x", 1.0, '"0"')
            self.assertTrue(plan.is_over())
            store.close()


class Load(unittest.TestCase):
    def test_one_worker_waits_for_what_it_costs(self) -> None:
        load = simulate(1, 1.0, Costs(0.099), 1)
        self.assertAlmostEqual(load.overhead, 0.1 / 1.1, delta=0.01)
        self.assertAlmostEqual(load.rate, 1 / 1.1, delta=0.05)

    def test_no_more_units_than_the_runner_can_serve(self) -> None:
        load = simulate(1000, 1.0, Costs(0.01), 1)
        self.assertAlmostEqual(load.rate, 100, delta=15)
        self.assertEqual(load.bottleneck, "runner")

    def test_the_least_unit_grows_with_the_workers(self) -> None:
        few, many = (least_seconds(number, Costs(0.001), 1) for number in (10, 1000))
        self.assertGreater(few, 0.1)
        self.assertGreater(many, 1.0)
        self.assertLess(simulate(1000, 2 * many, Costs(0.001), 1).overhead, 0.01)


if __name__ == "__main__":
    unittest.main()
