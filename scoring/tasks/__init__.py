"""Background jobs: import and export of events, papers, packages; and sweeps that delete expired files."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from common.actions.errors import Refused
from common.actions.permissions import system_actor
from common.files.json_files import read
from common.i18n.wording import listed
from common.jobs import Progress, Result, job, start
from common.jobs.models import Job
from common.jobs.sweeps import sweeps
from common.stored_files import delete_left_behind
from scoring.appeals.models.additions import AppealAttachment
from scoring.appeals.selectors.files import APPEAL_FILES, expired_appeals
from scoring.appeals.services.attaching import delete_expired_appeals
from scoring.display.models.screens import ScreenPicture
from scoring.display.selectors.screens import SCREEN_PICTURES
from scoring.event_file.exports import event_file
from scoring.event_file.selectors.import_report import ImportReport, import_report
from scoring.event_file.selectors.reading import read_event
from scoring.event_file.services.importing import import_event
from scoring.formats.selectors.comparing import compared_stages, compared_team_size, units_of_event
from scoring.papers.exports.making import Made, make_paper
from scoring.papers.exports.packs import TITLES, make_pack
from scoring.papers.exports.paper_state import STATE, paper_state
from scoring.papers.exports.papers import PAPERS, PLAYER_CODES, Choice
from scoring.photos.models import EventPhoto
from scoring.photos.selectors import EVENT_PHOTOS
from scoring.sheets.models.photos import SheetPhoto
from scoring.sheets.selectors.paper.photos import SHEET_PHOTOS, expired_photos
from scoring.sheets.services.codes.cards import issue_player_codes, issue_table_codes
from scoring.sheets.services.paper.photos import delete_expired_photos
from scoring.standings.rules.simulation.runs import simulated
from scoring.tasks import hand_overs, notifications, publishing  # noqa: F401  # they declare their jobs and sweeps
from scoring.webhooks.exports import sent
from scoring.webhooks.selectors import SEND_WEBHOOKS, due_deliveries, has_news
from scoring.webhooks.services import note_news, note_try
from tournament.events.models.events import Event
from tournament.events.selectors.events import event_by_slug
from tournament.papers.services import note_made


@job("event.import", summary=gettext_lazy("Import of an event"))
def import_from_file(progress: Progress, *, key: str = "") -> Result:
    """Check the uploaded file and write its event as the owner; ``key`` is the form's idempotency key.

    A form sent twice makes two jobs with the same key: the second changes nothing and gives the same answer.
    """
    assert progress.upload is not None
    progress.total(2)
    with progress.upload.open("rb") as file:
        document = read_event(read(file.file))
    progress.step()
    answer = import_event(progress.owner, key=key or progress.key, document=document)
    progress.step()
    event = _event(answer["event"])
    if not answer["written"]:
        return Result(data=answer, messages=[_unchanged(event)])
    report = import_report(event)
    return Result(data={**answer, "contradictions": len(report.discrepancies)}, messages=_sentences(event, report))


@job("event.export", summary=gettext_lazy("Export of an event"))
def export(progress: Progress, *, event: str) -> Result:
    """Make the event file of the event with this id (slug)."""
    progress.total(1)
    raw = event_file(_event(event))
    progress.step()
    return Result(file=raw, file_name=f"{event}.json")


@job("formats.simulate", summary=gettext_lazy("Comparison of formats"))
def compare_formats(
    progress: Progress, *, event: str, formats: list[str], players: int, runs: int, seed: str
) -> Result:
    """Play each format (names of `comparing`) so many times; return its figures."""
    row = _event(event)
    minutes = row.play_settings.session_minutes
    progress.total(runs * len(formats))
    figures, team_size = [], compared_team_size(row, formats)
    for name in formats:
        counter = _Counter(progress)
        simulation = simulated(
            compared_stages(row, name), players, runs, seed, minutes=minutes, units=units_of_event(row),
            team_size=team_size, progress=counter.reached,
        )  # fmt: skip
        figures.append({"format": name} | asdict(simulation))
    data = {"event": event, "formats": figures, "players": players, "seed": seed, "team_size": team_size}
    return Result(data=data)


class _Counter:
    """Reports to a job the finished runs of one format."""

    def __init__(self, progress: Progress) -> None:
        self._progress, self._reached = progress, 0

    def reached(self, runs: int) -> None:
        self._progress.step(runs - self._reached)
        self._reached = runs


@job("papers.make", summary=gettext_lazy("Making papers"))
def make_papers(progress: Progress, *, event: str, **choice: Any) -> Result:
    """Make a paper of the event with this id (slug) and record its content; ``choice``: the fields of a Choice."""
    row = _event(event)
    chosen = Choice(**choice)
    made = make_paper(row, chosen, total=progress.total, step=progress.step)
    # Write only now, unless the job was cancelled: until here the previous codes are valid.
    progress.check()
    _record(progress, row, chosen.paper, made)
    messages = [str(PAPERS[chosen.paper].title)]
    return Result(data={"event": event, "papers": True}, messages=messages, file=made.data, file_name=made.file_name)


@job("papers.pack", summary=gettext_lazy("Making several papers"))
def make_papers_pack(progress: Progress, *, event: str, language: str, pack: str, papers: list[str]) -> Result:
    """Make one zip with the papers of these kinds, and record their content; ``pack``: its name in `TITLES`."""
    row = _event(event)
    progress.total(len(papers))
    packed = make_pack(row, papers, language, step=progress.check, made=progress.step)
    # Write only now, unless the job was cancelled: until here no code is valid.
    progress.check()
    for name, made in packed.papers.items():
        _record(progress, row, name, made)
    messages = [str(TITLES[pack])]
    file_name = f"{event}-{pack}-{language}.zip"
    return Result(data={"event": event, "papers": True}, messages=messages, file=packed.data, file_name=file_name)


@job("papers.state", summary=gettext_lazy("State of the event on paper"))
def state_on_paper(progress: Progress, *, event: str, language: str) -> Result:
    """Make one zip with all papers that are needed to continue without a computer."""
    row = _event(event)
    progress.total(len(STATE))
    data = paper_state(row, language, step=progress.check, made=progress.step)
    return Result(data={"event": event, "papers": True}, file=data, file_name=f"{event}-{language}.zip")


@sweeps
def appeals() -> Mapping[str, int]:
    """Delete expired texts and files of appeals, and files that a failed write left behind; return their counts."""
    counts: dict[str, int] = {}
    if any(rows.exists() for rows in expired_appeals()):
        deleted = delete_expired_appeals(system_actor("sweep"))
        counts = {"files of appeals": deleted["files"], "texts of appeals": deleted["texts"]}
    left = delete_left_behind(APPEAL_FILES, AppealAttachment.objects.all())
    return counts | ({"files that no appeal names": left} if left else {})


@sweeps
def photos() -> Mapping[str, int]:
    """Delete expired photos, and files that a failed write left behind; return their counts."""
    counts: dict[str, int] = {}
    if expired_photos().exists():
        counts["photos of sheets"] = delete_expired_photos(system_actor("sweep"))["photos"]
    left = delete_left_behind(SHEET_PHOTOS, SheetPhoto.objects.all())
    left += delete_left_behind(SCREEN_PICTURES, ScreenPicture.objects.all())
    left += delete_left_behind(EVENT_PHOTOS, EventPhoto.objects.all())
    return counts | ({"files that no row names": left} if left else {})


@sweeps
def webhooks() -> Mapping[str, int]:
    """Note what webhooks are to be told, and start the job that sends it; nothing is deleted."""
    if has_news():
        note_news(system_actor("sweep"))
    is_sending = Job.objects.filter(kind=SEND_WEBHOOKS, state__in=[Job.State.QUEUED, Job.State.RUNNING])
    if due_deliveries().exists() and not is_sending.exists():
        start(system_actor("sweep"), SEND_WEBHOOKS)
    return {}


@job(SEND_WEBHOOKS, summary=gettext_lazy("Requests to webhooks"))
def send_webhooks(progress: Progress) -> Result:
    """Send what is due, one after the other; who does not accept it gets it again later."""
    deliveries = list(due_deliveries().select_related("webhook"))
    progress.total(len(deliveries))
    accepted = 0
    for delivery in deliveries:
        progress.check()
        status = sent(delivery)
        note_try(progress.owner, delivery=delivery.pk, status=status)
        accepted += 200 <= status < 300
        progress.step()
    figures = {"accepted": accepted, "sent": len(deliveries)}
    return Result(data={"webhooks": True}, messages=[_("Accepted: %(accepted)d of %(sent)d.") % figures])


def _event(slug: str) -> Event:
    event = event_by_slug(slug)
    if event is None:
        raise Refused(_("There is no event %(event)s.") % {"event": slug})
    return event


def _record(progress: Progress, event: Event, paper: str, made: Made) -> None:
    """Make the codes on a paper valid, and record its content.

    Without an idempotency key: a retry makes new codes, and the content may have changed.
    """
    if made.codes:
        issue = issue_player_codes if paper == PLAYER_CODES.name else issue_table_codes
        issue(progress.owner, event, codes=made.codes)
    note_made(progress.owner, event, paper=paper, parts=made.parts)


def _unchanged(event: Event) -> str:
    return _("%(event)s already exists with the same content; nothing was changed.") % {"event": event.name}


def _sentences(event: Event, report: ImportReport) -> list[str]:
    """Return the messages about an event that was just imported."""
    count = len(report.discrepancies)
    figures: dict[str, Any] = {"event": event.name, "count": count}
    sentences = [_("%(event)s is imported.") % figures]
    if count:
        words = ngettext("%(count)d table does not add up.", "%(count)d tables do not add up.", count)
        sentences.append(words % figures)
    else:
        sentences.append(_("All tables add up."))
    if report.same_names:
        names = {"names": listed(report.same_names)}
        sentences.append(_("Persons with these names already exist and were not merged: %(names)s.") % names)
    return sentences
