"""The event's logo on its papers."""

import io

import pytest
from PIL import Image
from pypdf import PdfReader

from common.paper import mm
from scoring.display.models.screens import ScreenPicture
from scoring.display.selectors.screens import logo_of
from scoring.display.services.awards import add_usual_awards
from scoring.display.services.screens import add_picture, choose_logo
from scoring.papers.exports.making import make_paper
from scoring.papers.exports.papers import Choice
from tests.support.draws import ACTOR
from tests.support.finals import final
from tests.support.pdf_reading import assert_clear
from tests.web.desk.draw.test_draw import browser
from tournament.events.models.events import Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(settings, tmp_path) -> Event:
    settings.MEDIA_ROOT = tmp_path
    event = final(name="品局杯国际麻将公开赛" * 8)
    add_usual_awards(ACTOR, event)
    for number, colour in enumerate(("red", "blue"), start=1):
        data = io.BytesIO()
        Image.new("RGB", (90, 45), colour).save(data, "JPEG")
        add_picture(ACTOR, event, title=colour, data=data.getvalue(), digest=f"{number:064}")
    return event


def made(event: Event, paper: str) -> bytes:
    return make_paper(event, Choice(paper, "zh-hans"), total=lambda _n: None, step=lambda: None).data


def pictures_on_pages(data: bytes) -> list[int]:
    return [len(page.images) for page in PdfReader(io.BytesIO(data)).pages]


def choose(event: Event, title: str, *, on: bool = True) -> None:
    choose_logo(ACTOR, event.screen_pictures.get(title=title), on=on)


def test_one_picture_is_the_logo(event: Event) -> None:
    assert logo_of(event) == b""
    for title in ("red", "blue"):
        choose(event, title)
    assert list(event.screen_pictures.filter(logo=True).values_list("title", flat=True)) == ["blue"]
    assert Image.open(io.BytesIO(logo_of(event))).getpixel((0, 0)) == (0, 0, 254)
    choose(event, "blue", on=False)
    assert logo_of(event) == b""


@pytest.mark.parametrize("paper", ["by-name", "awards", "diplomas", "standings"])
def test_every_page_has_the_logo_beside_the_name_of_the_event(event: Event, paper: str) -> None:
    assert set(pictures_on_pages(made(event, paper))) == {0}
    choose(event, "red")
    data = made(event, paper)
    assert_clear(data)
    assert set(pictures_on_pages(data)) == {1}


def test_the_logo_keeps_its_proportions(event: Event) -> None:
    choose(event, "red")
    content = PdfReader(io.BytesIO(made(event, "diplomas"))).pages[0].get_contents().get_data().decode("latin-1")
    placed = [line.split()[:6] for line in content.split("\n") if line.endswith(" cm") and "/FormXob" not in line]
    sizes = [(float(row[0]), float(row[3])) for row in placed if float(row[0]) > 40]
    assert (round(26 * mm, 1), round(13 * mm, 1)) in [(round(across, 1), round(down, 1)) for across, down in sizes]


def test_a_logo_without_its_file_leaves_the_paper_plain(event: Event) -> None:
    choose(event, "red")
    ScreenPicture.objects.update(name="gone")
    assert set(pictures_on_pages(made(event, "by-name"))) == {0}


def test_the_organizer_chooses_the_logo_among_the_pictures(event: Event) -> None:
    desk, page = browser("organizer", event), f"/e/{event.slug}/desk/screens/"
    picture = event.screen_pictures.get(title="red")
    chosen = desk.post(f"{page}pictures/{picture.pk}/logo/", {"on": "1"}, follow=True).content.decode()
    assert "The ceremony and papers made from now on have this logo." in chosen
    assert "Remove as the logo" in chosen
    assert event.screen_pictures.get(logo=True) == picture
    desk.post(f"{page}pictures/{picture.pk}/logo/", {"on": "0"})
    assert not event.screen_pictures.filter(logo=True).exists()
    assert browser("referee", event).post(f"{page}pictures/{picture.pk}/logo/", {"on": "1"}).status_code == 403
