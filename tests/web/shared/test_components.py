"""Components are clear to readers, to screen readers and without colours."""

import re
from fractions import Fraction
from pathlib import Path

import pytest
from django import forms
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.template import Context, Template
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils import translation
from django_tables2 import RequestConfig

from common.templatetags.pinju import breadcrumbs, country, signed, tab
from web.shared.gallery.samples import SampleTable, rows
from web.shared.scores import movement, points, tile

STATIC = Path(settings.BASE_DIR) / "static"


class Score(forms.Form):
    points = forms.IntegerField(min_value=8, help_text="At least 8.")
    note = forms.CharField(required=False)
    winds = forms.ChoiceField(choices=[("E", "East"), ("S", "South")], widget=forms.RadioSelect)
    agreed = forms.BooleanField(label="Agreed")


def test_a_field_error_is_linked_to_its_control():
    html = str(Score({"points": "7", "winds": "E", "agreed": "on"})["points"].as_field_group())
    control = re.search(r"<input[^>]*>", html)[0]
    assert 'aria-describedby="id_points_helptext id_points_error"' in control
    assert 'aria-invalid="true"' in control
    assert 'value="7"' in control
    assert '<label for="id_points">Points</label>' in html
    assert '<div class="field-help" id="id_points_helptext">At least 8.</div>' in html
    error = re.search(r'<ul class="field-errors" id="id_points_error">(.*?)</ul>', html, re.S)[1]
    assert "At least 8." in error


def test_a_field_without_errors_has_none():
    html = str(Score()["note"].as_field_group())
    assert "error" not in html
    assert "aria-invalid" not in html
    assert "(optional)" in html


def test_choices_are_a_group_with_a_legend():
    html = str(Score()["winds"].as_field_group())
    assert html.strip().startswith('<fieldset class="field">')
    assert html.count('id="id_winds"') == 1  # the target of an error's link
    assert "<legend>Winds</legend>" in html
    assert html.count('type="radio"') == 2


def test_a_checkbox_is_inside_its_label():
    html = str(Score()["agreed"].as_field_group())
    assert re.search(r'<label for="id_agreed"><input type="checkbox"[^>]*><span>Agreed</span></label>', html)


def test_a_form_with_errors_starts_with_links_to_them():
    html = str(Score({"points": "7", "winds": "E", "agreed": "on"}))
    summary = re.search(r"<div [^>]*data-refused>(.*?)</ul>", html, re.S)[1]
    assert re.findall(r'<a href="#(\w+)">', summary) == ["id_points"]
    assert 'role="alert"' not in str(Score())


@pytest.mark.parametrize(
    ("tone", "role", "sign"),
    [("ok", "status", "✓"), ("note", "status", "i"), ("warn", "alert", "!"), ("stop", "alert", "✗")],
)
def test_an_alert_has_a_role_and_a_sign(tone, role, sign):
    html = render_to_string("components/alert.html", {"tone": tone, "text": "<b>Released"})
    assert f'class="alert tone-{tone}" role="{role}"' in html
    assert f'<span class="sign" aria-hidden="true">{sign}</span>' in html
    assert "&lt;b&gt;Released" in html


def test_a_state_is_a_sign_and_a_word():
    html = Template('{% state_badge "ok" word %}').render(Context({"word": "signed & kept"}))
    assert html == (
        '<span class="state tone-ok"><span class="sign" aria-hidden="true">✓</span> signed &amp; kept</span>'
    )


@pytest.mark.parametrize(("value", "shown"), [(86, "+86"), (-42, "−42"), (0, "0"), (None, "–")])
def test_points_have_a_typographic_sign(value, shown):
    assert signed(value) == shown


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (48, "4"),
        (18, "1.5"),
        (0, "0"),
        (Fraction(33, 2), "16.5"),
        (28, '<span title="7/3">2.33</span>'),
        (Fraction(-1, 2), "−0.5"),
        (Fraction(-7, 3), '<span title="-7/3">−2.33</span>'),
        (None, "–"),
    ],
)
def test_table_points_are_rounded_with_the_exact_value_as_title(value, shown):
    assert points(value) == shown


