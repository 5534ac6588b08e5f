"""``manage.py evaluate_pins``: print which levels of pins and web pins players reach."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from common.management.output import write_json
from common.numbers import MOST_KEY, number_in
from ranking.levels.rules.evaluation import evaluate, plain
from ranking.levels.selectors.evaluations import BATCH, BulkEvaluator, interpretations_for, persons_with_results
from tournament.people.models.persons import Person


class Command(BaseCommand):
    help = (
        "Print for each player with official results every level of pins and web pins with its conditions, one JSON "
        "object a line. A player's ID is the number in the address of the record, /p/ID/."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--player", metavar="ID", help="only this player")
        parser.add_argument("--json", action="store_true", required=True, help="as JSON (the one format there is)")

    def handle(self, *_args: Any, **options: Any) -> None:
        evaluator = BulkEvaluator()
        waiting: list[Person] = []
        for person in self._persons(options["player"]):
            waiting.append(person)
            if len(waiting) == BATCH:
                self._print(evaluator, waiting)
                waiting = []
        self._print(evaluator, waiting)

    def _persons(self, player: str | None) -> Any:
        if player is None:
            return persons_with_results()
        persons = Person.objects.select_related("merged_into")
        key = number_in(player, most=MOST_KEY)
        person = None if key is None else persons.filter(pk=key).first()
        if person is None:
            raise CommandError(f"There is no player {player}.")
        return [person.kept]

    def _print(self, evaluator: BulkEvaluator, persons: list[Person]) -> None:
        results = evaluator.results_of([person.pk for person in persons]) if persons else {}
        for person in persons:
            interpretations = interpretations_for(person, evaluator.responsible)
            line = plain(str(person.pk), evaluate(results.get(person.pk, []), *interpretations))
            write_json(self.stdout, line)
