"""Pages of the sessions: progress, release, retraction, and declaring results official."""

from collections.abc import Callable
from typing import ClassVar

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django_tables2 import Column

from common.actions.engine import Service, state_refusal
from common.i18n.wording import listed
from common.templatetags.pinju import DASH, state_badge
from scoring.progress.selectors.progress import EventProgress, SessionProgress, progress_of
from scoring.publishing.selectors.packages import newest_package
from scoring.releases.selectors.closing import closing_of
from scoring.releases.selectors.releases import PublicAfter, against_release, against_retraction, kept_for_ceremony
from scoring.releases.selectors.status import ReleaseStatus, against_making_official, release_status
from scoring.releases.services.releasing import make_official, release_session, retract_session
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.checking.findings import contradictions
from tournament.events.models.events import Event
from tournament.events.models.stages import Session
from web.shared.access import EventAccess, event_desk, signed_in
from web.shared.forms.fields import ConfirmForm
from web.shared.forms.writing import show, write
from web.shared.labels.tones import TONES
from web.shared.tables import FIGURE, NAMING, BaseTable

SHEETS = TONES[Sheet.State]


class ReleaseForm(ConfirmForm):
    """Asks for the password; a release needs no reason."""

    reason = None  # type: ignore[assignment]


class EarlyReleaseForm(ConfirmForm):
    """Asks for password, reason and an explicit yes, because the session is held back for the ceremony."""

    outside = forms.BooleanField(label=gettext_lazy("Release it outside the ceremony"))
    field_order = ("outside", "reason", "password")


class SessionTable(BaseTable):
    """The sessions with their sheets; ``decide`` adds the buttons to release and retract."""

    caption = gettext_lazy("Sessions")

    number = Column(verbose_name=gettext_lazy("Session"), attrs=NAMING)
    released_at = Column(verbose_name=gettext_lazy("Results"), empty_values=())
    action = Column(verbose_name=gettext_lazy("Release"), empty_values=())
    states = Column(verbose_name=gettext_lazy("Sheets"))
    tables = Column(verbose_name=gettext_lazy("Tables"), attrs=FIGURE)
    contradictions = Column(verbose_name=gettext_lazy("Discrepancies"), attrs=FIGURE)

    class Meta:
        orderable = False
        attrs: ClassVar = {"class": "table sessions-list"}

    def __init__(self, event: Event, progress: EventProgress, status: ReleaseStatus, *, decide: bool) -> None:
        super().__init__(progress.sessions, exclude=() if decide else ("action",))
        self.event, self.progress, self.status = event, progress, status

    def render_states(self, record: SessionProgress, value: dict[str, int]) -> SafeString | str:
        parts = [state_badge(tone, f"{state.label} {value[state]}") for state, tone in SHEETS.items() if value[state]]
        if not parts:
            return DASH
        address = reverse("desk:confirm-session", args=[self.event.slug, record.number])
        return format_html('<a class="plain" href="{}">{}</a>', address, SafeString(" ".join(parts)))

    def render_contradictions(self, record: SessionProgress, value: int) -> SafeString | int:
        address = f"{reverse('desk:contradictions', args=[self.event.slug])}?session={record.number}"
        return format_html('<a href="{}">{}</a>', address, value) if value else 0

    def render_released_at(self, record: SessionProgress) -> SafeString:
        if record.released_at is None:
            return state_badge("idle", _("not released"))
        time = date_format(localtime(record.released_at), "SHORT_DATETIME_FORMAT")
        badge = state_badge("ok", _("official")) if self.status.official else state_badge("wait", _("provisional"))
        return format_html('{} <span class="note nowrap">{}</span>', badge, _("released %(time)s") % {"time": time})

    def render_action(self, record: SessionProgress) -> SafeString | str:
        first, last = self.progress.next, self.progress.last_released
        if first and record.number == first.number and record.complete:
            return self._button("desk:release", record, _("Release…"))
        if first and record.number == first.number and record.states[Sheet.State.SIGNED]:
            return self._button("desk:confirm-session", record, _("Check…"))
        if last and record.number == last.number:
            return self._button("desk:retract", record, _("Withdraw…"))
        return ""

    def _button(self, page: str, record: SessionProgress, label: str) -> SafeString:
        address = reverse(page, args=[self.event.slug, record.number])
        return format_html('<a class="btn" href="{}">{}</a>', address, label)


