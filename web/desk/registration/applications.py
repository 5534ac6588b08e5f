"""Players who registered themselves, for the organizer: the list, each one's answers, and what is decided."""

from collections.abc import Callable
from typing import Any

import segno
from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django_tables2 import Column

from common.actions.engine import Service
from common.actions.errors import Refused
from common.i18n.wording import listed
from common.numbers import number_in
from common.states import for_each
from common.templatetags.pinju import DASH, country_code, state_badge
from tournament.access.rules import new_token
from tournament.people.models.persons import Person
from tournament.registration.models.applications import Application, ApplicationMail
from tournament.registration.rules.applying import Window
from tournament.registration.selectors.applications import (
    Doubts,
    applications_of,
    counts_of_states,
    doubts_of,
    next_in_line,
    opening_of,
    places_of,
    position_of,
    sends_mail,
)
from tournament.registration.services.application_decisions import (
    approve_application,
    ask_back,
    decline_application,
    make_key,
    put_on_waiting_list,
)
from tournament.registration.services.application_mails import mail_again
from web.shared.access import EventDesk, event_desk, signed_in
from web.shared.applications import TONES, answer_rows
from web.shared.forms.fields import set_choices
from web.shared.forms.writing import key_of, show, write
from web.shared.registration_labels import EVIDENCE
from web.shared.requests.methods import post_only
from web.shared.tables import FIGURE, NAMING, BaseTable, paginate

State = Application.State
PER_PAGE = 100
#: The tone and the label of the time in which players register themselves.
WINDOWS = for_each(
    Window,
    {
        Window.NONE: ("idle", gettext_lazy("not planned")),
        Window.COMING: ("wait", gettext_lazy("not open yet")),
        Window.OPEN: ("live", gettext_lazy("open")),
        Window.OVER: ("idle", gettext_lazy("closed")),
    },
)


class ApplicationTable(BaseTable):
    """The applications, with a box for those that can be approved together."""

    caption = gettext_lazy("Registrations by the players")
    doubts: dict[int, Doubts]

    chosen = Column(gettext_lazy("Approve"), empty_values=(), orderable=False)
    number = Column(gettext_lazy("No."), attrs=FIGURE)
    name = Column(gettext_lazy("Name"), attrs=NAMING)
    country = Column(gettext_lazy("Country"), default=DASH)
    team = Column(gettext_lazy("Team"), default=DASH)
    submitted_at = Column(gettext_lazy("Registered on"))
    state = Column(gettext_lazy("State"))

    class Meta:
        order_by = "number"

    def render_chosen(self, record: Application) -> SafeString | str:
        if record.state not in Application.OPEN:
            return ""
        label = _("Approve %(name)s") % {"name": record.name}
        box = '<input type="checkbox" form="together" name="chosen" value="{}" aria-label="{}">'
        return format_html(box, record.number, label)

    def render_name(self, record: Application) -> SafeString:
        address = reverse("desk:application", args=[record.event.slug, record.number])
        latin = format_html('<br><span class="note">{}</span>', record.latin_name) if record.latin_name else ""
        return format_html('<span><a href="{}">{}</a>{}</span>', address, record.name, latin)

    def render_country(self, record: Application) -> SafeString | str:
        return country_code(record.country)

    def render_submitted_at(self, record: Application) -> str:
        return date_format(localtime(record.submitted_at), "SHORT_DATETIME_FORMAT")

    def render_state(self, record: Any) -> SafeString:
        badge = state_badge(TONES[State(record.state)], record.get_state_display())
        looks = record.state in Application.OPEN and self.doubts[record.pk]
        look = state_badge("warn", _("look first")) if looks else ""
        unsent = state_badge("stop", _("mail not sent")) if record.unsent else ""
        return format_html("<span>{} {} {}</span>", badge, look, unsent)


