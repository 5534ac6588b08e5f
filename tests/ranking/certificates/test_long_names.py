"""Certificates and form A10 with long names in many scripts are complete, and can be read back."""

from datetime import UTC, date, datetime
from io import BytesIO

import pytest
from pypdf import PdfReader

from common.paper import mm
from ranking.bodies.models import Body
from ranking.certificates.exports.certificates import Certificates, result_certificates
from ranking.certificates.exports.pin_certificates import Order, pin_certificate
from ranking.pins.exports.calculation import Calculation, calculation_paper
from ranking.pins.exports.papers import FormA10, form_a10
from ranking.pins.models.applications import Certificate
from ranking.record.models.records import OfficialResult, RecordedEvent
from tests.support.pdf_reading import assert_clear, runs_of, texts_of
from tournament.people.models.persons import Person

#: The name in its script and in Latin letters; the second is as long as the fields allow.
NAMES = [
    ("髙﨑 渡邉", "TAKASAKI Watanabe"),
    ("欧阳阿卜杜热合曼·买买提明吉祥", "OUYANG ABDURAHMAN Memetimin Jixiang of the House of the Nine Gates"),
    ("Maria Antonia de la Concepción Fernández y Rodríguez de Castellanos Borbón", ""),
    ("Щербаков-Їжакевич Ґалаґан Пётр", "SHCHERBAKOV-YIZHAKEVYCH GALAGAN Pyotr"),
]
EVENT = (
    "第十七届世界麻将锦标赛暨“一带一路”国际麻将文化交流大会 · 17th World Mahjong Championship of Nations and Regions"
)
BODY = "World Mahjong Contest Center, Technical Rules and Pin Committee · 世界麻将竞赛中心技术规则品级委员会"
LANGUAGES = ["zh-hans", "en", "ja"]


def read(data: bytes) -> str:
    """Return the text of the pages without spaces; check that nothing overlaps, leaves its cell or is cut."""
    assert_clear(data)
    text = "".join("".join(texts_of(data)).split())
    assert not {"…", "〓"} & set(text)
    return text


def assert_says(data: bytes, *words: str) -> None:
    text = read(data)
    assert [word for word in words if "".join(word.split()) not in text] == []


def pin(name: str, latin: str) -> Certificate:
    return Certificate(
        body_slug="world-mahjong-contest-center", number=12345, code="23456789abcdefghjkmn", kind="pin", level=1,
        name=name, latin_name=latin, country="CN", issued_on=date(2026, 11, 22), body_name=BODY, key_id="k1",
        signers=[NAMES[0][0], NAMES[1][1], NAMES[2][0]], signature="s" * 86,
    )  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("name", "latin"), NAMES, ids=["han", "long", "latin", "cyrillic"])
def test_a_pin_certificate_with_long_names_is_complete(name: str, latin: str, language: str) -> None:
    address = "https://pins.mahjong.example.org/c/23456789abcdefghjkmn/"
    data = pin_certificate(Order(pin(name, latin), language, f"{address}#{'x' * 600}.{'y' * 86}", address))
    assert_says(data, name, latin, "WORLD-MAHJONG-CONTEST-CENTER-12345", BODY, NAMES[0][0], NAMES[2][0], address)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_level_of_a_web_pin_ends_before_its_dots(language: str) -> None:
    certificate = pin(*NAMES[0])
    certificate.kind, certificate.level = "web", 4
    [page] = PdfReader(
        BytesIO(pin_certificate(Order(certificate, language, "code", "https://pins.example.org/c/x/")))
    ).pages
    right = (30 + 150) * mm
    cells = [run for run in runs_of(page) if "4" in run.text or "四" in run.text]
    level = max(cells, key=lambda run: run.start)
    assert level.end < right - 8 * mm


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_result_certificate_with_long_names_is_complete(language: str) -> None:
    recorded = RecordedEvent(
        slug="wmc-17", name=EVENT, venue="内蒙古自治区锡林浩特市 Xilinhot", country="CN", starts=date(2026, 11, 20),
        ends=date(2026, 11, 23), players=180, sessions=12, letter="A", sanctioned=True, body=Body(name=BODY),
        confirmed_at=datetime(2026, 11, 24, tzinfo=UTC), scope="world",
    )  # fmt: skip
    lines = [
        OfficialResult(
            recorded=recorded, person=Person(pk=rank, name=name), row=rank, name=name, latin_name=latin, country="JP",
            team=f"Team {name}", status="rank-lost" if rank == 2 else "ranked",
            individual_rank=None if rank == 2 else rank, team_rank=2, group_rank=1, table_points=403,
            competition_points=-1234, sessions=12,
        )
        for rank, (name, latin) in enumerate(NAMES, start=1)
    ]  # fmt: skip
    referee = f"{NAMES[1][0]} · Chief referee · International referee, class A · WMO-2026-000123"
    data = result_certificates(Certificates(recorded, lines, language, "https://pins.example.org", referee))
    assert_says(data, *(name for name, _latin in NAMES), NAMES[1][1], EVENT, "403/12", "33.58", BODY, "WMO-2026-000123")


def events(count: int) -> list[dict]:
    """Return ``count`` competitions of a stored calculation."""
    event = {
        "event": "e", "name": EVENT, "starts": "2026-11-20", "ends": "2026-11-23", "place": "内蒙古自治区锡林郭勒盟",
        "country": "CN", "class": "A", "players": 180, "sessions": 12, "table_points": 403, "competition_points": -1234,
        "positive": 0, "individual_rank": 118, "group_rank": 12, "team_rank": 33, "web_points": None,
        "status": "ranked", "reason": "",
    }  # fmt: skip
    return [event | {"competition_points": number * 100, "positive": number * 100} for number in range(count)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("name", "latin"), NAMES[:3], ids=["han", "long", "latin"])
def test_form_a10_and_the_calculation_with_long_names_are_complete(name: str, latin: str, language: str) -> None:
    private = {"document": "E-12345678-X (2031-12-31)", "contact": f"{'long.' * 8}address@mahjong.example.org"}
    promise = "I stand for mahjong as a healthy and friendly sport of the mind and play fair. " * 3
    form = FormA10(
        name, latin, "CN", 47, private, "female", "pin", 1, date(2026, 11, 22), events(12), promise, BODY, language
    )  # fmt: skip
    data = form_a10(form)
    assert len(PdfReader(BytesIO(data)).pages) == 2
    assert {"en": "Page2of2", "zh-hans": "第2页，共2页", "ja": "2／2ページ"}[language] in read(data)
    assert_says(data, name, latin, *private.values(), EVENT, "403", BODY)
    figures = [("What", "A9 4.6", "needed: 200", "403", "met")] * 3
    reasons = {"below_c": "Below class C (A9 5.3)."}
    order = Calculation(name, "pin", 1, date(2026, 11, 22), figures, events(30), reasons, language)
    assert_says(calculation_paper(order), name, EVENT, "33.58")
