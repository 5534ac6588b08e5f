"""Labels of applications for pins: states, and calculations as rows and papers."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, override

from common.states import for_each
from common.templatetags.pinju import DASH, signed
from ranking.levels.rules.conditions import Condition
from ranking.levels.rules.evaluation import evaluate
from ranking.levels.selectors.person_records import Record
from ranking.pins.exports.calculation import Calculation
from ranking.pins.exports.letters import Letter
from ranking.pins.exports.papers import FormA10, counted_sums, days_text, sum_label
from ranking.pins.models.applications import PinApplication
from ranking.pins.models.claims import MissingResult
from ranking.pins.selectors.applications import age_of, private_of, promise_of
from ranking.pins.selectors.calculations import ChangedEvent, calculation, level_of
from scoring.game.rules.table_points import rounded
from web.shared.record.form_a10 import sex_label
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

#: State of the application -> what the letter says.
LETTERS: Mapping[PinApplication.State, str | Promise] = for_each(
    PinApplication.State,
    {
        PinApplication.State.SUBMITTED: gettext_lazy(
            "We received your application for %(pin)s. We check your results and write to you again."
        ),
        PinApplication.State.ASKED: gettext_lazy(
            "We have a question about your application for %(pin)s. Please answer in writing."
        ),
        PinApplication.State.ANSWERED: gettext_lazy(
            "We received your answer about your application for %(pin)s. We write again."
        ),
        PinApplication.State.APPROVED: gettext_lazy(
            "One of us approved your application for %(pin)s. A second person decides next."
        ),
        PinApplication.State.GRANTED: gettext_lazy("We granted you %(pin)s. Your certificate %(serial)s is enclosed."),
        PinApplication.State.REFUSED: gettext_lazy("We refused your application for %(pin)s, for the reason below."),
        PinApplication.State.WITHDRAWN: gettext_lazy("As you asked, your application for %(pin)s is withdrawn."),
        PinApplication.State.REVOKED: gettext_lazy("We revoked %(pin)s, certificate %(serial)s, for the reason below."),
    },
)
#: States in which the last message of the body belongs to the letter.
WITH_MESSAGE = frozenset((PinApplication.State.ASKED, PinApplication.State.REFUSED, PinApplication.State.REVOKED))


def tone_of(application: PinApplication) -> str:
    """Return the tone of the application's state."""
    return TONES[PinApplication.State(application.status)]


def claim_tone_of(claim: MissingResult) -> str:
    """Return the tone of the claim's state."""
    return CLAIM_TONES[MissingResult.State(claim.status)]


@dataclass(frozen=True)
class EventRow:
    """An event of a calculation, as text for its table."""

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
    """Return the events of a kept calculation as rows."""
    return [event_row(event) for event in events]


def event_row(event: Mapping[str, Any]) -> EventRow:
    """Return one event of a kept calculation as a row."""
    return EventRow(
        event["name"],
        days_text(event),
        event["class"] or DASH,
        rounded(event["table_points"]),
        signed(event["competition_points"]),
        event["positive"],
        event["web_points"] or 0,
        str(event["individual_rank"] or DASH),
        str(event["group_rank"] or DASH),
        str(event["team_rank"] or DASH),
        str(REASONS[event["reason"]]) if event["reason"] else "",
    )


@dataclass(frozen=True)
class SumRow:
    """The sums of the events that count, as text for the last row of their table."""

    label: str
    table_points: str
    positive: int
    web_points: int


def sum_row(events: Iterable[Mapping[str, Any]], kind: str) -> SumRow:
    """Return the sums of a kept calculation's events that count."""
    sums = counted_sums(events)
    return SumRow(sum_label(kind), rounded(sums.table_points), sums.positive, sums.web_points)


def moved_rows(moved: Iterable[ChangedEvent]) -> list[tuple[str, EventRow | None, EventRow | None]]:
    """Return the events that differ from the snapshot: name, row at submission, row now."""
    rows = []
    for event in moved:
        before = event_row(event.before) if event.before else None
        after = event_row(event.after) if event.after else None
        rows.append((event.name, before, after))
    return rows


def form_of(application: PinApplication, language: str) -> FormA10:
    """Return form A10 of an application, with the typed data."""
    person = application.person.kept
    private = private_of(application)
    with override(language):
        sex = sex_label(private["sex"])
    return FormA10(
        person.name,
        person.latin_name,
        person.country,
        age_of(person),
        private,
        sex,
        application.kind,
        application.level,
        application.received_on or timezone.localdate(application.submitted_at),
        application.calculation["events"],
        promise_of(language, application.body),
        application.body.name,
        language,
    )


def letter_of(application: PinApplication) -> Letter:
    """Return the letter about the state of an application, in the player's language."""
    certificate = getattr(application, "certificate", None)
    last = application.messages.exclude(by="").last() if application.status in WITH_MESSAGE else None
    return Letter(
        body=application.body.name,
        name=application.person.kept.name,
        contact=private_of(application)["contact"],
        day=timezone.localdate(),
        kind=application.kind,
        level=application.level,
        news=LETTERS[PinApplication.State(application.status)],
        serial=certificate.serial if certificate else "",
        message=last.text if last else "",
        language=application.language,
    )


def calculation_of(application: PinApplication, language: str) -> Calculation:
    """Return the calculation of an application at its submission, to print."""
    standard = evaluate([])
    wanted = _kind_and_level(application)
    level = next(row for row in standard.pins + standard.web if (row.kind, row.level) == wanted)
    figures = []
    for condition, snapshot in zip(level.conditions, application.calculation["conditions"], strict=True):
        figures.append(
            (
                str(CONDITIONS[condition.what]),
                condition.article,
                _("needed: %(need)s") % {"need": need_words(condition)},
                _reached_text(replace(condition, have=snapshot["have"])),
                _("met") if snapshot["met"] else _("missed"),
            )
        )
    reasons = {code: str(words) for code, words in REASONS.items()}
    day = timezone.localdate(application.submitted_at)
    name = application.person.kept.name
    return Calculation(
        name, level.kind, level.level, day, figures, application.calculation["events"], reasons, language
    )


def calculation_now(record: Record, kind: str, level: int, language: str) -> Calculation:
    """Return today's calculation of a level without an application, with what is still missing."""
    figures = [
        (
            str(CONDITIONS[condition.what]),
            condition.article,
            _("needed: %(need)s") % {"need": need_words(condition)},
            _reached_text(condition),
            _("met") if condition.met else missing_words(condition),
        )
        for condition in level_of(record, kind, level).conditions
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
        _("Reaching a pin is not enough: you apply for it, and the body grants it (A9 7)."),
    )


def _reached_text(condition: Condition) -> str:
    """Return the reached value for a paper."""
    exact = condition.what == "table_points"
    return rounded(Fraction(condition.have)) if exact else have_words(condition)


def _kind_and_level(application: PinApplication) -> tuple[str, int]:
    return application.kind, application.level
