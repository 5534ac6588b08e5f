"""Rankings of bodies with snapshots, events of the record by places, and an example of every action on rankings."""

from collections.abc import Mapping, Sequence
from datetime import date
from itertools import count
from typing import Any

from django.utils import timezone

from common.actions.permissions import system_actor
from common.jobs import run, start
from common.jobs.models import Job
from ranking.bodies.models import Body
from ranking.rankings.models import Ranking, RankingSnapshot
from ranking.rankings.rules.rule import Rule
from ranking.rankings.services.rankings import NewRanking
from ranking.record.models.records import RecordedEvent
from tests.support.ranking import new_body, recorded_event, result_of
from tournament.events.models.events import Event
from tournament.people.models.persons import Person

_numbers = count(1)
#: The day of the rankings in tests, and of events one year and a half before it.
DAY, EARLIER = date(2026, 6, 1), date(2024, 12, 1)


def new_ranking(body: Body | None = None, *, slug: str = "", **rule: Any) -> Ranking:
    """Declare a ranking; ``rule`` changes parts of MERS, as plain data."""
    slug = slug or f"ranking-{next(_numbers)}"
    columns = {"slug": slug, "name": {"en": f"Ranking {slug}", "zh": f"排名 {slug}"}}
    return Ranking.objects.create(body=body or new_body(), rule={**Rule().plain(), **rule}, **columns)


def placed(places: Mapping[Person, int], ends: date = DAY, **columns: Any) -> RecordedEvent:
    """Create an event of the record of three days in which these persons have these places."""
    given = {"ends": ends, "starts": date.fromordinal(ends.toordinal() - 2), "players": 80}
    recorded = recorded_event(**given | columns)
    for person, place in places.items():
        result_of(person, recorded, individual_rank=place)
    return recorded


def career(person: Person, *places: int, **columns: Any) -> list[RecordedEvent]:
    """Give the person a result with each of these places, each in another event."""
    return [placed({person: place}, **columns) for place in places]


def compute(ranking: Ranking, day: date = DAY) -> Job:
    """Compute a ranking as a worker does, and return the ended job."""
    job = start(system_actor("test"), "ranking.compute", parameters={"ranking": ranking.slug, "day": day.isoformat()})
    run(job.pk)
    job.refresh_from_db()
    return job


def computed(ranking: Ranking, day: date | None = None) -> Ranking:
    """Compute a ranking as of today or another day, and return it."""
    job = compute(ranking, day or timezone.localdate())
    assert job.state == Job.State.DONE, job.result
    return ranking


def snapshot_of(ranking: Ranking, day: date = DAY) -> RankingSnapshot:
    """Compute a ranking and return its snapshot."""
    computed(ranking, day)
    return RankingSnapshot.objects.get(ranking=ranking, day=day, computed_at__isnull=False)


def lines(snapshot: RankingSnapshot) -> Sequence[tuple[int | None, str, str]]:
    """Return rank, name and points of each line, as the database has them."""
    rows = snapshot.lines.order_by("position", "person__name")
    return [(row.rank, row.person.name, "" if row.points is None else f"{row.points:.2f}") for row in rows]


def begun(ranking: Ranking, **columns: Any) -> RankingSnapshot:
    """Create a snapshot that is not public."""
    given = {"day": DAY, "rule": ranking.rule, "begun_at": timezone.now()}
    return RankingSnapshot.objects.create(ranking=ranking, **given | columns)


def _begun(**facts: Any) -> Any:
    def example(event: Event, state: str) -> tuple[Body, dict[str, Any]]:
        ranking = new_ranking()
        return ranking.body, {"snapshot": begun(ranking).pk, **facts}

    return example


def _with(**facts: Any) -> Any:
    def example(event: Event, state: str) -> tuple[Body, dict[str, Any]]:
        ranking = new_ranking()
        return ranking.body, {"ranking": ranking, **facts}

    return example


def _new() -> NewRanking:
    return NewRanking(f"new-ranking-{next(_numbers)}", {"zh": "排名"}, Rule().plain())


EXAMPLES: dict[str, Any] = {
    "ranking.begin": _with(day=DAY, rule=Rule().plain(), events={}),
    "ranking.change": _with(base={}, name_zh="积分榜"),
    "ranking.create": lambda event, state: (new_body(), {"new": _new()}),
    "ranking.fill": _begun(lines=[]),
    "ranking.publish": _begun(size=0, countries=[]),
    "ranking.remove": _with(),
    "ranking.tidy": lambda event, state: (None, {}),
}
