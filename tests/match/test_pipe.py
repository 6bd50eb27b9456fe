"""What was read from a pipe: found across chunks, and each byte searched once."""

from __future__ import annotations

import random
import unittest

import context  # noqa: F401
from arena.pipe import Unread


class UnreadBytes(unittest.TestCase):
    def test_chunks_give_the_same_as_the_whole(self) -> None:
        chance = random.Random(3)
        for _ in range(2000):
            text = bytes(chance.choice(b"\n\n=x") for _ in range(chance.randrange(30)))
            end = chance.choice((b"\n", b"\n\n"))
            unread, taken, rest = Unread(), [], text
            while rest or unread.has(end):
                size = chance.randrange(4)
                unread.add(rest[:size])
                rest = rest[size:]
                if chance.random() < 0.7 and (part := unread.take(end)) is not None:
                    taken.append(part)
            *expected, left = text.split(end)
            self.assertEqual((taken, unread.start(len(unread))), (expected, left), text)

    def test_skip(self) -> None:
        unread = Unread()
        unread.add(b"\n\n\n= x\n")
        self.assertIsNone(unread.take(b"\n\n\n\n"))
        unread.skip(b"\n")
        self.assertEqual((unread.start(), len(unread)), (b"=", 4))
        self.assertEqual(unread.take(b"\n"), b"= x")
        self.assertFalse(unread)

    def test_what_was_searched_is_not_searched_again(self) -> None:
        unread = Unread()
        for chunk in (b"x" * 1000, b"y" * 1000 + b"\n"):
            unread.add(chunk)
            self.assertFalse(unread.has(b"\n\n"))
            # The last byte may be the first of the end.
            self.assertEqual(unread._searched, len(unread) - 1)
        unread.add(b"\nz")
        self.assertEqual(unread.take(b"\n\n"), b"x" * 1000 + b"y" * 1000)
        self.assertEqual(unread.start(9), b"z")


if __name__ == "__main__":
    unittest.main()