class PersonForm(forms.Form):
    """Who the registrant is, and in which team."""

    person = forms.TypedChoiceField(
        label=gettext_lazy("This is"), widget=forms.RadioSelect, coerce=int, empty_value=None, required=False
    )
    team = forms.CharField(
        label=gettext_lazy("Team"),
        max_length=200,
        required=False,
        help_text=gettext_lazy("A team of this name is made where there is none; empty: without a team."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "list": "teams"}),
    )
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=500, required=False)

    def __init__(self, data: Any, application: Application, doubts: Doubts) -> None:
        super().__init__(data, initial={"team": application.team, "person": ""})
        offered = [(one.person.pk, _candidate(one)) for one in doubts.candidates]
        set_choices(self, "person", [("", _("somebody new")), *offered])
        if not offered:
            del self.fields["person"]
        if application.state != State.DECLINED:
            del self.fields["reason"]

    def facts(self) -> dict[str, Any]:
        """The person, if a known one was chosen, and the team."""
        if not self.is_bound or not self.is_valid():
            return {}
        chosen = self.cleaned_data.get("person")
        person = {"person": Person.objects.get(pk=chosen)} if chosen else {}
        return {"team": self.cleaned_data["team"], **person}


class QuestionForm(forms.Form):
    """What the organizer wants to know."""

    question = forms.CharField(
        label=gettext_lazy("Question"), max_length=1_000, widget=forms.Textarea(attrs={"rows": 3})
    )


class ReasonForm(forms.Form):
    """Why a registration is declined; the player reads it."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=1_000,
        help_text=gettext_lazy("The player reads it."),
        widget=forms.Textarea(attrs={"rows": 3}),
    )


def _candidate(one: Any) -> str:
    """A known person as an organizer tells people apart."""
    why = listed(str(EVIDENCE[word]) for word in one.evidence)
    known = [one.person.name, one.person.country, one.person.federation_number or "", *one.events[:3]]
    return _("%(person)s (%(why)s)") % {"person": " · ".join(filter(None, known)), "why": why}


@signed_in
def applications(request: HttpRequest, slug: str) -> HttpResponse:
    """List them, those in one state first asked for; approve several together."""
    desk = _organizers_desk(request, slug)
    if request.method == "POST":
        _approve_together(request, desk)
        return redirect(request.get_full_path())
    state = request.GET.get("state", "")
    state = state if state in State.values else ""
    table = ApplicationTable(applications_of(desk.event, state).select_related("event"))
    paginate(request, table, per_page=PER_PAGE)
    table.doubts = doubts_of(desk.event, [row.record for row in table.page])
    counts = counts_of_states(desk.event)
    address = request.build_absolute_uri(reverse("pocket:register", args=[slug]))
    opening = opening_of(desk.event)
    context = {
        "table": table,
        "state": state,
        "states": [(value, label, counts[value]) for value, label in State.choices if value in counts],
        "undecided": sum(counts.get(one, 0) for one in Application.OPEN),
        "places": places_of(desk.event),
        "opening": opening,
        "window": WINDOWS[opening.state],
        "next": next_in_line(desk.event),
        "address": address,
        "code": segno.make(address, error="m").svg_data_uri(border=4, light="white", scale=4),
        "mails": sends_mail(),
    }
    return show(request, "desk/registration/applications.html", forms.Form(), desk=desk, **context)


def _approve_together(request: HttpRequest, desk: EventDesk) -> None:
    """Approve the chosen ones that nobody has to look at, one by one; say what became of the others."""
    typed = [number_in(text) for text in request.POST.getlist("chosen")]
    numbers = {number for number in typed if number is not None}
    chosen = list(desk.event.applications.filter(number__in=numbers, state__in=Application.OPEN))
    doubts = doubts_of(desk.event, chosen)
    done, left = 0, []
    for application in chosen:
        application.event = desk.event
        if doubts[application.pk]:
            left.append(_("%(name)s: please look at it first.") % {"name": application.name})
            continue
        try:
            approve_application(desk.actor, application, key=key_of(request, str(application.number)))
            done += 1
        except Refused as refused:
            left.append(f"{application.name}: {refused.message}")
    if done:
        messages.success(request, ngettext("%(count)d is approved.", "%(count)d are approved.", done) % {"count": done})
    for sentence in left[:20]:
        messages.warning(request, sentence)
    if not chosen:
        messages.info(request, _("Nobody was chosen."))


@signed_in
def application(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One application: its answers, what to look at, its mails, and what can be decided."""
    desk = _organizers_desk(request, slug)
    return _page(request, desk, _application(desk, number))


