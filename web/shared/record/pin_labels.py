"""The states of applications for pins and their calculations, in words."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from common.states import for_each
from common.templatetags.pinju import DASH, signed
from ranking.certificates.exports.pin_certificates import Order, pin_certificate
from ranking.pins.exports.papers import Calculation, FormA10, days
from ranking.pins.models.applications import Certificate, PinApplication
from ranking.pins.models.claims import MissingResult
from ranking.pins.rules.pins import Condition, evaluate
from ranking.pins.selectors.applications import age_of, private_of, promise_of
from ranking.pins.selectors.calculations import Moved, calculation, level_of
from ranking.pins.selectors.person_records import Record
from ranking.pins.selectors.signing import code_text
from scoring.game.rules.table_points import rounded
from web.shared.record.labels import CONDITIONS, REASONS, have_words, missing_words, need_words

TONES = for_each(
    PinApplication.State,
    {
        PinApplication.State.SUBMITTED: "wait",
        PinApplication.State.ASKED: "warn",
        PinApplication.State.ANSWERED: "wait",
        PinApplication.State.APPROVED: "wait",
        PinApplication.State.GRANTED: "ok",
        PinApplication.State.REFUSED: "stop",
        PinApplication.State.WITHDRAWN: "idle",
        PinApplication.State.REVOKED: "stop",
    },
)
CLAIM_TONES = for_each(
    MissingResult.State,
    {MissingResult.State.WAITING: "wait", MissingResult.State.ENTERED: "ok", MissingResult.State.REFUSED: "stop"},
)


def tone_of(application: PinApplication) -> str:
    """Return the tone of the application's state."""
    return TONES[PinApplication.State(application.status)]


def claim_tone_of(claim: MissingResult) -> str:
    """Return the tone of the claim's state."""
    return CLAIM_TONES[MissingResult.State(claim.status)]


@dataclass(frozen=True)
class EventRow:
    """An event of a calculation, ready for its table."""

    name: str
    days: str
    letter: str
    table_points: str
    competition_points: str
    positive: int
    web_points: int
    rank: str
    group_rank: str
    team_rank: str
    reason: str


def event_rows(events: Iterable[Mapping[str, Any]]) -> list[EventRow]:
    """The events of a kept calculation."""
    return [event_row(one) for one in events]


def event_row(one: Mapping[str, Any]) -> EventRow:
    """One event of a kept calculation."""
    return EventRow(
        one["name"],
        days(one),
        one["class"] or DASH,
        rounded(one["table_points"]),
        signed(one["competition_points"]),
        one["positive"],
        one["web_points"] or 0,
        str(one["individual_rank"] or DASH),
        str(one["group_rank"] or DASH),
        str(one["team_rank"] or DASH),
        str(REASONS[one["reason"]]) if one["reason"] else "",
    )


def moved_rows(moved: Iterable[Moved]) -> list[tuple[str, EventRow | None, EventRow | None]]:
    """What is another than when it was submitted: event, then, now."""
    return [
        (one.name, event_row(one.before) if one.before else None, event_row(one.after) if one.after else None)
        for one in moved
    ]


def form_of(application: PinApplication, language: str) -> FormA10:
    """Form A10 of an application, with what was typed."""
    person = application.person.kept
    return FormA10(
        person.name,
        person.latin_name,
        person.country,
        age_of(person),
        private_of(application),
        application.kind,
        application.level,
        timezone.localdate(application.submitted_at),
        application.calculation["events"],
        promise_of(language),
        application.body.name,
        language,
    )


def calculation_of(application: PinApplication, language: str) -> Calculation:
    """The calculation as it was when the application was submitted."""
    standard = evaluate([])
    level = next(one for one in standard.pins + standard.web if (one.kind, one.level) == _of(application))
    figures = []
    for one, kept in zip(level.conditions, application.calculation["conditions"], strict=True):
        figures.append(
            (
                str(CONDITIONS[one.what]),
                one.article,
                _("needed: %(need)s") % {"need": need_words(one)},
                _have(replace(one, have=kept["have"])),
                _("met") if kept["met"] else _("missed"),
            )
        )
    reasons = {code: str(words) for code, words in REASONS.items()}
    day = timezone.localdate(application.submitted_at)
    name = application.person.kept.name
    return Calculation(
        name, level.kind, level.level, day, figures, application.calculation["events"], reasons, language
    )


def calculation_now(record: Record, kind: str, level: int, language: str) -> Calculation:
    """The calculation of a level as the record stands today, with what is still missing; no application."""
    figures = [
        (
            str(CONDITIONS[one.what]),
            one.article,
            _("needed: %(need)s") % {"need": need_words(one)},
            _have(one),
            _("met") if one.met else missing_words(one),
        )
        for one in level_of(record, kind, level).conditions
    ]
    return Calculation(
        record.person.name,
        kind,
        level,
        timezone.localdate(),
        figures,
        calculation(record, kind, level)["events"],
        {code: str(words) for code, words in REASONS.items()},
        language,
        _("What results reach is no pin yet: a pin is applied for and granted (A9 7)."),
    )


def _have(condition: Condition) -> str:
    """What there is, as a paper says it."""
    exact = condition.what == "table_points"
    return rounded(Fraction(condition.have)) if exact else have_words(condition)


def _of(application: PinApplication) -> tuple[str, int]:
    return application.kind, application.level


def certificate_pdf(request: HttpRequest, certificate: Certificate, language: str) -> bytes:
    """The certificate with its code, whose address begins as the one that was asked at."""
    root = request.build_absolute_uri("/").rstrip("/")
    code = code_text(certificate, root)
    return pin_certificate(Order(certificate, language, code, code.partition("#")[0]))
