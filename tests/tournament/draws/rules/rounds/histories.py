"""Fields with a history for the draws by standings."""

import random
from fractions import Fraction

from tournament.draws.rules.rounds import Demands, Entry, Round, Task, draw_round

POINTS = (4, 2, 1, 0)


def ranked(count: int, **more: object) -> tuple[Entry, ...]:
    """Return entries 1 to ``count`` with their number as rank."""
    return tuple(Entry(number, number, **more) for number in range(1, count + 1))  # type: ignore[arg-type]


def random_history(count: int, sessions: int, seed: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return sessions of tables by lot."""
    chance = random.Random(seed)
    played = []
    for _session in range(sessions):
        order = chance.sample(range(1, count + 1), count)
        played.append(tuple(tuple(order[first : first + 4]) for first in range(0, count, 4)))
    return tuple(played)


def drawn_event(count: int, sessions: int, seed: int) -> list[tuple[Task, Round]]:
    """Play an event by Swiss draws: the place at each table is by lot; return each session's task and draw."""
    chance = random.Random(seed)
    points, score = dict.fromkeys(range(1, count + 1), 0), dict.fromkeys(range(1, count + 1), 0)
    played: list[tuple[tuple[int, ...], ...]] = []
    drawn = []
    for session in range(sessions):
        order = sorted(points, key=lambda number: (-points[number], -score[number], number))
        entries = tuple(
            Entry(number, rank, Fraction(points[number]), score[number]) for rank, number in enumerate(order, 1)
        )
        task = Task(entries, "swiss" if session else "lots", f"{seed}-{session}", Demands(), tuple(played))
        drawn.append((task, draw_round(task)))
        played.append(tuple(drawn[-1][1].tables))
        for four in played[-1]:
            for number, gained in zip(chance.sample(four, 4), POINTS, strict=True):
                points[number] += gained
                score[number] += chance.randrange(-200, 200)
    return drawn
