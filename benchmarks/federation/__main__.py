"""A federation's load: ``python -m benchmarks.federation [--halls N] [--readers N ...] [--minutes N]``.

Halls of 40 tables write a hand every seven minutes a table. Readers poll the standings of their hall every 15 s through
nginx with the site of deploy/nginx.conf. The run starts PostgreSQL, Redis, gunicorn with two processes, a worker and
nginx at 127.0.0.1; they share the processors with the clients. Every ten seconds one hall releases a session. Prints
writes and reads separately, and the processor time of each kind of process. Several numbers of readers share the
minutes and show the highest number that is held.

Not in it: https, the first loading of pages, and polls of the halls themselves. It needs the programs of PostgreSQL,
Redis and nginx.
"""

import argparse
import copy
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from benchmarks.faults.servers import ROOT, Installation, answers, wait_until
from benchmarks.federation.proxy import made_proxy
from benchmarks.phones import parts_in
from benchmarks.scale import answer, processor, with_a_session_more

TABLES, SECONDS_A_HAND, SECONDS_A_POLL, SECONDS_A_RELEASE = 40, 420, 15, 10
#: What counts as held: share of the asked polls, milliseconds of the 99th percentile of polls and hands.
HELD = (0.98, 1000, 2000)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--halls", type=int, default=50)
    parser.add_argument("--readers", type=int, nargs="+", default=[20_000])
    parser.add_argument("--minutes", type=float, default=3, help="of all numbers of readers together")
    parser.add_argument("--readers-a-connection", type=int, default=10)
    asked = parser.parse_args()
    if asked.minutes > SECONDS_A_HAND / 60:
        parser.error("at most seven minutes: each table writes one hand")
    random.seed(1)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that the processes it started end with it
    folder = Path(tempfile.mkdtemp(prefix="pinju-federation-"))
    place = Installation(folder, own_disk=False)
    place.environment |= {"PINJU_PROXIES": "127.0.0.1"}
    try:
        place.start()
        os.environ.update(place.environment)
        run(place, asked)
    except BaseException:
        print(f"The output of the processes is in {folder}")
        raise
    finally:
        place.end()
    shutil.rmtree(folder)


def run(place, asked):
    """Fill the database, start the program and nginx, run each number of readers."""
    import django

    django.setup()
    halls = prepared(asked.halls)
    place.start_program()
    wait_until(place.is_served)
    place.worker.start()
    proxy, port = made_proxy(place.folder, place.web_port)
    proxy.start()
    try:
        wait_until(lambda: answers(port))
        releases = list(halls)
        cards = [card for codes in halls.values() for card in codes]
        random.shuffle(cards)
        seconds = 60 * asked.minutes / len(asked.readers)
        for readers in asked.readers:
            number = int(seconds * asked.halls * TABLES / SECONDS_A_HAND)
            tables, cards = cards[:number], cards[number:]
            pages = {slug: parts_of_page(port, slug) for slug in halls}
            order = {
                "host": "127.0.0.1", "port": port, "seconds": seconds, "pause": SECONDS_A_POLL, "tables": tables,
                "connections": connections(pages, readers, asked.readers_a_connection),
            }  # fmt: skip
            measure(place, proxy, order, readers, releases)
    finally:
        proxy.kill()


def parts_of_page(port, slug):
    """Return name -> address of the live fragments of a hall's standings."""
    status, content = answer(port, f"/e/{slug}/standings/")
    return parts_in(content) or sys.exit(f"The standings of {slug} have no live fragments: status {status}.")


def prepared(halls):
    """Make an event for each hall, one session released, one complete, one being played; return slug -> cards."""
    from django.core.management import call_command

    from common.actions.permissions import system_actor
    from common.files.json_files import dump
    from scoring.event_file.selectors.reading import read_event
    from scoring.event_file.services.importing import import_event
    from scoring.sheets.rules.codes import new_table_access
    from scoring.sheets.services.codes.cards import issue_table_codes
    from tests.support.event_draws import with_released_draw
    from tests.support.event_generator import make_event
    from tournament.events.models.events import Event

    call_command("migrate", verbosity=0)
    actor = system_actor("benchmark")
    document = with_released_draw(with_a_session_more(make_event(1, 4 * TABLES, 2, odd=False)))
    cards = {}
    for number in range(1, halls + 1):
        hall = copy.deepcopy(document)
        hall["event"] |= {"id": f"hall-{number}", "name": f"Hall {number}"}
        import_event(actor, document=read_event(dump(hall)))
        event = Event.objects.get(slug=f"hall-{number}")
        released(event.slug, 1)
        codes = new_table_access(range(1, TABLES + 1))
        issue_table_codes(actor, event, codes=codes)
        cards[event.slug] = [access.token for access in codes.values()]
    return cards


def released(slug, number):
    """Release the session of the hall; return when that began and ended."""
    from common.actions.permissions import system_actor
    from scoring.releases.services.releasing import release_session
    from tournament.models import Session

    begun = time.time()
    release_session(system_actor("benchmark"), Session.objects.get(event__slug=slug, number=number))
    return begun, time.time()


