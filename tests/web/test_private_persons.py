"""Who asks not to be shown stands as initials at every public address: pages, files, feeds, interface and pictures.

The addresses come from the URL configuration, so a new page is read too; a new parameter needs its values here.
"""

import html
import io
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from itertools import product
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import get_resolver
from django.utils import timezone
from pypdf import PdfReader

from ranking.links.models import PersonRecord
from ranking.lists.rules import STATISTICS
from ranking.rankings.models import Ranking
from ranking.record.models.records import OfficialResult, RecordedEvent
from scoring.sheets.models.hand_records import HandRecord
from scoring.tasks import webhooks as sweep
from scoring.webhooks.models import Delivery
from tests.support.every_address import PARAMETER, routes
from tests.support.gallery import ORPHANS, STRAIGHT, won_with
from tests.support.photos import new_photo
from tests.support.pin_applications import applied, granted
from tests.support.publishing import received
from tests.support.ranking import new_account, new_body, new_person
from tests.support.rankings import computed, new_ranking, placed
from tests.support.series import new_series
from tests.support.webhooks import new_webhook
from tests.web.pocket.record.test_head_to_head import stored_event
from tournament.events.models.events import Event
from tournament.people.models.persons import Person

pytestmark = pytest.mark.django_db

#: Name, name in Latin letters, initials: of one who refused the name in the event too, and of one whose record only is
#: private, whom the event's own pages may name.
REFUSED, PRIVATE = ("Zacharias Quill", "QUILL Zach"), ("Yolanda Underhill", "UNDERHILL Yola")
INITIALS = {"Z. Q.", "Y. U."}
#: Other names with the same initials: a picture with initials is the same for them.
OTHERS = {"Zacharias Quill": "Zeno Quarrington", "Yolanda Underhill": "Yves Upton"}
OF_EVERYBODY = re.compile("Zacharias|Zach|Quill", re.IGNORECASE)
OF_RECORDS = re.compile("Zacharias|Zach|Quill|Yolanda|Yola|Underhill", re.IGNORECASE)
#: Areas with pages for officials, accounts and the people at a table, and what tells nothing of events or records. The
#: register of pins and a certificate have a consent of their own (A9 7.4), and pins 3 to 1 are published for everybody.
NOT_PUBLIC = re.compile(
    r"^(desk|committee|me|t|w|jobs|i|i18n|join|guide|icons|account|register|c)/|^api/v1/(register$|certificates/)|^readyz|/(desk|floor|table|wall)/"
)
#: The pages of one event: they name those who did not refuse it there, whatever their record is.
OF_EVENT = re.compile(r"^(e|live)/<slug:slug>/(?!class/)|^api/v1/(events|published)/|^now/|^$")
#: Addresses whose answer has to name both by their initials.
NAMING = {
    "api/v1/rankings/<ranking>", "api/v1/record/events/<event>", "api/v1/record/hands", "api/v1/record/players",
    "api/v1/record/countries/<country>", "api/v1/record/teams", "api/v1/series/<series>",
    "bodies/<slug:slug>/feed.json", "e/<slug:slug>/class/", "rankings/<slug:slug>/", "rankings/<slug:slug>/ranking.csv",
    "rankings/<slug:slug>/ranking.pdf", "rankings/<slug:slug>/ranking.xlsx",
    "record/countries/<slug:code>/", "record/hands/", "record/players.csv", "record/players/",
    "record/teams/<path:name>/", "series/<slug:slug>/", "series/<slug:slug>/feed.json", "series/<slug:slug>/frame/",
    "series/<slug:slug>/ranking.pdf", "series/<slug:slug>/ranking.xlsx",
}  # fmt: skip
STATISTIC = [f"?by={key}&least=1" for key in STATISTICS]
#: Further forms of addresses, by route.
QUERIES = {
    "record/players/": STATISTIC,
    "record/players.csv": STATISTIC,
    "api/v1/record/players": STATISTIC,
    "api/v1/record/teams": ["?name=Dragons"],
    "api/v1/record/teams/hands": ["?name=Dragons"],
    "api/v1/record/teams/opponents": ["?name=Dragons"],
    "api/v1/record/teams/series": ["?name=Dragons"],
    "api/v1/events/<event>/corrections": ["?number=1"],
    "record/hands/": ["?order=newest"],
    "rankings/<slug:slug>/": ["?q=z", "?country=CN"],
    "rankings/<slug:slug>/players/<number:pk>/with/": ["?name=z"],
    "p/<number:pk>/with/": ["?name=z"],
    "series/<slug:slug>/": ["?after=1"],
}


