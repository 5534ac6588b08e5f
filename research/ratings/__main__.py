"""Compare ratings on a generated federation of five years: ``python -m research.ratings [SEED]``.

Players of different strength, which drifts, play 12 events a year; the hands are those of the simulator
(`scoring.standings.rules.simulation.hands`). Each rating predicts who of two players at a table has more points, before
it sees the result. Its parameters are the best ones of a small grid in the years 2 and 3; the figures are those of the
years 4 and 5: the mean loss (-ln of the probability given to what happened; a coin has 0.6931), and the share of pairs
whose better rated player was ahead. Pairs with equal points do not count.
"""

import math
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations, product

import numpy as np

from research.ratings.glicko import Glicko2
from research.ratings.tables import Rating, Table
from research.ratings.weng_lin import BradleyTerry, PlackettLuce
from scoring.standings.rules.simulation.hands import session_scores

PLAYERS, YEARS, EVENTS, SESSIONS = 600, 5, 12, 8
#: The spread of strengths (the share of hands won goes with exp(strength)) and its drift in a year.
SPREAD, DRIFT = 0.3, 0.08
TUNED, JUDGED = (2, 3), (4, 5)


def federation(seed: int) -> list[Table]:
    """Return the tables of five years in the order of play; the same for the same seed."""
    chance = np.random.default_rng(seed)
    strength = chance.normal(0, SPREAD, PLAYERS)
    # Some play often, most rarely.
    eager = chance.pareto(1.5, PLAYERS) + 0.2
    tables = []
    for year, event in product(range(1, YEARS + 1), range(EVENTS)):
        strength += chance.normal(0, DRIFT / math.sqrt(EVENTS), PLAYERS)
        field = chance.choice(PLAYERS, size=4 * int(chance.integers(8, 25)), replace=False, p=eager / eager.sum())
        for session in range(SESSIONS):
            seats = chance.permutation(field).reshape(-1, 4)
            for players, scores in zip(seats, session_scores(strength[seats], chance), strict=True):
                tables.append(Table(year, event, session, tuple(map(int, players)), tuple(map(int, scores))))
    return tables


@dataclass
class Judged:
    """The loss and the hits of predictions."""

    pairs: int = 0
    loss: float = 0.0
    hits: int = 0

    def note(self, chance: float, ahead: bool) -> None:
        self.pairs += 1
        self.loss -= math.log(chance if ahead else 1 - chance)
        self.hits += (chance > 0.5) == ahead


def judge(rating: Rating, tables: Sequence[Table]) -> dict[tuple[int, ...], Judged]:
    """Let a rating predict and learn the tables; return the figures of the years for tuning and for judging."""
    judged: dict[tuple[int, ...], Judged] = {TUNED: Judged(), JUDGED: Judged()}
    for table in tables:
        years = next((years for years in judged if table.year in years), None)
        for one, other in combinations(range(4), 2):
            if years and table.scores[one] != table.scores[other]:
                chance = rating.wins(table.players[one], table.players[other])
                judged[years].note(chance, table.scores[one] > table.scores[other])
        rating.learn(table)
    return judged


def main() -> None:
    """Print the figures of each rating with its best parameters."""
    tables = federation(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
    print(f"{len(tables)} tables of {PLAYERS} players in {YEARS} years")
    weng_lin = list(product((0.3, 0.4, 0.5, 0.6, 0.8, 1.0), (0.0, 0.005, 0.01, 0.02)))
    glicko = list(product((60, 80, 100, 120, 160), (0.003, 0.01, 0.03), (False, True)))
    candidates: list[tuple[str, Callable[..., Rating], Sequence[tuple[float, ...]]]] = [
        ("Weng-Lin, Plackett-Luce", PlackettLuce, weng_lin),
        ("Weng-Lin, Bradley-Terry full", BradleyTerry, weng_lin),
        ("Glicko-2 over six pairs", Glicko2, glicko),
    ]
    for name, rating, grid in candidates:
        results = [(judge(rating(*parameters), tables), parameters) for parameters in grid]
        best, parameters = min(results, key=lambda result: result[0][TUNED].loss)
        found = best[JUDGED]
        print(
            f"{name} {parameters}: loss {found.loss / found.pairs:.4f}, better rated ahead "
            f"{found.hits / found.pairs:.2%} of {found.pairs} pairs"
        )


if __name__ == "__main__":
    main()