def connections(pages, readers, readers_a_connection):
    """Return (slug, fragments of its page, readers) of each connection; the readers are spread over the halls."""
    slugs = list(pages)
    found = []
    for at, first in enumerate(range(0, readers, readers_a_connection)):
        slug = slugs[at % len(slugs)]
        found.append((slug, pages[slug], min(readers_a_connection, readers - first)))
    return found


def measure(place, proxy, order, readers, halls):
    """Run the clients once, release sessions meanwhile, print the figures."""
    kinds = {
        "web": place.web,
        "worker": place.worker,
        "PostgreSQL": place.postgres,
        "Redis": place.redis,
        "nginx": proxy,
    }
    load = os.getloadavg()[0]
    clients = subprocess.Popen(
        [sys.executable, "-m", "benchmarks.federation.clients"], cwd=ROOT, stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    json.dump(order, clients.stdin)
    clients.stdin.close()
    if clients.stdout.readline() != "ready\n":
        sys.exit("The tables could not be opened.")
    before, start = {name: processor(kind.process.pid) for name, kind in kinds.items()}, time.perf_counter()
    releases, over = {}, threading.Event()
    releasing = threading.Thread(target=release_some, args=(halls, releases, order["seconds"], over))
    releasing.start()
    try:
        found = json.loads(clients.stdout.read())
    finally:
        over.set()
        clients.kill()
        releasing.join()
    took = time.perf_counter() - start
    spent = {name: (processor(kind.process.pid) - before[name]) / took for name, kind in kinds.items()}
    spent["clients"] = found["cpu"] / took
    show(order, readers, found, releases, spent, took, load)


def release_some(halls, releases, seconds, over):
    """Release a session of one hall after another until a poll before the end; ``releases``: slug -> when."""
    from django.db import connection

    end = time.monotonic() + seconds - SECONDS_A_POLL - 5
    while not over.wait(SECONDS_A_RELEASE) and time.monotonic() < end and halls:
        slug = halls.pop()
        releases[slug] = released(slug, 2)
    connection.close()


def show(order, readers, found, releases, spent, took, load):
    """Print the figures of a run, and whether it was held."""
    hands, due, polls = len(found["acknowledged"]), len(order["tables"]), found["answers"]["poll"]
    asked = readers / SECONDS_A_POLL
    by_cache = sum(count for name, count in polls.items() if name.endswith(("HIT", "STALE", "UPDATING")))
    answered = sum(count for name, count in polls.items() if name != "none")
    print(f"{readers} readers over {len(order['connections'])} connections, {took:.0f} s", end=", ")
    print(f"load {load:.1f} before and {os.getloadavg()[0]:.1f} after")
    print(f"  hands: {due} due, {hands} acknowledged, {hands / took:.1f} a second", end="; ")
    print(f"exactly once in the database {stored_hands(found['acknowledged'])}")
    print(f"  polls a second: {asked:.0f} due, {answered / took:.0f} answered, {by_cache / took:.0f} by nginx", end=" ")
    print(f"({100 * by_cache / answered:.1f} %), {(answered - by_cache) / took:.0f} by the program")
    for kind in ("hand", "poll", "fragment"):
        times = found["milliseconds"].get(kind) or {}
        figures = ", ".join(f"{name} {times[name]:.0f}" for name in ("p50", "p95", "p99", "max") if times)
        print(f"  {kind}: {figures} ms; answers {found['answers'].get(kind)}")
    show_releases(found["changes"], releases)
    parts = ", ".join(f"{name} {part:.3f}" for name, part in spent.items())
    print(f"  processors: {parts}; together {sum(spent.values()):.2f}")
    held = is_held(found, hands == due, answered / order["seconds"] / asked)
    print("  held" if held else "  not held", flush=True)


def is_held(found, all_hands, share):
    """Return whether all was answered in time; ``share`` of the due polls was answered in the run."""
    least_share, poll_limit, hand_limit = HELD
    times, answers = found["milliseconds"], found["answers"]
    is_answered = all_hands and share >= least_share and not any(found.get("none") for found in answers.values())
    return is_answered and times["poll"]["p99"] <= poll_limit and times["hand"]["p99"] <= hand_limit


def show_releases(changes, releases):
    """Print the seconds until the readers of the halls that released a session had fetched everything."""
    known = [(at, releases[slug]) for slug, at in changes if slug in releases]
    late = sorted(max(0.0, at - done) for at, (begun, done) in known if at >= begun)
    if late:
        half, most = late[len(late) // 2], late[int(len(late) * 0.99)]
        print(f"  {len(releases)} releases reached {len(late)} readers: half after {half:.1f} s", end=", ")
        print(f"99 of a hundred after {most:.1f} s, all after {late[-1]:.1f} s")


def stored_hands(addresses):
    """Return how many of the tables at these addresses have exactly their one hand."""
    from scoring.sheets.models.facts import Hand

    places = [address.strip("/").split("/") for address in addresses]  # e/<slug>/table/<session>/<number>
    hands = Hand.objects.filter(sheet__table__session__number=3)
    stored = list(hands.values_list("sheet__table__session__event__slug", "sheet__table__number"))
    return sum(stored.count((place[1], int(place[4]))) == 1 for place in places)


if __name__ == "__main__":
    main()
