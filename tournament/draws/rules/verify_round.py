"""Check a draw by standings without any code of the engine, only with Python's standard library.

``faults`` recounts partition, vector and bounds from the document that was drawn and the result (docs/draws.md).
``manage.py verify_round`` then repeats the draw with the engine, which also proves what an exact search proved.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

KIN = (("teams", "team"), ("countries", "country"))
#: Opponents whom a player may meet in the score group or near it.
OPPONENTS = 12

Four = Sequence[int]


def faults(document: Mapping[str, Any], result: Mapping[str, Any]) -> list[str]:
    """Return what is wrong with a result; empty if partition, vector and bounds hold.

    A bound that only an exact search proves is compared with its value alone.
    """
    check = Recount(document, result)
    wrong = check.partition_faults()
    return wrong or [*check.vector_faults(), *check.certificate_faults()]


class Recount:
    """A document with the result of its draw, and what the sessions so far say about each number."""

    def __init__(self, document: Mapping[str, Any], result: Mapping[str, Any]) -> None:
        self.document, self.result = document, result
        self.entries = {entry["number"]: entry for entry in document["entries"]}
        self.declared = {tuple(sorted(pair)) for pair in document.get("apart", [])}
        self.met: Counter[tuple[int, ...]] = Counter()
        self.winds: Counter[tuple[int, int]] = Counter()
        self.visits: Counter[tuple[int, int]] = Counter()
        for session in document.get("played", []):
            for table, four in enumerate(session):
                self.met.update(combinations(sorted(four), 2))
                self.winds.update((number, wind) for wind, number in enumerate(four))
                self.visits.update((number, table) for number in four)

    def partition_faults(self) -> list[str]:
        """Return whether everybody sits once, in the right bracket, and whether the order is that of the ranks."""
        tables, order = self.result["tables"], self.result["order"]
        seated = sorted(number for four in tables for number in four)
        if seated != sorted(self.entries) or any(len(four) != 4 for four in tables):
            return ["everybody must sit once, four at a table"]
        keys = [self._standing(number) for number in order]
        if seated != sorted(order) or keys != sorted(keys):
            return ["the order is not that of the ranks"]
        size = self.result["bracket"] or len(order)
        bracket = {number: at // size for at, number in enumerate(order)}
        return [
            f"table {at} mixes brackets" for at, four in enumerate(tables, 1) if len({bracket[n] for n in four}) > 1
        ]

    def _standing(self, number: int) -> tuple[int, Fraction, int]:
        entry = self.entries[number]
        return entry["rank"], -Fraction(str(entry.get("table_points", 0))), -entry.get("competition_points", 0)

    def vector_faults(self) -> list[str]:
        """Return the parts that differ from the count, and the bounds that cannot be."""
        counted, wrong = self.counts(), []
        if [part["what"] for part in self.result["vector"]] != list(counted):
            return ["the vector does not have the parts of the rule"]
        distance = self.pattern_distance()
        if self.result["pattern_distance"] != distance:
            wrong.append(f"pattern_distance: {self.result['pattern_distance']} stated, {distance} counted")
        for part in self.result["vector"]:
            what, value, bound = part["what"], part["value"], part["bound"]
            if counted[what] != value:
                wrong.append(f"{what}: {value} stated, {counted[what]} counted")
            if bound is not None and not 0 <= bound <= value:
                wrong.append(f"{what}: the bound {bound} is not between 0 and the value {value}")
        if self.result["proved"] != all(part["value"] == part["bound"] for part in self.result["vector"]):
            wrong.append("proved does not follow from the bounds")
        return wrong

    def counts(self) -> dict[str, int]:
        """Return every part of the vector, counted."""
        tables = self.result["tables"]
        pairs = [pair for four in tables for pair in combinations(sorted(four), 2)]
        away = self.outside()
        return {
            "most_meetings": 1 + max(self.met[pair] for pair in pairs),
            "rematch_pairs": sum(self.met[pair] > 0 for pair in pairs),
            "team_pairs": sum(self.same("team", *pair) for pair in pairs),
            "country_pairs": sum(self.same("country", *pair) for pair in pairs),
            "outside_score_group": len(away),
            "rank_spread": sum(self.distance(*pair) for pair in pairs),
            "apart_pairs": sum(pair in self.declared for pair in pairs),
            "repeated_floats": sum(self.entries[number].get("floats", 0) for number in away),
            "wind_imbalance": sum(self.more(number, wind) for four in tables for wind, number in enumerate(four)),
            "table_repeats": sum(self.visits[number, at] for at, four in enumerate(tables) for number in four),
        }

    def same(self, key: str, first: int, second: int) -> bool:
        name = self.entries[first].get(key)
        return name not in (None, "") and name == self.entries[second].get(key)

    def distance(self, first: int, second: int) -> int:
        """Return the squared difference of two ranks."""
        return (self.entries[first]["rank"] - self.entries[second]["rank"]) ** 2

    def more(self, number: int, wind: int) -> int:
        """Return the earlier starts on this wind above the fewest on any."""
        return self.winds[number, wind] - min(self.winds[number, other] for other in range(4))

    def orders(self) -> list[list[int]]:
        """Return each bracket's players in the order of the draw: by rank; for winners by place before, then rank."""
        order = self.result["order"]
        size = self.result["bracket"] or len(order)
        brackets = [order[first : first + size] for first in range(0, len(order), size)]
        if self.result["method"] == "winners":
            brackets = [
                sorted(bracket, key=lambda number: self.entries[number]["place_before"]) for bracket in brackets
            ]
        return brackets

    def avoided(self, first: int, second: int) -> bool:
        """Return whether the demands avoid or forbid the pair."""
        declared = self.result["demands"]["apart"] == "avoid" and tuple(sorted((first, second))) in self.declared
        return declared or self.kept_apart(first, second)

    def homes(self, order: Sequence[int]) -> dict[int, tuple[int, int]]:
        """Return number -> first and last table at which the player's score group is at home.

        The tables of the group in the order of the draw, widened on both sides until they hold enough opponents.
        """
        key = {"swiss": "table_points", "winners": "place_before"}.get(self.result["method"], "")
        group = [str(self.entries[number].get(key, 0)) for number in order]
        homes = {}
        for number, own in zip(order, group, strict=True):
            may = [other != number and not self.avoided(number, other) for other in order]
            low, high = group.index(own) // 4, (len(group) - 1 - group[::-1].index(own)) // 4
            while (low > 0 or high < len(order) // 4 - 1) and sum(may[4 * max(low, 0) : 4 * high + 4]) < OPPONENTS:
                low, high = low - 1, high + 1
            homes[number] = (low, high)
        return homes

    def outside(self) -> list[int]:
        """Return the numbers who sit at a table where their score group is not at home."""
        if self.result["method"] not in ("swiss", "winners"):
            return []
        four_of = {number: four for four in self.result["tables"] for number in four}
        away = []
        for order in self.orders():
            place = {number: at for at, number in enumerate(order)}
            for number, (low, high) in self.homes(order).items():
                if not low <= sum(place[other] for other in four_of[number]) // 16 <= high:
                    away.append(number)
        return away

    def pattern_distance(self) -> int:
        """Return the squared distances of the players from the places of the pattern.

        With fresh table numbers the pattern's order of tables is not in the result: the stated value is taken.
        """
        if self.result["method"] in ("fours", "swiss", "lots"):
            return 0
        if self.result["numbers"] != "top":
            return int(self.result["pattern_distance"])
        total, table = 0, 0
        for order in self.orders():
            place = {number: at for at, number in enumerate(order)}
            for planned in planned_tables(self.result["method"], len(order) // 4):
                seated = sorted(place[number] for number in self.result["tables"][table])
                total += sum((one - two) ** 2 for one, two in zip(seated, sorted(planned), strict=True))
                table += 1
        return total

    def certificate_faults(self) -> list[str]:
        """Return the certificates that do not prove their bound; those with prices are left to the engine."""
        wrong = []
        for certificate in self.result["certificates"]:
            proven = None if certificate["prices"] else self.proven_spread(certificate)
            if proven is not None and proven < certificate["bound"]:
                wrong.append(f"the certificate proves a spread of {proven}, not {certificate['bound']}")
        return wrong

    def proven_spread(self, certificate: Mapping[str, Any]) -> int:
        """Return the bound of the spread that a certificate proves, for tables without pairs to avoid.

        It is the sum of the values, plus each first player's least reduced cost if that is negative. A table wider than
        the window with a range of ranks d has a spread of at least 2 d² and at most the four largest values between.
        """
        numbers, values, scale = certificate["numbers"], certificate["duals"], certificate["scale"]
        window, ranks = certificate["window"], [self.entries[number]["rank"] for number in certificate["numbers"]]
        homes = list(self.homes(numbers).values()) if self.result["method"] == "swiss" else None
        total = sum(values)
        for first in range(len(numbers)):
            costs = [
                scale * sum(self.distance(numbers[one], numbers[two]) for one, two in combinations(four, 2))
                - sum(values[at] for at in four)
                for four in self.fours(numbers, first, window)
                if homes is None or all(homes[at][0] <= sum(four) // 16 <= homes[at][1] for at in four)
            ]
            costs += [
                scale * 2 * (ranks[last] - ranks[first]) ** 2 - sum(sorted(values[first : last + 1])[-4:])
                for last in range(first + window + 1, len(numbers))
                if scale * 2 * (ranks[last] - ranks[first]) ** 2 < 4 * max(values)
            ]
            total += min([0, *costs])
        return -(-total // scale)

    def fours(self, numbers: Sequence[int], first: int, window: int) -> Iterable[Four]:
        """Return the fours of places within the window that begin with ``first`` and have no pair to avoid."""
        places = range(first + 1, min(len(numbers), first + window + 1))
        mates = [at for at in places if not self.kept_apart(numbers[first], numbers[at])]
        good = {(a, b) for a, b in combinations(mates, 2) if not self.kept_apart(numbers[a], numbers[b])}
        third = {a: [b for b in mates if (a, b) in good] for a in mates}
        return [(first, a, b, c) for a, b in sorted(good) for c in third[b] if (a, c) in good]

    def kept_apart(self, first: int, second: int) -> bool:
        """Return whether a pair is at no listed table; declared pairs are at some unless they are forbidden."""
        pair, demands = tuple(sorted((first, second))), self.result["demands"]
        kin = any(demands[name] != "allow" and self.same(key, first, second) for name, key in KIN)
        rematch = demands["rematch"] != "allow" and self.met[pair] > 0
        return kin or rematch or (demands["apart"] == "forbid" and pair in self.declared)


def planned_tables(method: str, tables: int) -> Iterable[Four]:
    """Return the tables of a pattern as places of the order."""
    if method == "snake":
        return [(at, 2 * tables - 1 - at, 2 * tables + at, 4 * tables - 1 - at) for at in range(tables)]
    if method == "split":
        return [(at, tables + at, 2 * tables + at, 3 * tables + at) for at in range(tables)]
    return [range(4 * at, 4 * at + 4) for at in range(tables)]
