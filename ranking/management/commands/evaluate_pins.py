"""Print how far persons' results reach for pins and web pins."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from ranking.pins.rules.pins import evaluate, plain
from ranking.pins.selectors.evaluations import BATCH, Everybody, persons_with_results, readings_of
from tournament.people.models.persons import Person


class Command(BaseCommand):
    """One JSON object a line and player."""

    help = (
        "Print for each player with official results every level of pins and web pins with its conditions, one JSON "
        "object a line. A player's ID is the number in the address of the record, /p/ID/."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the player and the format."""
        parser.add_argument("--player", metavar="ID", help="only this player")
        parser.add_argument("--json", action="store_true", required=True, help="as JSON (the one format there is)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the lines to standard output."""
        everybody = Everybody()
        waiting: list[Person] = []
        for person in self._persons(options["player"]):
            waiting.append(person)
            if len(waiting) == BATCH:
                self._print(everybody, waiting)
                waiting = []
        self._print(everybody, waiting)

    def _persons(self, player: str | None) -> Any:
        if player is None:
            return persons_with_results()
        found = Person.objects.select_related("merged_into").filter(pk=player).first() if player.isdecimal() else None
        if found is None:
            raise CommandError(f"There is no player {player}.")
        return [found.kept]

    def _print(self, everybody: Everybody, persons: list[Person]) -> None:
        results = everybody.results_of([person.pk for person in persons]) if persons else {}
        for person in persons:
            readings = readings_of(person, everybody.responsible)
            line = plain(str(person.pk), evaluate(results.get(person.pk, []), *readings))
            self.stdout.write(json.dumps(line, ensure_ascii=False))
