"""Processor seconds of papers: ``python -m benchmarks.papers [--players N] [--results N] [--sessions N]``.

Creates event files from a seed, imports them into a temporary database, and makes papers with the function that the job
calls: the sheets of one session of ``--players``, empty and filled, in Chinese and English side by side; the papers of
the results of ``--results`` players in ``--sessions`` sessions; the dossier, and the public pages as files.
"""

import argparse
import os
import tempfile
import time


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=1000)
    parser.add_argument("--results", type=int, default=200)
    parser.add_argument("--sessions", type=int, default=16)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        os.environ.update(PINJU_HOME=home, CACHE_URL="dummycache://", DJANGO_SETTINGS_MODULE="config.settings")
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        score_sheets(asked.players)
        results(asked.results, asked.sessions)


def imported(name, players, sessions):
    """Import a quiet event file, and set an address."""
    from common.actions.permissions import system_actor
    from scoring.event_file.services.importing import import_event
    from tests.support.event_generator import make_event
    from tournament.events.models.events import Event
    from tournament.papers.services import set_address

    actor = system_actor("benchmark")
    document = make_event(1, players=players, sessions=sessions, odd=False, stages=False)
    document["event"]["id"] = name
    event = Event.objects.get(slug=import_event(actor, document=document)["event"])
    set_address(actor, event, address="http://192.168.1.20:8000")
    return event


def score_sheets(players):
    """Print the seconds of each kind of score sheets."""
    event = imported("sheets", players, 1)
    for paper in ("score-sheets", "filled-sheets"):
        for ending in ("pdf", "xlsx"):
            measure(event, paper, language="zh-hans+en", ending=ending)


def results(players, sessions):
    """Print the seconds of each paper of the results, of the dossier and of the public pages."""
    from scoring.papers.exports.papers import LIVE, PAPERS
    from tournament.events.models.stages import Session

    event = imported("results", players, sessions)
    for kind in PAPERS.values():
        if kind.results:
            for ending in kind.endings:
                measure(event, kind.name, size=kind.sizes[0], ending=ending, view=LIVE)
    measure(event, "session-pack", contents=["chart", "sheets"], sessions=[1])
    Session.objects.filter(event=event).update(released_at="2026-01-01T00:00:00Z")
    public_pages(event)


def public_pages(event):
    """Print the seconds of the public pages as files."""
    from tournament.events.models.events import Event
    from web.pocket.site.making import Counting, make_site

    event, pages, start = Event.objects.get(pk=event.pk), [], time.process_time()
    data = make_site(event, Counting(lambda _total: None, lambda: pages.append(1)))
    print(f"public pages: {len(pages)} pages, {time.process_time() - start:.1f} s, {len(data) / 1e6:.1f} MB")


def measure(event, paper, language="zh-hans", **chosen):
    """Print the seconds of one paper, the least of three runs."""
    from scoring.papers.exports.making import make_paper
    from scoring.papers.exports.papers import Choice

    choice, spent, totals = Choice(paper, language, **chosen), [], []
    for _time in range(3):
        start = time.process_time()
        made = make_paper(event, choice, total=totals.append, step=lambda: None)
        spent.append(time.process_time() - start)
    print(
        f"{paper} {choice.ending}: {totals[-1]} parts, {min(spent):.2f} s, {len(made.data) / 1000:.0f} kB", flush=True
    )


if __name__ == "__main__":
    main()
