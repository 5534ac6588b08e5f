"""Seconds of the processor for the score sheets of a session: ``python -m benchmarks.papers [--players N]``.

Makes an event file with a seed, imports it into a database of its own, and makes the sheets of one session empty and
filled, in Chinese and English beside each other, by the function that the Papers page's job calls.
"""

import argparse
import os
import tempfile
import time


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=1000)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        os.environ.update(PINJU_HOME=home, CACHE_URL="dummycache://", DJANGO_SETTINGS_MODULE="config.settings")
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        measure(asked.players)


def measure(players):
    """Print the seconds of each, the best of three."""
    from common.permissions import system_actor
    from scoring.exports.papers import Choice, make_paper
    from scoring.services.event_import import import_event
    from tests.support.event_generator import make_event
    from tournament.models import Event
    from tournament.services.papers import set_address

    actor = system_actor("benchmark")
    document = make_event(1, players=players, sessions=1, odd=False, stages=False)
    event = Event.objects.get(slug=import_event(actor, document=document)["event"])
    set_address(actor, event, address="http://192.168.1.20:8000")
    for paper in ("score-sheets", "filled-sheets"):
        for ending in ("pdf", "xlsx"):
            choice, spent, steps = Choice(paper, "zh-hans+en", ending=ending), [], []
            for _time in range(3):
                start = time.process_time()
                made = make_paper(event, choice, total=steps.append, step=lambda: None)
                spent.append(time.process_time() - start)
            print(f"{paper} {ending}: {steps[0]} sheets, {min(spent):.2f} s, {len(made.data) / 1000:.0f} kB")


if __name__ == "__main__":
    main()
