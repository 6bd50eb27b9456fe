"""The statistics against simulated matches of known strength, and against values worked out another way."""

from __future__ import annotations

import io
import math
import random
import unittest
from collections import Counter

import context
from arena.elo import PAIR_SCORES, difference, estimate, expected_score, student
from arena.ratings import rate
from arena.sprt import Sprt, log_likelihood_ratio, most_likely
from arena.faults import FaultKind
from arena.game import Record
from arena.progress import Progress
from arena.tally import EngineTotals, Tally, TallyBuilder, tally


def pair_score(elo: float, bias: float, chance: random.Random) -> float:
    """The score of a pair: one opening worth `bias` Elo for black, both colours, no draws (Hex)."""
    first = chance.random() < expected_score(elo + bias)
    second = chance.random() < expected_score(elo - bias)
    return (first + second) / 2


def true_elo(elo: float, spread: float) -> float:
    """The difference that the mean score shows where openings are worth `spread` times -2, -1, 0, 1, 2."""
    values = [expected_score(elo + side * step * spread) for step in (-2, -1, 0, 1, 2) for side in (1, -1)]
    return difference(sum(values) / len(values))


class Simulated(unittest.TestCase):
    def count_verdicts(self, elo: float, test: Sprt, runs: int, most: int, spread: float = 60.0) -> dict[str | None, int]:
        chance = random.Random(f"{elo} {test}")
        verdicts: dict[str | None, int] = {"H0": 0, "H1": 0, None: 0}
        for _ in range(runs):
            counts = [0] * 5
            verdict = None
            for number in range(most):
                score = pair_score(elo, spread * chance.choice((-2, -1, 0, 1, 2)), chance)
                counts[PAIR_SCORES.index(score)] += 1
                # Looking at every fifth pair is enough here; looking at all of them is as the match does it.
                if (context.LONG or number % 5 == 4) and (verdict := test.verdict(counts)):
                    break
            verdicts[verdict] += 1
        if context.LONG:
            print(f"\n{elo:g} Elo, SPRT {test.elo0:g},{test.elo1:g}, {runs} runs: {verdicts}")
        return verdicts

    def test_equal_engines_seldom_pass(self) -> None:
        runs = 1000 if context.LONG else 150
        verdicts = self.count_verdicts(0.0, Sprt(0, 20), runs, 4000)
        self.assertLessEqual(verdicts["H1"], 0.08 * runs, verdicts)
        self.assertLessEqual(verdicts[None], 0.02 * runs, verdicts)

    def test_equal_engines_seldom_pass_a_wide_test(self) -> None:
        verdicts = self.count_verdicts(0.0, Sprt(0, 100), 1000, 1000)
        self.assertLessEqual(verdicts["H1"], 80, verdicts)
        self.assertLessEqual(verdicts[None], 10, verdicts)

    def test_better_engine_passes(self) -> None:
        verdicts = self.count_verdicts(110.0, Sprt(0, 100), 1000, 1000)
        self.assertGreaterEqual(verdicts["H1"], 920, verdicts)

    def test_intervals_cover(self) -> None:
        runs = 4000 if context.LONG else 1000
        near = ((0, 0, 20), (0, 80, 100), (30, 150, 200), (100, 40, 60), (300, 60, 100), (-200, 0, 40))
        for elo, spread, games in (*near, (400, 0, 20), (500, 0, 40), (700, 0, 40), (800, 60, 100)):
            chance = random.Random(f"{elo} {spread}")
            truth = true_elo(elo, spread)
            covered = 0
            for _ in range(runs):
                scores = [pair_score(elo, spread * chance.choice((-2, -1, 0, 1, 2)), chance) for _ in range(games // 2)]
                found = estimate(scores)
                covered += found.low <= truth <= found.high
            if context.LONG:
                print(f"\n{elo} Elo, {games} games: {100 * covered / runs:.1f} % of {runs} intervals cover it")
            with self.subTest(elo=elo, spread=spread, games=games):
                self.assertGreaterEqual(covered, 0.93 * runs)

    def test_nothing_but_wins(self) -> None:
        """The exact bound of Clopper and Pearson for 40 independent games, all won, is +406; that of 20 is +277."""
        for pairs, exact in ((20, 406), (10, 277)):
            self.assertTrue(0.95 * exact < estimate([1.0] * pairs).low < 1.15 * exact)

    def test_superiority_is_calibrated(self) -> None:
        """Of equal engines, LOS is above 95 % in about 5 % of the matches."""
        chance = random.Random(3)
        high = sum(estimate([pair_score(0, 50, chance) for _ in range(100)]).superiority > 0.95 for _ in range(1000))
        self.assertTrue(20 <= high <= 80, high)

    def test_superiority_agrees_with_the_interval(self) -> None:
        chance = random.Random(4)
        for _ in range(1000):
            found = estimate([pair_score(60, 50, chance) for _ in range(chance.randrange(1, 30))])
            self.assertEqual((found.low > 0, found.high < 0), (found.superiority > 0.975, found.superiority < 0.025), found)


class Worked(unittest.TestCase):
    def test_expected_and_difference_are_inverse(self) -> None:
        for elo in (-700, -100, 0, 20, 400):
            self.assertAlmostEqual(difference(expected_score(elo)), elo)
        self.assertAlmostEqual(expected_score(400), 10 / 11)

    def test_most_likely_keeps_the_mean(self) -> None:
        observed = [0.1, 0.2, 0.4, 0.2, 0.1]
        for mean in (0.3, 0.5, 0.55, 0.9):
            found = most_likely(observed, mean)
            self.assertAlmostEqual(sum(found), 1.0, places=6)
            self.assertAlmostEqual(sum(p * a for p, a in zip(found, PAIR_SCORES)), mean, places=6)

    def test_ratio_is_the_normal_one_for_many_pairs(self) -> None:
        """For small differences it tends to (s1 - s0)(2 m - s0 - s1) N / 2 variance."""
        counts = [300, 1200, 2900, 1250, 350]
        pairs = sum(counts)
        mean = sum(n * a for n, a in zip(counts, PAIR_SCORES)) / pairs
        variance = sum(n * (a - mean) ** 2 for n, a in zip(counts, PAIR_SCORES)) / pairs
        low, high = expected_score(0), expected_score(5)
        normal = (high - low) * (2 * mean - low - high) * pairs / (2 * variance)
        self.assertAlmostEqual(log_likelihood_ratio(counts, 0, 5), normal, delta=0.05 * abs(normal))

    def test_no_variance(self) -> None:
        """Only shared pairs: no difference is shown, and the test ends for H0; only double wins: for H1."""
        test = Sprt(0, 20)
        self.assertEqual(test.verdict([0, 0, 200, 0, 0]), "H0")
        self.assertEqual(test.verdict([0, 0, 0, 0, 200]), "H1")
        self.assertEqual(test.verdict([200, 0, 0, 0, 0]), "H0")
        self.assertIsNone(test.verdict([0, 0, 1, 0, 0]))
        self.assertIsNone(test.verdict([0, 0, 0, 0, 0]))
        for scores in ([0.5] * 10, [1.0] * 10, [0.0] * 10, [1.0], [0.5]):
            found = estimate(scores)
            self.assertTrue(all(map(math.isfinite, (found.elo, found.low, found.high, found.superiority))))
            self.assertLess(found.low, found.high)
            self.assertTrue(found.low <= found.elo <= found.high)
        won, lost = estimate([1.0] * 10), estimate([0.0] * 10)
        self.assertGreater(won.low, 0)
        self.assertEqual((won.text(), lost.text()), (f"above {won.low:+.0f}", f"below {lost.high:+.0f}"))
        self.assertRegex(estimate([0.5, 0.75]).text(), r"^\+\d+ \[-\d+, \+\d+\]$")
        self.assertIsNone(estimate([]))

    def test_student(self) -> None:
        """Tabulated quantiles."""
        for freedom, value in ((5, 2.5706), (10, 2.2281), (30, 2.0423), (200, 1.9719)):
            self.assertAlmostEqual(student(0.975, freedom), value, delta=0.01)

    def test_counts(self) -> None:
        added = Tally(["a", "b"], {}, {}, Counter([0.0, 0.5, 0.5, 1.0, 0.25]))
        self.assertEqual(added.counts(), [1, 1, 2, 0, 1])


def record(number: int, chance: random.Random) -> Record:
    """A game of a match of two with few different games, so that some are identical."""
    black, white = ("a", "b") if number % 2 == 0 else ("b", "a")
    move = f"a{chance.randint(1, 40)}"
    events = [{"engine": "b", "kind": str(FaultKind.CRASH), "detail": "", "stderr": ""}] if chance.random() < 0.1 else []
    winner = chance.choice([black, white, None])
    return Record(number, black, white, number // 2, 1, 1, [("b", move)], [0.5], [0.25], winner=winner, reason="board", events=events)


class Tallies(unittest.TestCase):
    def test_game_by_game(self) -> None:
        """In whatever order games end, the sum so far is that of the games so far."""
        for seed in range(10):
            chance = random.Random(seed)
            records = [record(number, chance) for number in range(60)]
            # As with some games at a time: the order is nearly that of the plan.
            records.sort(key=lambda game: game.id + chance.randint(0, 6))
            builder, so_far = TallyBuilder(["a", "b"], Sprt(0, 100)), {}
            for game in records:
                builder.add(game)
                so_far[game.id] = game
                self.assertEqual(builder.build(), tally(["a", "b"], dict(sorted(so_far.items())), Sprt(0, 100)))

    def test_forfeits_without_a_move_count_each(self) -> None:
        """An engine that does not start has lost all games, not one with each colour; one that plays the same again has."""
        event = {"engine": "b", "kind": str(FaultKind.CRASH), "detail": "", "stderr": ""}
        for moves, counted in (([], 20), ([("b", "a1")], 20), ([("b", "a1"), ("w", "a2")], 2)):
            games = {}
            for number in range(20):
                black, white = ("a", "b") if number % 2 == 0 else ("b", "a")
                times = [0.5] * len(moves)
                games[number] = Record(number, black, white, 0, 1, 1, moves, times, times, winner="a", reason="crash", events=[event])
            self.assertEqual(tally(["a", "b"], games).totals["a"].wins, counted)

    def test_games_cost_the_same_however_many_there_are(self) -> None:
        tested: list[int] = []

        class Counting(Sprt):
            def verdict(self, counts):
                tested.append(sum(counts))
                return None

        builder, chance = TallyBuilder(["a", "b"], Counting(0, 20)), random.Random(1)
        for number in range(200):
            builder.add(record(number, chance))
            builder.build()
        self.assertLessEqual(len(tested), 100)

    def test_who_leads(self) -> None:
        """By shares: in a match that goes on players have unequal numbers of games."""
        for results, wanted in (
            ((("a", 2, 2), ("b", 1, 2), ("c", 0, 2)), "a leads with 100.0 %"),
            ((("a", 2, 4), ("b", 1, 1), ("c", 2, 2)), "b, c lead with 100.0 %"),
            ((("a", 3, 4), ("b", 0, 0), ("c", 6, 8)), "a, c lead with 75.0 %"),
        ):
            totals = {name: EngineTotals(games=games, wins=wins) for name, wins, games in results}
            stream = io.StringIO()
            record = Record(id=0, black="a", white="b", opening_id=0, opening_moves=0, seed=1)
            Progress(stream, 12, 0).game(record, Tally(list(totals), totals, {}, played=6))
            self.assertTrue(stream.getvalue().endswith(f"(6/12)  {wanted}\n"), stream.getvalue())


class Ratings(unittest.TestCase):
    def test_two_engines(self) -> None:
        """750 of 1000 points are 191 Elo."""
        rated = rate(["a", "b"], {("a", "b"): (750.0, 1000)})
        self.assertAlmostEqual(rated["a"][0] - rated["b"][0], 190.8, delta=1.5)
        self.assertAlmostEqual(rated["a"][0] + rated["b"][0], 0, places=6)

    def test_known_strengths_are_found(self) -> None:
        chance = random.Random(8)
        true = {"a": 150.0, "b": 20.0, "c": -50.0, "d": -120.0}
        names = list(true)
        inside = total = 0
        for _ in range(60):
            scores = {}
            for i, one in enumerate(names):
                for two in names[i + 1 :]:
                    won = sum(chance.random() < expected_score(true[one] - true[two]) for _ in range(60))
                    scores[one, two] = (float(won), 60)
            for name, (elo, half) in rate(names, scores).items():
                inside += abs(elo - true[name]) <= half
                total += 1
        self.assertGreaterEqual(inside, 0.9 * total)

    def test_anchor_and_shutout(self) -> None:
        rated = rate(["a", "b", "c"], {("a", "b"): (10.0, 10), ("a", "c"): (10.0, 10)}, anchor="a")
        self.assertEqual(rated["a"], (0.0, 0.0))
        self.assertTrue(-2000 < rated["b"][0] < -200)


if __name__ == "__main__":
    unittest.main()