@dataclass(frozen=True)
class World:
    """The hidden persons and one who is shown, and the values of the parameters of addresses by route."""

    hidden: tuple[Person, Person]
    values: list[tuple[str, dict[str, list[Any]]]]

    def addresses(self) -> Iterator[tuple[str, str]]:
        """Yield route and address of every public address, with each value of its parameters."""
        for route in sorted({route for route, _view in routes(get_resolver()) if not NOT_PUBLIC.search(route)}):
            names = PARAMETER.findall(route)
            values = {}
            for pattern, of_route in self.values:
                if re.search(pattern, route):
                    values |= of_route
            for chosen in product(*(values[name] for name in names)):
                keys = dict(zip(names, chosen, strict=True))
                path = "/" + PARAMETER.sub(lambda found, keys=keys: str(keys[found[1]]), route)
                yield route, path
                yield from ((route, path + query) for query in QUERIES.get(route, []))


@pytest.fixture
def world(settings, tmp_path) -> World:
    """Store an event with teams, tiles, a photo and a package, two more results, a series, two rankings and pins."""
    settings.MEDIA_ROOT, settings.CERTIFICATE_KEYS = tmp_path / "media", tmp_path / "keys"
    refused, private = (new_person(name, latin_name=latin, country="CN") for name, latin in (REFUSED, PRIVATE))
    shown = new_person("Ana", country="ES")
    others = [new_person(f"Player {letter}", country="CN") for letter in "DEFGH"]
    people = [refused, private, shown, *others]
    body = new_body("member", name="Federation", countries=["CN"])
    Event.objects.all().delete()
    event = stored_event(people, starts="2026-05-01", ends="2026-05-02", country="CN")
    PersonRecord.objects.bulk_create(PersonRecord(person=person, public=False) for person in (refused, private))
    event.entries.filter(person=refused).update(name_consent=False)
    for person in (refused, private):
        event.entries.filter(person=person).update(latin_name=person.latin_name)
    HandRecord.objects.all().delete()
    won_with(event, refused, 1, STRAIGHT, 19)
    won_with(event, private, 2, ORPHANS, 88)
    past = placed({person: place for place, person in enumerate(people, 1)}, date(2026, 3, 1), name="Past", body=body)
    OfficialResult.objects.update(team="Dragons", team_rank=1, country="CN")
    photo = new_photo(event, en="Zacharias Quill with the cup", zh="ZACHARIAS QUILL夺冠", ja="Zacharias Quill優勝")
    received(event)
    series = new_series(event.slug, past.slug, body=body, finalists=2)
    rankings = [
        computed(new_ranking(body, slug="own", kind="own", factors=["1"] * 10, least=1)),
        computed(new_ranking(body, slug="rating", kind="rating", least=1)),
    ]
    for person in (refused, private):
        granted(applied(new_account(person), public=True))
    persons = [person.pk for person in (refused, private, shown)]
    values: list[tuple[str, dict[str, list[Any]]]] = [
        ("", {"slug": [event.slug], "number": [1, 2], "session": [1, 2], "table": [1], "event": [event.slug]}),
        ("^api/v1/events/", {"no": [1]}),
        ("^live/", {"name": ["standings", "tables", "cards", "lines"]}),
        ("/files/", {"name": ["standings.csv", "standings.pdf", "seats.csv", "names.pdf", "report.pdf"]}),
        ("/report/photos/", {"photo_id": [photo.pk]}),
        ("/(groups|teams)/<number", {"number": [1]}),
        ("/appeals/", {"number": [1], "file": [1], "what": ["appeal"]}),
        ("/register/", {"token": ["token"]}),
        ("^rankings/", {"slug": [one.slug for one in rankings], "pk": persons, "other": persons}),
        ("^record/hands/", {"pk": list(HandRecord.objects.values_list("pk", flat=True))}),
        ("^api/v1/record/hands/", {"hand": list(HandRecord.objects.values_list("pk", flat=True))}),
        ("^p/", {"pk": persons, "other": persons}),
        ("^series/", {"slug": [series.slug]}),
        ("^bodies/", {"slug": [body.slug]}),
        ("^record/countries/", {"code": ["CN"]}),
        ("^record/teams/", {"name": ["Dragons"]}),
        ("^api/v1/", {"series": [series.slug], "ranking": [one.slug for one in rankings], "person": persons}),
        ("^api/v1/", {"other": persons}),
        ("^api/v1/", {"country": ["CN"], "registry": ["none"], "digest": ["0" * 64]}),
        ("^api/v1/record/events/", {"event": [event.slug, past.slug]}),
    ]
    return World((refused, private), values)


