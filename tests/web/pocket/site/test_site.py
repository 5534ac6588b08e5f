"""The public pages as files: complete, self-contained, and without unreleased data."""

import io
import posixpath
import re
import zipfile
from html.parser import HTMLParser
from urllib.parse import unquote

import pytest

from common.actions.errors import Refused
from common.actions.models.ledgers import Ledger
from common.actions.permissions import system_actor
from scoring.releases.services.releasing import release_session, retract_session
from scoring.standings.selectors.standings import Standings, view_of
from tests.support.cup import cup, taken_in
from tests.support.draws import drawn, planned
from tests.support.finals import final
from tests.support.page_reading import visible_text
from tests.support.pdf_reading import texts_of
from tests.support.releases import SECRETS as HELD_BACK
from tests.support.releases import held_back
from tournament.events.models.events import Event
from tournament.people.models.persons import PrivateData
from web.pocket.site.making import Counting, make_site

pytestmark = pytest.mark.django_db
QUIET = Counting(lambda total: None, lambda: None)
SECRETS = {"document": "GEHEIM-4711", "contact": "secret@example.org", "birth_date": "1980-12-24"}


def files_of(event: Event) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(make_site(event, QUIET))) as archive:
        assert archive.testzip() is None
        names = archive.namelist()
        assert len(names) == len(set(names))
        return {name.removeprefix(f"{event.slug}/"): archive.read(name) for name in names}


class Links(HTMLParser):
    """The links, assets, tags and attributes of a page."""

    def __init__(self, html: bytes) -> None:
        super().__init__()
        self.links: list[str] = []
        self.tags: set[str] = set()
        self.names: set[str] = set()
        self.feed(html.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.names.update(name for name, _value in attrs)
        self.links += [value or "" for name, value in attrs if name in ("href", "src", "action")]


def text_of(html: bytes) -> str:
    return visible_text(html.decode())


def test_pages_hold_the_tiles_that_they_show() -> None:
    """A browser draws no part of another file from disk, so the podium would have blank tiles."""
    event = final()
    release_session(system_actor("test"), event.sessions.get(number=2))
    files = files_of(event)
    assert {"en/report.html", "ja/report.html", "zh-hans/files-report.pdf"} <= files.keys()
    home = files["en/index.html"].decode()
    shown = set(re.findall(r'<use href="([^"]*)"', home))
    assert {"#tile-1p", "#tile-2p", "#tile-3p"} <= shown
    assert all(f'<symbol id="{address[1:]}"' in home for address in shown)


def test_a_site_has_no_dead_link_and_needs_no_program() -> None:
    event = planned()
    drawn(event)
    files = files_of(event)
    pages = {name: Links(data) for name, data in files.items() if name.endswith(".html")}
    assert len(pages) > 3 * 40
    for name, page in pages.items():
        here = posixpath.dirname(name)
        for link in page.links:
            if not link.startswith(("#", "https:", "http:", "mailto:")):
                path = unquote(link.partition("#")[0])
                assert not path.startswith("/"), (name, link)
                assert posixpath.normpath(posixpath.join(here, path)) in files, (name, link)
        assert not page.tags & {"script", "form", "input", "button", "noscript"}, name
        assert not [attribute for attribute in page.names if attribute.startswith("hx-")], name
    for name, data in files.items():
        if name.endswith(".css"):
            for asset in re.findall(rb"""url\(["']?(?!data:)([^"')#]+)""", data):
                assert posixpath.normpath(posixpath.join(posixpath.dirname(name), asset.decode())) in files
    languages = [{name[3:] for name in files if name.startswith(f"{code}/")} for code in ("en", "ja")]
    assert languages[0] == languages[1] == {name[8:] for name in files if name.startswith("zh-hans/")}
    for name in ("draw.html", "draw-record.json", "draw-record.pdf", "seats-players-16.html", "seats-3-tables.html"):
        assert name in languages[0]
    assert files["en/draw-record.pdf"].startswith(b"%PDF")
    assert "A copy of the public pages" in text_of(files["en/players.html"])
    assert "stored only on this phone" not in text_of(files["en/players-3.html"])
    assert '<a href="../ja/players-3.html" lang="ja"' in files["en/players-3.html"].decode()


def test_a_site_shows_only_released_data() -> None:
    event = held_back()
    event.entries.filter(number=8).update(name_consent=False)
    person = event.entries.get(number=3).person
    PrivateData.objects.create(person=person, **SECRETS)
    Ledger.objects.filter(pk=event.ledger_id).update(public=99)
    files = files_of(event)
    standings = Standings(event, view_of(event, live=False))
    shown = text_of(files["en/standings.html"])
    places = [shown.index(standings.names[line.number].name) for line in standings.individual() if line.number != 7]
    assert places == sorted(places)
    assert {"en/tables-2.html", "en/tables-1-2.html", "en/standings-teams.html", "en/files-results.pdf"} <= files.keys()
    assert not [name for name in files if "tables-3" in name]
    # A PDF's text, as its bytes hold random identifiers that may contain a short number.
    whole = [
        texts_of(file) if name.endswith(".pdf") else [file.decode(errors="ignore")] for name, file in files.items()
    ]
    # Nor the moment in milliseconds of a live part, which may contain one too.
    text = re.sub(r"\b\d{13}\b", "", "\n".join(line for lines in whole for line in lines))
    assert [secret for secret in (*SECRETS.values(), *HELD_BACK) if secret in text] == []
    for page in ("standings", "players", "players-8", "tables-1-2", "teams-2"):
        assert "MÜLLER" not in files[f"en/{page}.html"].decode()
    assert "after session 2 of 3" in shown
    retract_session(system_actor("t"), event.sessions.get(number=2), reason="x")
    event.refresh_from_db()
    later = files_of(Event.objects.get(pk=event.pk))
    assert not [name for name in later if "tables-2" in name]
    assert "after session 1 of 3" in text_of(later["en/standings.html"])


def test_a_rehearsal_and_a_concurrent_release_refuse_the_site() -> None:
    event = taken_in(cup(), release=1)

    def released() -> None:
        Ledger.objects.filter(pk=event.ledger_id).update(public=1000)

    with pytest.raises(Refused, match="start again"):
        make_site(event, Counting(lambda total: None, released))
    event.rehearsal = True
    with pytest.raises(Refused, match="rehearsal"):
        make_site(event, QUIET)
