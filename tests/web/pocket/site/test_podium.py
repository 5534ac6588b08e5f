"""The podium of the static site, of the printed standings and of the Wall is the same, with a shared third place."""

import re

import pytest
from django.test import Client

from scoring.display.services.awards import add_usual_awards
from scoring.display.services.ceremony import begin_ceremony, step_ceremony
from tests.support.draws import ACTOR
from tests.support.finals import final
from tests.support.pdf_reading import texts_of
from tests.web.pocket.site.test_site import files_of
from tests.web.wall.test_screens import arranged, part, television
from tournament.events.models.events import Event

pytestmark = pytest.mark.django_db

PODIUM = [("1", "李娜"), ("2", "欧阳娜娜"), ("3", "王伟"), ("3", "MÜLLER Eva")]
#: A place of a podium: on the home page its name is a link, at the ceremony it is bold.
PLACE = re.compile(r'<li class="podium-(\d)">.*?(?:class="podium-name"[^>]*|<b class="name-\w+")>([^<]+)<', re.DOTALL)
WALL = re.compile(r'class="wall-top">(\d)</span>.*?class="wall-who">\s*([^<\n]+)', re.DOTALL)


@pytest.fixture
def event() -> Event:
    """Return an event whose ceremony is over, so that everything is public."""
    event = final()
    add_usual_awards(ACTOR, event)
    steps = begin_ceremony(ACTOR, event)["steps"]
    for seen in range(steps):
        step_ceremony(ACTOR, event, move="next", seen=seen)
    return Event.objects.get(pk=event.pk)


def test_site_paper_and_wall_show_the_same_podium(event: Event, client: Client) -> None:
    assert PLACE.findall(files_of(event)["en/index.html"].decode()) == PODIUM
    assert PLACE.findall(client.get("/e/final/wall/ceremony/").content.decode()) == PODIUM
    screen = arranged(event, "standings")
    assert WALL.findall(part(television(screen), screen)) == PODIUM
    pdf = b"".join(client.get("/e/final/files/standings.pdf"))
    printed = " ".join(texts_of(pdf)[0].split())
    assert re.findall(r"(\d) \d+ (李娜|欧阳娜娜|王伟|MÜLLER Eva)", printed) == PODIUM
