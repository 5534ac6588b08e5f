"""guobiao against PyMahjongGB 1.4.0, hand by hand; ``python -m tests.scoring.fans.test_oracle N SEED`` compares N
hands."""

import sys
from collections import Counter
from itertools import islice

import pytest
from MahjongGB import MahjongFanCalculator, MahjongShanten

from scoring.fans.rules import RULE_SETS, Hand, explain, score
from scoring.fans.rules.counting.engine import engine
from scoring.fans.rules.counting.waits import distance
from tests.support.hands import exchanged, hands, oracle_arguments, oracle_tile

GUOBIAO = RULE_SETS["guobiao"]
SEEDS = range(1, 5)
PER_SEED = 5_000
# PyMahjongGB's names of fans that differ from ours.
WORDS = {"独听・边张": "边张", "独听・嵌张": "坎张", "独听・单钓": "单调将"}
# Fans of two chows: of equal ways to link the sets, A8 leaves open which names count, and PyMahjongGB chooses others.
LINKS = {"一般高", "喜相逢", "连六", "老少副"}


def linked(fans: Counter[str]) -> Counter[str]:
    """Return the fans with those of two chows under one name."""
    out: Counter[str] = Counter()
    for name, times in fans.items():
        out["两副顺子" if name in LINKS else name] += times
    return out


def difference(hand: Hand) -> str | None:
    """Return differing points, or fans that no equally scoring decomposition has."""
    ours = engine(GUOBIAO).score(hand)
    theirs = MahjongFanCalculator(*oracle_arguments(hand), True)
    points = sum(value * times for value, times, *_ in theirs)
    fans = Counter({WORDS.get(name, name): times for _, times, name, _ in theirs})
    if ours is None or ours.points != points:
        return f"{hand}: {ours}, PyMahjongGB {points} {dict(fans)}"
    if linked(Counter({line.fan.zh: line.times for line in ours.fans})) == linked(fans):
        return None
    fans.pop("花牌", None)
    explained = explain(hand, GUOBIAO)
    assert explained is not None
    equal = [other for other in explained.other_readings if other.points == explained.best.points]
    if any(linked(Counter(line.fan.zh for line in other.counted)) == linked(fans) for other in equal):
        return None
    return f"{hand}: {ours}, PyMahjongGB {dict(fans)}"


@pytest.mark.parametrize("seed", SEEDS)
def test_points_and_fans_equal_the_oracle(seed: int) -> None:
    assert [text for hand in hands(seed, PER_SEED) if (text := difference(hand))] == []


def test_the_generator_reaches_every_fan() -> None:
    seen = {line.fan.key for hand in hands(1, PER_SEED) for line in score(hand, GUOBIAO).fans}  # type: ignore[union-attr]
    assert len(seen) == 82


def test_distance_to_ready_equals_the_oracle() -> None:
    """The distance to ready is PyMahjongGB's shanten number."""
    for tiles, melds in islice(exchanged(5), 400):
        pack = oracle_arguments(Hand(tiles, _free(tiles, melds), melds))[0]
        assert distance(tiles, melds).tiles == MahjongShanten(pack, tuple(map(oracle_tile, tiles))), (tiles, melds)


def _free(tiles: tuple[int, ...], melds: tuple) -> int:
    held = Counter((*tiles, *(tile for meld in melds for tile in meld.tiles)))
    return next(tile for tile in range(34) if held[tile] < 4)


if __name__ == "__main__":
    wrong = [found for hand in hands(int(sys.argv[2]), int(sys.argv[1])) if (found := difference(hand))]
    print(*wrong[:20], sep="\n")
    print(f"{sys.argv[1]} hands of seed {sys.argv[2]}: {len(wrong)} differences")
