"""Every mapping of states to labels or tones has each member of the enumeration."""

import pkgutil
from collections.abc import Iterator, Mapping
from enum import Enum
from importlib import import_module
from types import ModuleType
from typing import Any, get_args

import pytest
from django.apps import apps

from common.actions.engine import Answer
from common.states import for_each
from common.templatetags.pinju import SIGNS
from scoring.appeals.rules import State as AppealState
from scoring.standings.rules.standings import Status
from scoring.standings.selectors.labels import STATUS
from tournament.clocks.rules import State as ClockState
from tournament.draws.models.draws import Draw
from web.shared.labels.tones import TONES

#: Names of enumerations of states.
STATES = ("State", "Status", "Step", "Verdict", "Window", "EventState", "Fee", "Mark")
ROOMS = ("common", "tournament", "scoring", "ranking", "web")
#: Mappings that are incomplete on purpose: "module.NAME" -> reason.
PARTIAL = {
    "web.desk.papers.address.WARNINGS": "a good address has no warning",
    "ranking.record.rules.statuses.TAKEN": "which results are taken from a player",
    "ranking.record.rules.result_lists._STATUS_WORDS": "words of typed lists; no status, no word",
    "ranking.record.rules.listed_units.TAKEN": "whose results do not count for a unit",
    "ranking.rankings.selectors.sources.TAKEN": "the same",
    "ranking.lists.selectors.figures.TAKEN": "the same",
    "ranking.teams.selectors.TAKEN": "the same",
    "web.pocket.lists.players.BASES": "a number is taken over nothing, so it has no column for that",
    "ranking.series.selectors.results.TAKEN": "the same",
    "ranking.pins.selectors.news.TAKEN": "the same",
    "ranking.levels.rules.results.TAKEN": "which results do not count for a pin",
    "ranking.record.rules.result_lists.TAKEN": "the same",
    "ranking.record.rules.result_lists._OUT": "what a list may say instead of a rank",
    "web.wall.parts.standings.WHOSE": "only the standings have a heading for names",
}


def modules() -> Iterator[ModuleType]:
    for room in ROOMS:
        package = import_module(room)
        for module in pkgutil.walk_packages(package.__path__, f"{room}."):
            if not {"migrations", "management", "worker"} & set(module.name.split(".")):
                yield import_module(module.name)


def mappings() -> Iterator[tuple[str, Mapping[Any, Any]]]:
    for module in modules():
        for name, value in vars(module).items():
            if isinstance(value, Mapping) and value:
                yield f"{module.__name__}.{name}", value


def enumerations() -> set[type[Enum]]:
    """Return the enumerations of states, in models and rules."""
    nested = {
        value
        for model in apps.get_models()
        for name, value in vars(model).items()
        if name in ("State", "Status") and isinstance(value, type) and issubclass(value, Enum)
    }
    of_modules = {
        value
        for module in modules()
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, Enum) and value.__module__.split(".")[0] in ROOMS
    }
    return nested | of_modules


def test_every_mapping_of_an_enumeration_is_complete() -> None:
    incomplete = []
    for where, mapping in mappings():
        kinds = {type(key) for key in mapping if isinstance(key, Enum)}
        answers = all(isinstance(value, Answer) for value in mapping.values())  # a state without an answer is refused
        if len(kinds) == 1 and not answers and where not in PARTIAL and set(mapping) != set(kinds.pop()):
            incomplete.append(where)
    assert incomplete == []


def test_states_are_mapped_by_enumeration_not_by_text() -> None:
    """A mapping whose keys are the values as plain texts is not checked for completeness."""
    values = {frozenset(member.value for member in kind) for kind in enumerations() if kind.__name__ in STATES}
    plain = [
        where
        for where, mapping in mappings()
        if where not in PARTIAL
        and mapping is not STATUS  # by a Literal: see below
        and len(mapping) > 1
        and all(type(key) is str for key in mapping)
        and any(frozenset(mapping) <= known for known in values)
        and not all(isinstance(value, Answer) for value in mapping.values())
    ]
    assert plain == [], plain


def test_every_status_of_a_standing_has_a_label() -> None:
    assert set(STATUS) == set(get_args(Status))


def test_every_tone_has_a_sign() -> None:
    assert {tone for mapping in TONES.values() for tone in mapping.values()} <= set(SIGNS)


def test_incomplete_mapping_is_refused() -> None:
    with pytest.raises(TypeError, match="OVER"):
        for_each(ClockState, {state: "ok" for state in ClockState if state is not ClockState.OVER})
    with pytest.raises(TypeError, match="unknown"):
        for_each(AppealState, {**dict.fromkeys(AppealState, "ok"), "other": "ok"})  # type: ignore[dict-item]
    assert for_each(Draw.State, dict.fromkeys(Draw.State, 1))[Draw.State.DRAFT] == 1
