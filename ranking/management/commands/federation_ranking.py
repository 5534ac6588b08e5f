"""``manage.py federation_ranking``: compute a federation's ranking from a file, without a database."""

from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from common.management.input import read_json
from common.management.output import write_json
from common.numbers import fraction_in
from ranking.record.rules.mers import Result, Tournament, Years, country_ranking, ranking, tournament_weight

MEMBERS = {"id", "ends", "participants", "days", "countries", "qualification", "weight", "results"}


class WrongFileError(ValueError):
    """What is wrong in the file, after its path."""


class Command(BaseCommand):
    """Print the ranking of players and countries on a day."""

    help = "Compute the federation's ranking (MERS) from tournaments in a JSON file; - reads standard input."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--formula", choices=["mers"], required=True)
        parser.add_argument("file", metavar="FILE")
        parser.add_argument("--date", type=date.fromisoformat, required=True, metavar="YYYY-MM-DD")
        parser.add_argument(
            "--years",
            type=Years,
            choices=list(Years),
            default=Years.CALENDAR,
            help="when a result's years end: on its day of the calendar, or after 52 and 104 whole weeks",
        )
        parser.add_argument("--json", action="store_true", required=True, help="as JSON (the one format there is)")

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            tournaments = _tournaments(read_json(options["file"]))
        except WrongFileError as error:
            raise CommandError(f"{options['file']}: {error}") from error
        ranked = ranking(tournaments, options["date"], options["years"])
        answer = {
            "date": options["date"].isoformat(),
            "tournaments": [
                {"id": tournament.id, "weight": _decimal(tournament_weight(tournament))} for tournament in tournaments
            ],
            "ranking": [
                {
                    "rank": line.rank,
                    "player": line.player,
                    "part_a": _decimal(line.part_a),
                    "part_b": _decimal(line.part_b),
                    "points": _decimal(line.points),
                    "results": line.results,
                }
                for line in ranked
            ],
            "countries": [
                {"country": country, "points": _decimal(points)} for country, points in country_ranking(ranked)
            ],
        }
        write_json(self.stdout, answer)


def _tournaments(document: Any) -> list[Tournament]:
    if not isinstance(document, dict) or not isinstance(document.get("tournaments"), list):
        raise WrongFileError("tournaments: a list is expected.")
    return [_tournament(value, f"tournaments/{at}") for at, value in enumerate(document["tournaments"])]


def _tournament(value: Any, where: str) -> Tournament:
    if not isinstance(value, dict) or set(value) - {"weight"} != MEMBERS - {"weight"}:
        raise WrongFileError(f"{where}: expected are the keys {', '.join(sorted(MEMBERS))}.")
    participants = _whole(value["participants"], f"{where}/participants", 2)
    days, countries = (_whole(value[key], f"{where}/{key}", 1) for key in ("days", "countries"))
    if not isinstance(value["qualification"], bool):
        raise WrongFileError(f"{where}/qualification: true or false is expected.")
    if not isinstance(value["results"], list):
        raise WrongFileError(f"{where}/results: a list is expected.")
    results = [_result(row, participants, f"{where}/results/{at}") for at, row in enumerate(value["results"])]
    if len({result.player for result in results}) < len(results):
        raise WrongFileError(f"{where}/results: a player stands here twice.")
    return Tournament(
        id=_name(value["id"], f"{where}/id"),
        ends=_day(value["ends"], f"{where}/ends"),
        participants=participants,
        days=days,
        countries=countries,
        qualification=value["qualification"],
        weight=_weight(value.get("weight"), f"{where}/weight"),
        results=results,
    )


def _result(value: Any, participants: int, where: str) -> Result:
    if not isinstance(value, dict) or set(value) != {"player", "country", "place"}:
        raise WrongFileError(f"{where}: expected are the keys country, place, player.")
    place = _whole(value["place"], f"{where}/place", 1)
    if place > participants:
        raise WrongFileError(f"{where}/place: {place} is more than the {participants} participants.")
    player, country = (_name(value[key], f"{where}/{key}") for key in ("player", "country"))
    return Result(player, country, place)


def _name(value: Any, where: str) -> str:
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise WrongFileError(f"{where}: a text is expected.")
    return str(value)


def _whole(value: Any, where: str, least: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise WrongFileError(f"{where}: a whole number from {least} is expected.")
    return value


def _day(value: Any, where: str) -> date:
    try:
        return date.fromisoformat(value)
    except (TypeError, ValueError):
        raise WrongFileError(f"{where}: a day such as 2025-05-04 is expected.") from None


def _weight(value: Any, where: str) -> Fraction | None:
    """Return the weight as stated: a number, or a number as text."""
    if value is None:
        return None
    weight = fraction_in(value)
    if weight is None or weight <= 0:
        raise WrongFileError(f"{where}: null or a number above 0 is expected.")
    return weight


def _decimal(value: Fraction) -> str:
    """Return at most two decimals, rounded half to even: 892.36, 911.5, 4."""
    return f"{Decimal(round(value * 100)) / 100:f}"
