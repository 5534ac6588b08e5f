"""Which rows belong to an event and travel with it: every model that leads to the event by foreign keys."""

from collections import deque
from functools import cache
from graphlib import TopologicalSorter
from typing import Any

from django.db.models import CASCADE, ForeignKey, ForeignObjectRel, Model, QuerySet

from tournament.events.models.events import Event
from tournament.people.models.persons import Person

#: The apps whose rows make an event; a ranking rests on it, but stays with its body.
APPS = ("tournament", "scoring")
#: What belongs to an installation and stays there: accounts with their roles and invitations, addresses and codes on
#: printed papers (a code is checked with the secret key of its machine), mails, browsers that asked for messages, what
#: is sent to and received from other programs, and hand-overs.
STAYS = frozenset(
    {
        "tournament.accountinvitation",
        "tournament.invitation",
        "tournament.role",
        "tournament.applicationkey",
        "tournament.applicationmail",
        "tournament.registrationpreview",
        "tournament.paperaddress",
        "tournament.printed",
        "scoring.tablecode",
        "scoring.tablephone",
        "scoring.playercode",
        "scoring.leadercode",
        "scoring.codetries",
        "scoring.delivery",
        "scoring.digest",
        "scoring.notification",
        "scoring.pushsubscription",
        "scoring.ownpackage",
        "scoring.publication",
        "scoring.receivedpackage",
        "scoring.siteupload",
        "scoring.handover",
        "scoring.latefile",
        "scoring.foreignrow",
    }
)


@cache
def paths() -> dict[type[Model], str]:
    """Return each model that travels with an event -> the path of its rows to the event; Event itself has none."""
    paths_of: dict[type[Model], str] = {Event: ""}
    waiting: deque[type[Model]] = deque([Event])
    while waiting:
        model = waiting.popleft()
        for relation in relations_to(model):
            child: Any = relation.related_model
            owned = relation.on_delete is CASCADE and not relation.field.null
            if not owned or child in paths_of or child._meta.app_label not in APPS or child._meta.label_lower in STAYS:
                continue
            paths_of[child] = "__".join(filter(None, [relation.field.name, paths_of[model]]))
            waiting.append(child)
    return paths_of


@cache
def models_in_order() -> tuple[type[Model], ...]:
    """Return the models that travel, each after those that it refers to."""
    known = paths()
    parents = {model: {target for target in _targets(model) if target in known and target != model} for model in known}
    return tuple(TopologicalSorter(parents).static_order())


def rows_of(model: type[Model], event: Event) -> QuerySet[Model]:
    """Return the event's rows of a model that travels, in the order of their keys, also those that managers hide."""
    path = paths()[model]
    return model._base_manager.filter(**{path: event} if path else {"pk": event.pk}).order_by("pk")


def references(model: type[Model]) -> list["ForeignKey[Any, Any]"]:
    """Return the foreign keys of a model, without the one of an event to its ledger, which each installation has."""
    keys = [field for field in model._meta.concrete_fields if isinstance(field, ForeignKey)]
    return [field for field in keys if not (model is Event and field.name == "ledger")]


def relations_to(model: type[Model]) -> list[ForeignObjectRel]:
    """Return the relations by which rows refer to the model, also those without a name."""
    return [field for field in model._meta.get_fields(include_hidden=True) if isinstance(field, ForeignObjectRel)]


def _targets(model: type[Model]) -> set[type[Model]]:
    return {field.remote_field.model for field in references(model)}


def strangers() -> set[str]:
    """Return the references of travelling models to rows that do not travel ("model.field"); there must be none.

    A person does not belong to an event, but travels with those who name it.
    """
    known = {*paths(), Person}
    return {
        f"{model._meta.label_lower}.{field.name}"
        for model in paths()
        for field in references(model)
        if field.remote_field.model not in known
    }
