"""Compare the fan calculator with PyMahjongGB (C++) in one run: ``python -m benchmarks.fans``.

6,000 distinct winning hands under guobiao, processor microseconds for each hand, the best of several rounds. Cold:
empty caches, in a separate process. Warm: the caches were filled by 30,000 other hands, these hands are new. Repeated:
the same hand again. Tiles to hand: creating and checking a `Hand`.
"""

import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

from MahjongGB import MahjongFanCalculator

from scoring.fans.rules.counting.engine import engine, score
from scoring.fans.rules.hands.hand import Hand
from scoring.fans.rules.sets.rule_sets import GUOBIAO
from tests.support.hands import hands, oracle_arguments

HANDS, OTHERS, ROUNDS = 6_000, 30_000, 5


def microseconds(run: Callable[[Any], object], items: Sequence[Any]) -> float:
    """Return the processor time for each item."""
    begun = time.process_time()
    for item in items:
        run(item)
    return (time.process_time() - begun) / len(items) * 1e6


def some_hands() -> list[Hand]:
    """Return distinct hands."""
    return list(dict.fromkeys(hands(2026, HANDS + 500)))[:HANDS]


def cold() -> None:
    """Print the time of hands from the first one on."""
    print(microseconds(engine(GUOBIAO).score, some_hands()))


def main() -> None:
    ours = some_hands()
    theirs = [oracle_arguments(hand) for hand in ours]
    base = min(microseconds(lambda hand: MahjongFanCalculator(*hand), theirs) for _ in range(ROUNDS))
    first = [float(subprocess.check_output([sys.executable, "-m", "benchmarks.fans", "cold"])) for _ in range(3)]
    for hand in hands(1, OTHERS):
        engine(GUOBIAO).score(hand)
    warm = microseconds(engine(GUOBIAO).score, ours)
    known = min(microseconds(engine(GUOBIAO).score, ours) for _ in range(ROUNDS))
    score(ours[0], GUOBIAO)
    again = min(microseconds(lambda hand: score(hand, GUOBIAO), [ours[0]] * HANDS) for _ in range(ROUNDS))
    made = min(microseconds(lambda h: Hand(h.tiles, h.win, h.melds, seat=h.seat), ours) for _ in range(ROUNDS))
    print("| | microseconds a hand | times PyMahjongGB |\n|---|---|---|")
    for name, figure in [
        ("PyMahjongGB 1.4.0", base),
        ("cold", min(first)),
        ("warm, new hands", warm),
        ("warm, hands seen before", known),
        ("repeated hand", again),
        ("tiles to hand", made),
    ]:
        print(f"| {name} | {figure:.2f} | {figure / base:.2f} |")


if __name__ == "__main__":
    cold() if sys.argv[1:] == ["cold"] else main()
