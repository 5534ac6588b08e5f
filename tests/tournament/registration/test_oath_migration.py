"""The oath of a database that had one text for all languages."""

from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tests.support.events import small_event
from tournament.registration.models.settings import RegistrationSettings

pytestmark = pytest.mark.database

BEFORE = [("tournament", "0024_check_equipment")]


@pytest.mark.django_db(transaction=True)
def test_the_text_of_before_holds_for_every_language() -> None:
    RegistrationSettings.objects.create(event=small_event("one"), oath={"en": "I promise."})
    RegistrationSettings.objects.create(event=small_event("two"))
    state = MigrationExecutor(connection)
    newest = state.loader.graph.leaf_nodes()
    try:
        state.migrate(BEFORE)
        old: Any = state.loader.project_state(BEFORE).apps.get_model("tournament", "RegistrationSettings")
        rows = old.objects.order_by("event__slug")
        assert list(rows.values_list("event__slug", "oath")) == [("one", "I promise."), ("two", "")]
    finally:
        MigrationExecutor(connection).migrate(newest)
    texts = RegistrationSettings.objects.order_by("event__slug").values_list("oath", flat=True)
    assert list(texts) == [{"zh": "I promise.", "en": "I promise.", "ja": "I promise."}, {}]
