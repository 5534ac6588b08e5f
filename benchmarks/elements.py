"""Time the calculator of the International Mahjong Rules: ``python -m benchmarks.elements``.

6,000 distinct hands, processor microseconds for each hand. Cold: the first hand of a new process, the mean of several.
Filling: hands from the first one on, in one new process. Warm: the caches were filled by 20,000 other hands. Explained:
with sets and reasons, warm.
"""

import subprocess
import sys
import time

from benchmarks.fans import microseconds
from scoring.elements.rules import Hand, explain, score
from scoring.elements.rules.engine import readings
from tests.support.element_hands import element_hands

HANDS, OTHERS, ROUNDS, PROCESSES = 6_000, 20_000, 5, 5


def some_hands() -> list[Hand]:
    """Return distinct hands."""
    return list(dict.fromkeys(element_hands(2026, HANDS + 500)))[:HANDS]


def new_process() -> None:
    """Print the time of the first hand, and of all hands from the first one on."""
    hands = some_hands()
    begun = time.process_time()
    readings(hands[0])
    first = (time.process_time() - begun) * 1e6
    print(first, microseconds(readings, hands))


def main() -> None:
    hands = some_hands()
    command = [sys.executable, "-m", "benchmarks.elements", "cold"]
    figures = [[float(word) for word in subprocess.check_output(command).split()] for _ in range(PROCESSES)]
    for hand in element_hands(1, OTHERS):
        readings(hand)
    print("| | microseconds a hand |\n|---|---|")
    print(f"| cold, the first hand of a process | {sum(first for first, _ in figures) / PROCESSES:.0f} |")
    print(f"| filling the caches | {min(filling for _, filling in figures):.1f} |")
    print(f"| warm, new hands | {microseconds(score, hands):.1f} |")
    print(f"| explained | {min(microseconds(explain, hands) for _ in range(ROUNDS)):.1f} |")


if __name__ == "__main__":
    new_process() if sys.argv[1:] == ["cold"] else main()
