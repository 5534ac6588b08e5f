"""The Desk's lists of screens and awards."""

from collections.abc import Callable
from typing import Any

import pytest

from scoring.display.services.awards import add_award
from tests.support.draws import ACTOR
from tests.support.finals import final
from tests.web.desk.draw.test_draw import browser
from tests.web.wall.test_screens import arranged

pytestmark = pytest.mark.django_db


def test_queries_of_the_lists_do_not_grow_with_rows(queries: Callable[[Callable[[], Any]], int]) -> None:
    event = final()
    desk = browser("organizer", event)
    arranged(event, "teams", slug="a")
    add_award(ACTOR, event, kind="own", title="新人", places=1)
    pages = [f"/e/{event.slug}/desk/{page}/" for page in ("screens", "ceremony")]
    before = [queries(lambda path=path: desk.get(path)) for path in pages]
    for name in ("b", "c"):
        arranged(event, "teams", "standings", slug=name)
        add_award(ACTOR, event, kind="own", title=name, places=1)
    assert [queries(lambda path=path: desk.get(path)) for path in pages] == before
