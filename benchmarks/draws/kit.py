"""What the measurements of the draw share: lists of players, empty caches, rows of tables."""

import csv
import random
from pathlib import Path

from tournament.draws.rules import Entrant
from tournament.draws.rules.charts.fixed import first_chart, second_chart
from tournament.draws.rules.lots import starts
from tournament.draws.rules.lots.areas import area_chart

REGISTRATIONS = Path(__file__).parents[2] / "tests" / "data" / "registrations_136.csv"
COUNTRIES = (0.16, 0.14, 0.12, 0.11, 0.1, 0.09, 0.08, 0.07, 0.05, 0.04, 0.04)


def fresh() -> None:
    """Nothing of an earlier chart is known any more."""
    first_chart.cache_clear()
    second_chart.cache_clear()
    area_chart.cache_clear()
    starts.make_start.cache_clear()


def row(*cells: object) -> None:
    print("| " + " | ".join(map(str, cells)) + " |", flush=True)


def uneven(players: int, chance: random.Random, team: int = 4) -> list[Entrant]:
    """A list in teams of four, and countries of unequal sizes, none larger than a quarter of the players."""
    sizes = [min(players // 4, max(1, round(players * share * chance.uniform(0.7, 1.3)))) for share in COUNTRIES]
    names = [f"C{index}" for index, size in enumerate(sizes) for _ in range(size)][:players]
    small = 0
    while len(names) < players:
        names += [f"S{small}"] * min(chance.randint(1, max(1, players // 16)), players - len(names))
        small += 1
    return [
        Entrant(number, f"{name}-{names[:number].count(name) // team}", name) for number, name in enumerate(names, 1)
    ]


def sevenths(players: int, team: str) -> list[Entrant]:
    """Seven countries of a seventh each; without teams, in teams of four, or in teams of people by chance."""
    order = list(range(players))
    random.Random(players).shuffle(order)
    country = [index * 7 // players for index in range(players)]
    within = [index - country.index(country[index]) for index in range(players)]
    teams = {
        "no teams": [""] * players,
        "teams of four": [f"{country[index]}-{within[index] // 4}" for index in range(players)],
        "teams across the countries": [f"T{order[index] // 4}" for index in range(players)],
    }
    return [Entrant(index + 1, teams[team][index], f"C{country[index]}") for index in range(players)]


def registered() -> list[Entrant]:
    """The 136 registrations."""
    with REGISTRATIONS.open(encoding="utf-8-sig", newline="") as file:
        return [Entrant(number, line["team"], line["country"]) for number, line in enumerate(csv.DictReader(file), 1)]