@pytest.mark.parametrize(
    ("places", "sign", "words"),
    [(2, "▲2", "up 2 places"), (1, "▲1", "up 1 place"), (-1, "▼1", "down 1 place"), (0, "–", "unchanged")],
)
def test_movement_is_a_sign_with_words_for_screen_readers(places, sign, words):
    html = movement(places)
    assert f'<span aria-hidden="true">{sign}</span>' in html
    assert f'<span class="visually-hidden">{words}</span>' in html


def test_movement_is_empty_without_an_earlier_rank():
    assert movement(None) == ""


@pytest.mark.parametrize("code", [f"{n}{suit}" for suit in "mps" for n in range(1, 10)] + list("ESWNCFP"))
def test_every_tile_is_drawn_and_named(code):
    html = tile(code)
    assert f'#{code}"' in html
    assert re.search(r'role="img" aria-label="[^"]{5,}"', html)
    assert f'<symbol id="{code}"' in (STATIC / "tiles.svg").read_text()


@pytest.mark.parametrize("code", ["0m", "1z", "X", "10m"])
def test_an_unknown_tile_is_refused(code):
    with pytest.raises(KeyError):
        tile(code)


@pytest.mark.parametrize(
    ("code", "language", "name"),
    [
        ("IT", "en", "Italy"),
        ("ITA", "en", "Italy"),
        ("GER", "en", "Germany"),
        ("JPN", "ja", "日本"),
        ("CN", "zh-hans", "中国"),
        ("XYZ", "en", "XYZ"),
        ("", "en", ""),
    ],
)
def test_a_country_has_its_name_in_the_readers_language(code, language, name):
    with translation.override(language):
        assert country(code) == name


def test_progress_is_shown_with_or_without_a_total():
    known = render_to_string("components/progress.html", {"label": "Sheets", "done": 12, "total": 21})
    assert '<progress value="12" max="21" aria-label="Sheets">' in known
    assert "12 of 21" in known
    assert '<progress aria-label="Sheets">' in render_to_string("components/progress.html", {"label": "Sheets"})


def test_an_empty_state_links_to_the_next_step():
    shown = {"title": "No event yet", "text": "Import one.", "href": "/import/", "label": "Import"}
    html = render_to_string("components/empty_state.html", shown)
    assert '<a class="btn btn-go" href="/import/">Import</a>' in html
    assert "<a" not in render_to_string("components/empty_state.html", {"title": "No event yet"})


def test_an_empty_state_can_be_the_whole_page():
    html = render_to_string("components/empty_state.html", {"title": "No event yet", "whole_page": True})
    assert "<h1>No event yet</h1>" in html


def test_breadcrumbs_link_back_and_end_with_the_page():
    crumbs = breadcrumbs("Open", "/e/open/", "Standings")["crumbs"]
    assert crumbs == [("Open", "/e/open/"), ("Standings", "")]
    html = render_to_string("components/breadcrumbs.html", {"crumbs": crumbs})
    assert '<a href="/e/open/">Open</a>' in html
    assert '<span aria-current="page">Standings</span>' in html


@pytest.mark.parametrize(
    ("path", "mark"),
    [("/e/open/teams/", ' aria-current="page"'), ("/e/open/teams/3/", ' aria-current="true"'), ("/", "")],
)
def test_the_navigation_marks_the_current_page(path, mark):
    context = Context({"request": RequestFactory().get(path)})
    item = tab(context, "/e/open/teams/", "Teams", "/e/open/teams/")
    assert item == f'<li><a href="/e/open/teams/"{mark}>Teams</a></li>'


def _table(query: str = "") -> str:
    request = RequestFactory().get(f"/list/?{query}")
    request.user = AnonymousUser()
    table = SampleTable(rows())
    RequestConfig(request, paginate={"per_page": 10}).configure(table)
    return table.as_html(request)