@signed_in
def sessions(request: HttpRequest, slug: str) -> HttpResponse:
    """List the sessions with the possible actions."""
    desk = event_desk(request, slug)
    progress = progress_of([desk.event])[desk.event.pk]
    status = release_status(desk.event)
    closing = closing_of(desk.event)
    table = SessionTable(desk.event, progress, status, decide=desk.may_release and closing is None)
    context = {
        "desk": desk,
        "table": table,
        "progress": progress,
        "seated": any(session.tables for session in progress.sessions),
        "status": status,
        "mark": status.label,
        "closing": closing,
        "by_hand": desk.may_release and status.by_hand,
        "package": newest_package(desk.event),
    }
    return render(request, "desk/results/sessions.html", context)


@signed_in
def make_session_official(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Declare released results official, for events where no clock ends the appeal time."""
    desk = event_desk(request, slug)
    desk.require(desk.may_release)
    session = desk.session(number)
    form = ReleaseForm(request, ask_password=True)
    if write(request, form, make_official, desk.actor, session).done:
        messages.success(request, _("The results up to session %(number)d are official.") % {"number": number})
        return redirect("desk:sessions", slug)
    against = _against(make_official, session, against_making_official)
    return show(request, "desk/results/sessions_official.html", form, desk=desk, session=session, against=against)


@signed_in
def release(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Release a session, after showing what becomes public."""
    desk = event_desk(request, slug)
    desk.require(desk.may_release)
    session = desk.session(number)
    kept = kept_for_ceremony(session)
    form_class = EarlyReleaseForm if kept else ReleaseForm
    form = form_class(request, ask_password=True)
    if write(request, form, release_session, desk.actor, session).done:
        messages.success(request, _("The results of session %(number)d are released.") % {"number": number})
        return redirect("desk:sessions", slug)
    against = _against(release_session, session, against_release)
    template = "desk/results/sessions_release.html"
    return _release_page(request, template, desk, session, form, against, last_session=number, kept=kept)


@signed_in
def retract(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Retract the release of a session, after showing what stays public."""
    desk = event_desk(request, slug)
    desk.require(desk.may_release)
    session = desk.session(number)
    form = ConfirmForm(request, ask_password=True)
    if write(request, form, retract_session, desk.actor, session).done:
        messages.success(request, _("The results of session %(number)d are withdrawn.") % {"number": number})
        return redirect("desk:sessions", slug)
    against = _against(retract_session, session, against_retraction)
    return _release_page(
        request, "desk/results/sessions_retract.html", desk, session, form, against, last_session=number - 1
    )


def _against(service: Service, session: Session, rule: Callable[[Session], str]) -> str:
    """Return why the service would refuse now; empty if it would not."""
    return state_refusal(service, session) or rule(session)


def _release_page(
    request: HttpRequest,
    template: str,
    desk: EventAccess,
    session: Session,
    form: ConfirmForm,
    against: str,
    last_session: int,
    kept: bool = False,
) -> HttpResponse:
    contradicting = contradictions(desk.event, session.number)
    context = {
        "desk": desk,
        "session": session,
        "against": against,
        "kept": kept,
        "is_last": session.number == desk.event.planned_sessions,
        "public": PublicAfter(session, last_session),
        "contradicting": len(contradicting),
        "order_changes": listed(
            comparison.sheet.table.number for comparison in contradicting if comparison.order_changes
        ),
    }
    return show(request, template, form, **context)
