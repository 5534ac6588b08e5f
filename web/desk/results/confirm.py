"""The page that confirms all signed sheets of a session that add up."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.appeals.selectors.appeals import undecided_of
from scoring.releases.selectors.releases import against_release
from scoring.sheets.selectors.checking.confirming import ToConfirm, to_confirm
from scoring.sheets.selectors.checking.findings import cause_text, contradictions
from scoring.sheets.services.checking.confirming import confirm_session
from tournament.events.models.stages import Session
from web.shared.access import EventAccess, event_desk, signed_in
from web.shared.forms.writing import show, write
from web.shared.seats_now import seat_namer

#: Field of `ToConfirm` -> tone and label of its tables.
STATES = {
    "contradicting": ("stop", gettext_lazy("does not add up")),
    "disputed": ("warn", gettext_lazy("a hand is disputed")),
    "unsigned": ("live", gettext_lazy("not signed yet")),
    "ready": ("wait", gettext_lazy("signed")),
    "confirmed": ("ok", gettext_lazy("confirmed")),
}


@signed_in
def confirm(request: HttpRequest, slug: str, session: int) -> HttpResponse:
    """Show the states of the session's sheets, and confirm all that can be confirmed; then show the release."""
    desk = event_desk(request, slug)
    chosen = desk.session(session)
    form = forms.Form(request.POST if request.method == "POST" else None)
    written = write(request, form, confirm_session, desk.actor, chosen)
    if written.done:
        count = len(written.answer["confirmed"])
        words = ngettext("%(count)d sheet is confirmed.", "%(count)d sheets are confirmed.", count) % {"count": count}
        messages.success(request, words if count else _("There was nothing to confirm."))
        return redirect("desk:release" if _to_release(desk, chosen) else "desk:confirm-session", slug, session)
    tables = to_confirm(chosen)
    context: dict[str, Any] = {"session": chosen, "tables": tables, "cells": _cells(tables)}
    context["counts"] = [(tone, label, len(getattr(tables, name))) for name, (tone, label) in STATES.items()]
    context["wrong"] = _wrong(desk, chosen, tables)
    context["may_confirm"] = desk.may(confirm_session, desk.event.ledger)
    context["appeals"] = undecided_of(chosen)
    context["all_confirmed"] = all(state == "confirmed" or not getattr(tables, state) for state in STATES)
    context["to_release"] = _to_release(desk, chosen)
    return show(request, "desk/results/confirm.html", form, desk=desk, **context)


def _to_release(desk: EventAccess, session: Session) -> bool:
    """Whether the session's release is the next step, for this person."""
    return desk.may_release and session.released_at is None and not against_release(session)


def _cells(tables: ToConfirm) -> list[tuple[int, str, Any]]:
    """Return number, tone and label of each table, in the order of the tables."""
    cells = [(number, *STATES[name]) for name in STATES for number in getattr(tables, name)]
    return sorted(cells, key=lambda cell: cell[0])


def _wrong(desk: EventAccess, session: Session, tables: ToConfirm) -> list[tuple[int, str]]:
    """Return each signed table that does not add up, with what is wrong."""
    numbers = tables.contradicting
    if not numbers:
        return []
    rows = contradictions(desk.event, session.number).filter(sheet__table__number__in=numbers)
    wrong_tables = [(row, row.sheet.table) for row in rows.prefetch_related("sheet__table__sittings__entry")]
    return [(table.number, cause_text(row, seat_namer(table.sittings.all()))) for row, table in wrong_tables]
