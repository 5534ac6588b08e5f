"""The page that settles a contradiction in one of three ways, and the list of settlements."""

from typing import Any, ClassVar

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

from common.forms import WholeNumberField
from common.numbers import number_in
from common.templatetags.pinju import DASH, state_badge
from scoring.sheets.models.facts import Settlement
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.checking.findings import settlements
from scoring.sheets.services.checking.settling import settle as settle_sheet
from tournament.events.models.events import Event
from web.desk.sheets.access import SheetAccess, sheet_access
from web.shared.access import event_desk, signed_in
from web.shared.contradictions import contradiction_of
from web.shared.forms.fields import set_choices
from web.shared.forms.writing import show, write
from web.shared.requests.methods import get_only
from web.shared.tables import NAMING, BaseTable, paginate

PER_PAGE = 25
WORDS = {"td": {"class": "words"}}
#: Way of settling -> its effect.
WAYS = {
    Settlement.Way.TAKE_HANDS: gettext_lazy(
        "The hands count: the signed totals are no longer used, and the result follows from the hands."
    ),
    Settlement.Way.KEEP_TOTALS: gettext_lazy("The signed totals count: the hands are kept as they are."),
    Settlement.Way.SIGN_AGAIN: gettext_lazy(
        "The sheet is signed again: it is open, and does not count until all have signed again."
    ),
}


class SettleForm(forms.Form):
    """The way, the reason, and the version and effect that the page showed."""

    way = forms.ChoiceField(label=gettext_lazy("How to resolve it"), widget=forms.RadioSelect)
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=200,
        help_text=gettext_lazy("It stays on the sheet, with your name."),
        widget=forms.TextInput(),
    )
    seen = WholeNumberField(min_value=0, widget=forms.HiddenInput)
    order_changes = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def __init__(self, access: SheetAccess, data: Any) -> None:
        comparison = access.facts.comparison
        initial = {"seen": access.sheet.version, "order_changes": bool(comparison and comparison.order_changes)}
        super().__init__(data, initial=initial)
        ways = [way for way in WAYS if way != Settlement.Way.TAKE_HANDS or access.facts.hands_sum]
        set_choices(self, "way", [(way.value, WAYS[way]) for way in ways])


@signed_in
def settle(request: HttpRequest, slug: str, session: int, number: int) -> HttpResponse:
    """Settle the contradiction, after showing whether the order changes and the likely cause."""
    access = sheet_access(request, slug, session, number)
    access.desk.require(access.desk.may(settle_sheet, access.desk.event.ledger))
    form = SettleForm(access, request.POST if request.method == "POST" else None)
    payload = {name: form.cleaned_data[name] for name in ("seen", "way", "order_changes")} if form.is_valid() else {}
    if write(request, form, settle_sheet, access.desk.actor, access.sheet, **payload).done:
        messages.success(request, _("Resolved: %(way)s.") % {"way": Settlement.Way(payload["way"]).label})
        appeal = access.sheet.appeals.filter(number=number_in(request.GET.get("appeal", "")) or 0).first()
        if appeal:  # back to the guided way of an upheld appeal
            return redirect("floor:appeal", slug, appeal.number)
        return redirect("desk:sheet", slug, session, number)
    # Of a sheet under correction the public sees the last released result until the chief referee confirms it.
    confirmed = access.sheet.state == Sheet.State.CONFIRMED
    released = confirmed and access.sheet.table.session.released_at is not None
    context = {"desk": access.desk, "access": access, "contradiction": contradiction_of(access.facts)}
    context |= {"released": released, "unsigned": access.sheet.state not in Sheet.COUNTED}
    return show(request, "desk/results/settle.html", form, **context)


class SettledTable(BaseTable):
    """The settlements, with a mark on those whose sheet changed since."""

    caption = gettext_lazy("Resolved discrepancies")

    table = Column(verbose_name=gettext_lazy("Table"), accessor="sheet__table", attrs=NAMING)
    way = Column(verbose_name=gettext_lazy("Resolved"))
    reason = Column(verbose_name=gettext_lazy("Reason"), attrs=WORDS)
    name = Column(verbose_name=gettext_lazy("By"))
    settled_at = Column(verbose_name=gettext_lazy("When"), empty_values=())
    valid_until_version = Column(verbose_name=gettext_lazy("Now"), empty_values=())

    class Meta:
        orderable = False
        sequence: ClassVar = ("table", "way", "reason", "name", "settled_at", "valid_until_version")

    def __init__(self, event: Event, rows: object) -> None:
        super().__init__(rows)
        self.event = event

    def render_table(self, record: Settlement) -> SafeString:
        table = record.sheet.table
        address = reverse("desk:sheet", args=[self.event.slug, table.session.number, table.number])
        words = _("Session %(session)d, table %(table)d")
        label = words % {"session": table.session.number, "table": table.number}
        return format_html('<a class="nowrap" href="{}">{}</a>', address, label)

    def render_settled_at(self, record: Settlement) -> str:
        moment = record.settled_at  # type: ignore[attr-defined]
        return date_format(localtime(moment), "SHORT_DATETIME_FORMAT") if moment else DASH

    def render_valid_until_version(self, record: Settlement) -> SafeString:
        if record.valid_until_version is not None:
            return state_badge("idle", _("changed since"))
        return state_badge("ok", _("still valid"))


@get_only
@signed_in
def settled(request: HttpRequest, slug: str) -> HttpResponse:
    """List the settlements, the newest first."""
    desk = event_desk(request, slug)
    table = SettledTable(desk.event, settlements(desk.event))
    paginate(request, table, per_page=PER_PAGE)
    return render(request, "desk/results/settle_done.html", {"desk": desk, "table": table})