def test_a_list_shows_its_sort_order():
    html = _table("sort=-total&q=x")
    header = re.search(r'<th [^>]*scope="col" aria-sort="descending">\s*<a href="([^"]*)">(.*?)</th>', html, re.S)
    assert header[1] == "?sort=total&amp;q=x"
    assert header[2].startswith("Competition points")
    assert html.count("aria-sort") == 1


def test_a_list_names_its_rows_and_aligns_figures_right():
    html = _table()
    assert re.search('<th class="keep" scope="row" data-label="[^"]+">王伟</th>', html)
    assert re.search('<td class="num" data-label="[^"]+">\\+887</td>', html)
    assert 'role="region" aria-label="Standings of the sample event" tabindex="0"' in html
    assert len(re.findall(r'<tr class="[^"]*\bme\b', html)) == 1


def test_a_list_is_paged_with_numbers():
    html = _table("page=2&sort=rank")
    assert "11 to 20 of 140" in html
    here = re.search(r'<a href="\?page=2&amp;sort=rank" aria-current="page">(.*?)</a>', html)[1]
    assert here == '<span class="visually-hidden">Page </span>2'
    assert re.search(r'<a rel="next" href="\?page=3&amp;sort=rank"', html)
    assert '<span class="gap">…</span>' in html


def test_an_empty_list_says_so():
    request = RequestFactory().get("/list/")
    table = SampleTable([])
    RequestConfig(request).configure(table)
    assert "Nothing here yet." in table.as_html(request)


def test_themes_of_the_device_and_of_the_reader_are_equal():
    css = (STATIC / "css" / "tokens.css").read_text()
    by_device = re.search(r':root:not\(\[data-theme="light"\]\) \{(.*?)\}', css, re.S)[1]
    by_reader = re.search(r':root\[data-theme="dark"\] \{(.*?)\}', css, re.S)[1]
    assert by_device.split() == by_reader.split()
    assert len(by_reader.split(";")) > 15


TEMPLATES = sorted(Path(settings.BASE_DIR, "templates").rglob("*.html"))


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.as_posix().split("/templates/")[1])
def test_no_template_has_inline_script_or_style(path):
    source = path.read_text()
    # The answer of the worker without network: it can load no style sheet.
    assert path.name == "unread.html" or "<style" not in source
    assert not re.search(r"\sstyle=|\son[a-z]+=|javascript:|hx-on|hx-vals=['\"]js:", source)
    assert not re.search(r"<script(?![^>]*\ssrc=)", source)


def _classes(css: str) -> set[str]:
    return set(re.findall(r"\.([a-z][a-z0-9-]*)(?=[^{}]*\{)", re.sub(r"/\*.*?\*/|url\([^)]*\)", "", css, flags=re.S)))


def test_our_classes_reuse_bootstrap_names_only_on_purpose():
    ours = _classes((STATIC / "css" / "pinju.css").read_text())
    theirs = _classes((STATIC / "vendor" / "bootstrap" / "bootstrap.min.css").read_text())
    meant = {"btn", "alert", "table", "form-control", "form-select", "form-check-input", "is-invalid", "figure"}
    assert ours & theirs <= meant
    assert {"btn", "table", "figure"} <= ours & theirs


def test_sentences_after_a_wide_punctuation_mark_have_no_space():
    page = Template("<p>{% filter tight %}{{ first }} {{ second }}\n  <b>{{ third }}</b>{% endfilter %}</p>")
    chinese = page.render(Context({"first": "各局均计入。", "second": "缺1名成员（选填）", "third": "<乙>。"}))
    assert chinese == "<p>各局均计入。缺1名成员（选填）<b>&lt;乙&gt;。</b></p>"
    english = page.render(Context({"first": "All count.", "second": "One is missing.", "third": "So."}))
    assert english == "<p>All count. One is missing.\n  <b>So.</b></p>"
