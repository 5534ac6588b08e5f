"""The conduct of a person in all events, for a committee (A9 3.2)."""

from typing import Any

from scoring.fouls.selectors.fouls import conduct_of, fouls_of_person
from tournament.people.models.persons import Person
from web.shared.labels.fouls import foul_lines_of_all


def conduct(person: Person) -> dict[str, Any]:
    """Return measures, and fouls with their labels, the newest first; those of merged persons too."""
    return {"measures": conduct_of(person), "fouls": foul_lines_of_all(fouls_of_person(person))}
