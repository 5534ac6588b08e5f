"""Every page of a body and of a player's pins is accessible, fits its window, and has large enough controls."""

import pytest
from playwright.sync_api import Page

from ranking.bodies.models import Body, BodyMember
from ranking.levels.services import mark_qualified
from ranking.pins.models.applications import Certificate, PinApplication
from ranking.pins.services.applications import claim
from ranking.pins.services.decisions import ask
from tests.browser.conftest import SIZES
from tests.browser.reading import small_targets
from tests.browser.test_pages import fits
from tests.support.pin_applications import applied, granted, member, missing
from tests.support.ranking import (
    actor,
    new_account,
    new_body,
    new_person,
    new_request,
    recorded_event,
    result_of,
    taken_list,
)
from tournament.access.selectors.roles import actor_of
from tournament.people.models.accounts import Account
from tournament.people.models.persons import Person, PrivateData

#: Each look sees every second page; together they see all three languages and both themes.
LOOKS = [(0, "phone", "dark", "ja"), (1, "laptop", "light", "zh-hans")]
#: Height of the page's head in pixels with a name and a path of one line each.
TWO_LINES = 66
PERSON = "Alexandra-Konstantina Papadimitriou-van den Heuvel"
BODY_PAGES = (
    "", "pins/", "pins/?state=granted", "events/", "register/", "register/enter/", "persons/", "persons/duplicates/",
    "requests/", "lists/", "body/", "seal/", "members/", "audit/",
)  # fmt: skip


@pytest.fixture(autouse=True)
def _keys(settings, tmp_path) -> None:
    settings.CERTIFICATE_KEYS = tmp_path / "keys"


@pytest.fixture
def body(transactional_db) -> Body:
    """Return a body with persons in three scripts, one of them twice in the record."""
    body = new_body("world", name="World Mahjong Competition Center 世界麻将竞赛中心")
    new_request(body=body)
    return body


@pytest.fixture
def players(body: Body) -> list[Account]:
    """Return four players: with a pin, with a question to answer, with a missing result, and one who may apply."""
    accounts = []
    for name, latin in ((PERSON, ""), ("欧阳修文", "Ouyang Xiuwen"), ("김민준", "Kim Minjun"), ("田中 花子", "")):
        person = new_person(name, latin_name=latin, country="KR")
        for title, points, rank in (("Open de l'Île-de-France 2023", 300, 20), ("第九届世界麻将锦标赛", 540, 3)):
            event = recorded_event(body, name=title)
            result_of(person, event, table_points=points, competition_points=1500 - 77 * rank, individual_rank=rank)
        PrivateData.objects.create(person=person, birth_date="1987-09-03")
        accounts.append(new_account(person))
    result_of(new_person("Xiuwen OUYANG"), recorded_event(body), table_points=60)
    mark_qualified(actor(), persons=list(Person.objects.values_list("pk", flat=True)))
    granted(applied(accounts[0], public=True))
    ask(actor(), applied(accounts[1]), text="Which club?\nPlease send the certificate.")
    claim(actor_of(accounts[2]), accounts[2], application=applied(accounts[2]), missing=missing())
    return accounts


@pytest.fixture
def pages(body: Body, players: list[Account]) -> dict[Account | None, list[str]]:
    """Return the reader of pages (None: everybody) -> the pages' addresses."""
    chair = member(body, role=BodyMember.Role.CHAIR, person=new_person("赵敏"))
    home = f"/committee/{body.slug}"
    inside = [f"{home}/{page}" for page in BODY_PAGES]
    for application in PinApplication.objects.all():
        inside += [f"{home}/pins/{application.pk}/", f"{home}/pins/{application.pk}/refuse/"]
    with_claim = PinApplication.objects.get(person=players[2].person)
    inside += [f"{home}/pins/{with_claim.pk}/results/{with_claim.missing_results.get().pk}/"]
    inside += [f"{home}/pins/{Certificate.objects.get().application_id}/revoke/"]
    first, second = players[1].person_id, Person.objects.get(name="Xiuwen OUYANG").pk
    inside += [f"{home}/persons/{first}/{page}" for page in ("", "application/", "merge/", f"merge/?other={second}")]
    inside += [f"{home}/lists/{taken_list(body)}/", f"{home}/events/{body.recorded_events.first().slug}/"]
    asked = PinApplication.objects.get(person=players[1].person)
    code = Certificate.objects.get().code
    return {
        chair: inside,
        players[0]: ["/me/", "/me/pins/", "/me/data/"],
        players[1]: ["/me/", f"/me/pins/{asked.pk}/"],
        players[3]: ["/me/", "/me/pins/apply/", "/me/pins/apply/missing/"],
        None: [f"/c/{code}/", f"/p/{players[0].person_id}/", "/register/"],
    }


@pytest.mark.parametrize(("turn", "size", "theme", "language"), LOOKS)
def test_every_page_about_pins_is_accessible_fits_and_has_large_controls(
    page: Page, live_server, axe, signed_in, pages, turn, size, theme, language
) -> None:
    page.emulate_media(color_scheme=theme)
    faults = []
    for reader, addresses in pages.items():
        page.goto("about:blank")
        page.context.clear_cookies()
        if reader:
            signed_in(reader)
        page.context.add_cookies([{"name": "django_language", "value": language, "url": live_server.url}])
        for address in addresses[turn % len(addresses) :: len(LOOKS)]:
            page.set_viewport_size(SIZES[size])
            answer = page.goto(address)
            assert answer is not None
            assert answer.status == 200, address
            faults += [f"{address}: {fault}" for fault in axe(page)]
            head = page.locator(".masthead").bounding_box()
            if size == "phone" and head and head["height"] > TWO_LINES:
                faults += [f"{address}: a head of {head['height']} pixels"]
            faults += (
                unstyled(page)
                + small_targets(page)
                + fits(page, size)
                + fits(page, next(other for other in SIZES if other != size))
            )
    assert faults == []


def unstyled(page: Page) -> list[str]:
    """Return the parts of pictures that are black, because the page lacks the style sheet of pictures."""
    fills = page.locator(".plot :is(rect, path, text)").evaluate_all(
        "parts => parts.map(part => getComputedStyle(part).fill)"
    )
    return [f"{page.url}: black picture" for fill in fills if fill == "rgb(0, 0, 0)"]
