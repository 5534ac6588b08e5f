"""The page with the HTML for another site."""

import html
import re

import pytest
from django.test import Client

from tests.support.cup import cup, taken_in
from tests.support.series import new_series

pytestmark = pytest.mark.django_db
EN = Client(headers={"accept-language": "en"})


def snippet(page: str) -> str:
    found = re.search(r"<pre[^>]*><code>(.*?)</code>", page, re.DOTALL)
    return html.unescape(found[1]) if found else ""


def test_the_html_of_an_event_leads_to_its_frame() -> None:
    taken_in(cup(id="one", name='Cup "2026" & more'))
    page = EN.get("/e/one/standings/embed/", {"rows": 5, "language": "ja", "theme": "dark"}).text
    text = snippet(page)
    assert 'title="Standings: Cup &quot;2026&quot; &amp; more"' in text
    found = re.search(r'src="([^"]+)"', text)
    assert found
    address = html.unescape(found[1])
    assert address == "http://testserver/e/one/standings/frame/?rows=5&lang=ja&theme=dark"
    assert '<html lang="ja" data-theme="dark">' in EN.get(address.removeprefix("http://testserver")).text
    assert "It sets and reads no cookies" in page


def test_the_html_of_a_series_leads_to_its_frame() -> None:
    series = new_series()
    address = f"/series/{series.slug}/embed/"
    assert f'src="http://testserver/series/{series.slug}/frame/?rows=10&amp;lang=en"' in snippet(EN.get(address).text)


def test_a_wrong_number_of_rows_is_told_beside_its_field() -> None:
    address = f"/series/{new_series().slug}/embed/"
    for rows in ("0", "101", "x", ""):
        page = EN.get(address, {"rows": rows, "language": "ja"}).text
        assert 'id="id_rows_error"' in page
        assert '<option value="ja" selected>' in page
        assert snippet(page) == ""


def test_pages_link_to_it() -> None:
    taken_in(cup(id="one"))
    series = new_series()
    assert f"/series/{series.slug}/embed/" not in EN.get(f"/series/{series.slug}/").text  # nothing to show yet
    assert "/e/id/standings/frame/" in EN.get("/api/").text
    assert EN.get("/e/none/standings/embed/").status_code == 404
    assert EN.get("/series/none/embed/").status_code == 404