def text_of(content: bytes) -> str:
    """Return the text of an answer: of a PDF, of the files in a workbook, without the marks of HTML and JSON."""
    if content.startswith(b"%PDF"):
        return " ".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages)
    if content.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            return " ".join(text_of(archive.read(name)) for name in archive.namelist())
    return html.unescape(content.decode("utf-8", "replace"))


def answers(world: World, language: str) -> Iterator[tuple[str, str, Any, bytes]]:
    """Yield route, address, answer and content of all addresses."""
    client = Client(headers={"accept-language": language, "host": "testserver"})
    for route, address in world.addresses():
        answer = client.get(address)
        assert answer.status_code < 500, address
        yield route, address, answer, answer.getvalue()


def is_picture(answer: Any) -> bool:
    return answer.status_code == 200 and answer["Content-Type"].startswith("image/")


def read(world: World, language: str) -> tuple[dict[str, bytes], list[str], set[str]]:
    """Read all addresses; return the pictures, what names or links a hidden person, and the routes with initials."""
    pictures, leaks, naming = {}, [], set()
    hidden = "|".join(str(person.pk) for person in world.hidden)
    link = re.compile(rf'(/p/|/rankings/[a-z]+/players/|"person": )({hidden})\b')
    for route, address, answer, content in answers(world, language):
        if is_picture(answer):
            pictures[address] = content
            continue
        text = text_of(content)
        sought = OF_EVERYBODY if OF_EVENT.search(route) else OF_RECORDS
        found = [sought.search(text)]
        if answer.status_code == 200 and not OF_EVENT.search(route):
            found.append(link.search(text))
        leaks += [f"{address}: {one[0]}" for one in found if one]
        if all(initials in text for initials in INITIALS):
            naming.add(route)
    return pictures, leaks, naming


@pytest.mark.parametrize("language", ["en", "zh-hans", "ja"])
def test_who_asks_not_to_be_shown_stands_as_initials_everywhere(world: World, language: str) -> None:
    pictures, leaks, naming = read(world, language)
    assert not leaks, "\n".join(leaks)
    assert NAMING - naming == set()
    assert len(pictures) > 10
    for name, other in OTHERS.items():
        Person.objects.filter(name=name).update(name=other, latin_name=other)
        OfficialResult.objects.filter(name=name).update(name=other)
        for event in Event.objects.all():
            event.entries.filter(name=name, name_consent=False).update(name=other, latin_name=other)
            event.ledger.public += 1
            event.ledger.save()
    cache.clear()
    again = {address: content for _route, address, answer, content in answers(world, language) if is_picture(answer)}
    assert [address for address, content in again.items() if content != pictures[address]] == []


def test_webhooks_name_nobody(world: World) -> None:
    new_webhook()
    computed(Ranking.objects.get(slug="own"), date(2026, 7, 1))
    RecordedEvent.objects.update(confirmed_at=timezone.now())
    sweep()
    assert set(Delivery.objects.values_list("kind", flat=True)) >= {"ranking", "series"}
    assert not OF_RECORDS.search(str(list(Delivery.objects.values())))
