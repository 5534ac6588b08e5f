"""Check dealt pools without any code of the engine, only with Python's standard library (docs/draws.md)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from hashlib import sha256
from itertools import combinations, count
from math import comb
from typing import Any


def faults(document: Mapping[str, Any], result: Mapping[str, Any]) -> list[str]:
    """Return what is wrong with the pools of a document: who is where, the pairs of one country, and their bound.

    A lot is drawn again. Of a snake each row must be dealt to different pools; that no exchange inside a row has fewer
    pairs of one country is checked exchange by exchange.
    """
    units, pools, sizes = document["units"], result["pools"], document["sizes"]
    country = {unit["number"]: unit.get("country", "") for unit in units}
    if sorted(number for pool in pools for number in pool) != sorted(country) or [len(pool) for pool in pools] != sizes:
        return ["everybody must be in one pool, and the pools must have their sizes"]
    at = {number: pool for pool, numbers in enumerate(pools) for number in numbers}
    wrong = []
    if result["country_pairs"] != pairs(at, country):
        wrong.append(f"country_pairs: {result['country_pairs']} stated, {pairs(at, country)} counted")
    if result["bound"] != bound(country, len(pools)):
        wrong.append(f"bound: {result['bound']} stated, {bound(country, len(pools))} counted")
    order = [unit["number"] for unit in units]
    if document["kind"] == "lot":
        return wrong + ([] if at == lots(order, country, sizes, result["seed"]) else ["the lot gives other pools"])
    return wrong + snake_faults(order, country, sizes, at)


def pairs(at: Mapping[int, int], country: Mapping[int, str]) -> int:
    """Return the pairs of one country in a pool, counted pair by pair."""
    return sum(
        at[first] == at[other] and country[first] == country[other] != "" for first, other in combinations(at, 2)
    )


def bound(country: Mapping[int, str], pools: int) -> int:
    sizes = Counter(filter(None, country.values())).values()
    return sum(comb(len(range(first, size, pools)), 2) for size in sizes for first in range(pools))


def lots(order: Sequence[int], country: Mapping[int, str], sizes: Sequence[int], seed: str) -> dict[int, int]:
    """Return the pool of each number: countries dealt in turn, then four rounds of exchanges by the seed.

    In the first and third round the other one is of the same country. At last pools of one size exchange their letters.
    """
    members = Counter(country.values())
    dealt = sorted(
        range(len(order)), key=lambda at: (country[order[at]] == "", -members[country[order[at]]], country[order[at]])
    )
    free = [pool for lap in range(max(sizes)) for pool, size in enumerate(sizes) if lap < size]
    at = {order[index]: pool for index, pool in zip(dealt, free, strict=True)}
    hashes = (int(sha256(f"{seed}|pools|{number}".encode()).hexdigest(), 16) for number in count())
    now = pairs(at, country)
    for turn in range(4 * len(order)):
        unit = order[turn % len(order)]
        later = [
            number
            for number in order[turn % len(order) :]
            if turn // len(order) in (1, 3) or country[number] == country[unit]
        ]
        choices = len(later)
        other = later[next(number for number in hashes if number < 2**256 - 2**256 % choices) % choices]
        exchanged = {unit: at[other], other: at[unit]}
        then = pairs(at | exchanged, country)
        if then <= now:
            at, now = at | exchanged, then
    letters = list(range(len(sizes)))
    for pool in range(len(sizes)):
        alike = [other for other in range(pool, len(sizes)) if sizes[other] == sizes[pool]]
        choices = len(alike)
        other = alike[next(number for number in hashes if number < 2**256 - 2**256 % choices) % choices]
        letters[pool], letters[other] = letters[other], letters[pool]
    return {number: letters[pool] for number, pool in at.items()}


def snake_faults(
    order: Sequence[int], country: Mapping[int, str], sizes: Sequence[int], at: Mapping[int, int]
) -> list[str]:
    """Return whether a row of the snake is not dealt to its pools, or an exchange in a row would part a country."""
    wrong, start = [], 0
    now = pairs(at, country)
    for lap in range(max(sizes)):
        here = [pool for pool, size in enumerate(sizes) if lap < size]
        row = order[start : start + len(here)]
        start += len(here)
        if sorted(at[number] for number in row) != here:
            wrong.append(f"row {lap + 1} of the snake is not dealt to its pools")
        for first, other in combinations(row, 2):
            if pairs({**at, first: at[other], other: at[first]}, country) < now:
                wrong.append(f"an exchange of {first} and {other} has fewer pairs of one country")
    return wrong
