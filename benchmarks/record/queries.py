"""The heaviest queries of 100,000 persons: ``DATABASE_URL=… python -m benchmarks.record.queries [--persons N]``.

DATABASE_URL is an empty database of PostgreSQL that may be filled; a second run uses what the first wrote. Prints
docs/queries.md: for each query the milliseconds, the indexes that were used, and the main lines of the plan.
"""

import argparse
import os
import re
import tempfile
import time

NOISE = re.compile(r"^\s*(Planning|Execution|Buffers|Settings|Heap Blocks|I/O|Worker|Sort Method|Rows Removed|JIT)")
DETAIL = re.compile(r"  \(cost=[^)]*\)|loops=\d+|width=\d+|\(never executed\)")
LINES, WIDTH = 6, 110


def main():
    """Fill the database if it is empty, and print the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--persons", type=int, default=100_000)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        os.environ.update(PINJU_HOME=home, DJANGO_SETTINGS_MODULE="config.settings")
        import django

        django.setup()
        report(asked.persons)


def report(persons):
    from django.core.management import call_command
    from django.db import connection

    from benchmarks.record.copied import fill
    from ranking.bodies.models import Body

    if connection.vendor != "postgresql":
        raise SystemExit("DATABASE_URL must be an empty database of PostgreSQL.")
    call_command("migrate", verbosity=0)
    body = Body.objects.filter(slug="world").first() or fill(persons)
    measured = [(words, *measure(rows)) for words, rows in heaviest(body)]
    print(f"## At {persons:,} persons\n\n| query | ms | buffers | indexes |\n|---|---|---|---|")
    for words, spent, plan in measured:
        print(f"| {words} | {spent:.1f} | {buffers(plan)} | {indexes(plan)} |")
    print("\n## Plans")
    for words, _spent, plan in measured:
        print(f"\n{words}:\n\n```\n{main_lines(plan)}\n```")


def heaviest(body):
    """Return each query in words with its rows."""
    from django.db.models import Count

    from ranking.record.models.records import OfficialResult
    from ranking.record.selectors.persons import (
        kept_apart_of_body,
        merged_of_body,
        persons_of_body,
        possible_duplicates,
    )
    from tournament.registration.selectors.similar import keys_of, names_of, persons_sharing
    from tournament.registry.models import RegistryMember
    from tournament.registry.selectors.members import matching

    everybody = persons_of_body(body, "")
    audit = body.ledger.audit_entries.select_related("ledger")
    counted = OfficialResult.objects.values("recorded").annotate(players=Count("pk")).order_by("-recorded")
    keys = {key for person in everybody[500:580] for key in keys_of(names_of(person))}
    return [
        ("persons of a body, first page", everybody[:51]),
        ("persons of a body, last page", everybody.reverse()[:51]),
        ("persons by their last event", everybody.order_by("-recorded__last_day", "-pk")[:51]),
        ("persons by a part of the name", persons_of_body(body, "ronika")[:51]),
        ("persons by a name of two characters", persons_of_body(body, "王伟")[:51]),
        ("persons by federation number", persons_of_body(body, "n0000010")[:51]),
        ("likeliest pairs of persons who may be one", possible_duplicates(body)[:26]),
        ("how many pairs, up to 1,000", possible_duplicates(body)[:1001]),
        ("persons with names like those of 80 others", persons_sharing(sorted(keys))),
        ("persons merged into those of a body", merged_of_body(body)[:25]),
        ("pairs marked as two persons", kept_apart_of_body(body)[:25]),
        ("registry by a part of the name", matching(RegistryMember.objects.all(), "ronika")[:51]),
        ("audit log, last page", audit.order_by("seq")[:51]),
        ("results by event", counted[:51]),
    ]


def measure(rows):
    """Return the milliseconds of the second run as the program reads it, and the plan."""
    list(rows.all())
    start = time.perf_counter()
    list(rows.all())
    spent = (time.perf_counter() - start) * 1000
    return spent, rows.explain(analyze=True, buffers=True)


def indexes(plan):
    return ", ".join(dict.fromkeys(re.findall(r"(?:using|Index Scan on) (\w+)", plan))) or "none"


def buffers(plan):
    found = re.search(r"Buffers: shared (.*)", plan)
    return found[1] if found else "0"


def main_lines(plan):
    """Return the first lines of the plan without costs, indented as PostgreSQL does."""
    kept = [DETAIL.sub("", line).rstrip(" )")[:WIDTH] for line in plan.splitlines() if not NOISE.match(line)]
    return "\n".join([line for line in kept if "->" in line or "Scan" in line or line == kept[0]][:LINES])


if __name__ == "__main__":
    main()
