"""The job that computes a ranking, and the sweep that starts it when it is due."""

from collections.abc import Mapping
from datetime import date
from itertools import islice
from tempfile import TemporaryFile

from django.db import connection
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from common.actions.errors import Refused
from common.actions.permissions import system_actor
from common.jobs import Progress, Result, job, start
from common.jobs.models import Job
from common.jobs.sweeps import sweeps
from common.sorted_in_file import SortedInFile
from ranking.rankings.models import RankingLine
from ranking.rankings.selectors.computing import country_lines, order_of, ranked
from ranking.rankings.selectors.kinds import lines_of
from ranking.rankings.selectors.rankings import due_rankings, lost_snapshots, ranking_by_slug, rule_of
from ranking.rankings.selectors.sources import events_of
from ranking.rankings.services.snapshots import begin_snapshot, delete_lost, fill_snapshot, publish_snapshot

KIND = "ranking.compute"
#: The name under which the program computes rankings by itself.
STATISTICIAN = "Rankings"
#: The lines of a ranking that are written in one transaction.
LINES_AT_ONCE = 2_000


@job(KIND, summary=gettext_lazy("Computing a ranking"))
def compute_ranking(progress: Progress, *, ranking: str, day: str) -> Result:
    """Compute a ranking as of ``day`` from the record, and publish it. The caller checks the permission.

    Each attempt writes a snapshot of its own, so a repeated job starts with the record as it is then.
    """
    stored = ranking_by_slug(ranking)
    if stored is None:
        raise Refused(_("This ranking was removed."))
    body, rule, as_of = stored.body, rule_of(stored), date.fromisoformat(day)
    events = events_of(rule, as_of)
    begun = begin_snapshot(progress.owner, body, ranking=stored, day=as_of, rule=rule.plain(), events=events)
    ids = dict(zip(events, begun["events"], strict=True))
    progress.check()
    # Nothing is written while the results are streamed: SQLite refuses a write of a connection whose read began before
    # another one wrote, such as the heartbeat of the job.
    with TemporaryFile() as file:
        players = SortedInFile(file, lines_of(rule, as_of, events, ids), order_of)
        progress.total(len(players))
        lines, size = ranked(players), 0
        while part := list(islice(lines, LINES_AT_ONCE)):
            fill_snapshot(progress.owner, body, snapshot=begun["snapshot"], lines=part)
            progress.step(len(part))
            size += sum(line.rank is not None for line in part)
        countries = country_lines(ranked(players))
    _count_lines()
    publish_snapshot(progress.owner, body, key=progress.key, snapshot=begun["snapshot"], size=size, countries=countries)
    words = ngettext("%(n)d player is ranked.", "%(n)d players are ranked.", size) % {"n": size}
    return Result(data={"ranking": ranking}, messages=[words])


def _count_lines() -> None:
    """Let PostgreSQL count the lines, which it takes for few until autovacuum does: a search would read them all."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f'ANALYZE "{RankingLine._meta.db_table}"')


@sweeps
def rankings_due() -> Mapping[str, int]:
    """Start the computation of rankings that are due, once for each day, and delete lost ones."""
    begun = 0
    for ranking, day in due_rankings():
        parameters = {"ranking": ranking.slug, "day": day.isoformat()}
        if not Job.objects.filter(kind=KIND, parameters=parameters).exists():
            start(system_actor(STATISTICIAN), KIND, ledger=ranking.body.ledger, parameters=parameters)
            begun += 1
    lost = delete_lost(system_actor("sweep"))["snapshots"] if lost_snapshots().exists() else 0
    named = {"rankings to compute": begun, "lost computations of rankings": lost}
    return {name: count for name, count in named.items() if count}