@signed_in
@post_only
def approve(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Approve it, as the person and in the team that the form says."""
    desk = _organizers_desk(request, slug)
    chosen = _application(desk, number)
    form = PersonForm(request.POST, chosen, doubts_of(desk.event, [chosen])[chosen.pk])
    answer = write(request, form, approve_application, desk.actor, chosen, **form.facts())
    if answer is None:
        return _page(request, desk, chosen, approve=form)
    facts = {"name": chosen.name, "number": answer["number"]}
    messages.success(request, _("%(name)s is registered with the number %(number)d.") % facts)
    return redirect("desk:applications", slug)


@signed_in
@post_only
def wait(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Put it on the waiting list."""
    return _decided(request, slug, number, forms.Form, "", put_on_waiting_list, _("%(name)s is on the waiting list."))


@signed_in
@post_only
def ask(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Ask the player something."""
    return _decided(request, slug, number, QuestionForm, "ask", ask_back, _("%(name)s is asked."))


@signed_in
@post_only
def decline(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Say no, with the reason that the player reads."""
    return _decided(request, slug, number, ReasonForm, "decline", decline_application, _("%(name)s is declined."))


@signed_in
@post_only
def send_again(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Send the mail of one kind once more."""
    desk = _organizers_desk(request, slug)
    kind = request.POST.get("kind", "")
    if kind not in ApplicationMail.Kind.values:
        raise Http404
    form = forms.Form(request.POST)
    if write(request, form, mail_again, desk.actor, _application(desk, number), kind=kind):
        messages.success(request, _("The mail is on its way."))
    return redirect("desk:application", slug, number)


@signed_in
@post_only
def new_address(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Make a new address for a player who lost the own one, and show it once."""
    desk = _organizers_desk(request, slug)
    chosen = _application(desk, number)
    token, form = request.POST.get("token", ""), forms.Form(request.POST)
    if len(token) < 20 or not write(request, form, make_key, desk.actor, chosen, token=token):
        return redirect("desk:application", slug, number)
    address = request.build_absolute_uri(reverse("pocket:application", args=[slug, token]))
    code = segno.make(address, error="m").svg_data_uri(border=4, light="white", scale=4)
    return show(
        request, "desk/registration/applications_address.html", form, desk=desk, one=chosen, address=address, code=code
    )


def _decided(
    request: HttpRequest,
    slug: str,
    number: int,
    form_class: Callable[..., forms.Form],
    name: str,
    service: Service,
    sentence: str,
) -> HttpResponse:
    """Call the service with what its form holds; what is wrong stands on the application's page."""
    desk = _organizers_desk(request, slug)
    chosen = _application(desk, number)
    form = form_class(request.POST)
    facts = {key: value for key, value in form.cleaned_data.items() if key != "reason"} if form.is_valid() else {}
    if write(request, form, service, desk.actor, chosen, **facts):
        messages.success(request, sentence % {"name": chosen.name})
        return redirect("desk:applications", slug)
    for error in [] if name else form.non_field_errors():
        messages.error(request, str(error))
    return _page(request, desk, chosen, **({name: form} if name else {}))


def _page(request: HttpRequest, desk: EventDesk, chosen: Application, **sent: forms.Form) -> HttpResponse:
    doubts = doubts_of(desk.event, [chosen])[chosen.pk]
    context = {
        "one": chosen,
        "tone": TONES[State(chosen.state)],
        "rows": answer_rows(chosen),
        "doubts": doubts,
        "open": chosen.state in Application.OPEN,
        "position": position_of(chosen) if chosen.state == State.WAITING else None,
        "places": places_of(desk.event),
        "mails": list(chosen.mails.all()),
        "sends": sends_mail(),
        "teams": desk.event.teams.values_list("name", flat=True),
        "approve_form": sent.get("approve") or PersonForm(None, chosen, doubts),
        "ask_form": sent.get("ask") or QuestionForm(auto_id="ask_%s"),
        "decline_form": sent.get("decline") or ReasonForm(auto_id="decline_%s"),
        "token": new_token(),
    }
    answer = show(request, "desk/registration/applications_detail.html", forms.Form(), desk=desk, **context)
    if any(form.errors for form in sent.values()):
        answer.status_code = 400
    return answer


def _organizers_desk(request: HttpRequest, slug: str) -> EventDesk:
    desk = event_desk(request, slug)
    desk.require(desk.may_register)
    return desk


def _application(desk: EventDesk, number: int) -> Application:
    found = desk.event.applications.select_related("entry").filter(number=number)[:1]
    if not found:
        raise Http404
    found[0].event = desk.event
    return found[0]
