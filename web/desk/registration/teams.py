"""Pages of the teams and groups of an event."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django_tables2 import Column

from common.actions.engine import Service
from common.templatetags.pinju import DASH, state_badge
from tournament.events.models.entries import Group, Team
from tournament.registration.selectors.entries import groups_with_counts, teams_with_counts
from tournament.registration.services.units import (
    add_group,
    add_team,
    change_group,
    change_team,
    merge_team,
    remove_group,
    remove_team,
)
from web.desk.registration.forms import GroupForm, MergeTeamForm, TeamForm
from web.shared.access import EventAccess, event_desk, signed_in
from web.shared.forms.writing import show, write
from web.shared.tables import FIGURE, NAMING, BaseTable, paginate

PER_PAGE = 50
#: Usual number of players of a team (1.2).
FULL = 4


class TeamTable(BaseTable):
    caption = gettext_lazy("Teams")

    number = Column(gettext_lazy("No."), attrs=FIGURE)
    name = Column(gettext_lazy("Team"), attrs=NAMING)
    group = Column(gettext_lazy("Group"), default=DASH, order_by=("group__number", "number"))
    leader = Column(gettext_lazy("Leader"), default="–")
    players = Column(gettext_lazy("Players"))
    reserves = Column(gettext_lazy("Reserve"))

    class Meta:
        order_by = "number"

    def render_name(self, record: Team) -> SafeString:
        address = reverse("desk:team", args=[record.event.slug, record.number])
        return format_html('<a href="{}">{}</a>', address, record.name)

    def render_leader(self, value: str) -> str:
        return value or DASH

    def render_players(self, value: int) -> SafeString:
        words = ngettext("%(count)d player", "%(count)d players", value) % {"count": value}
        return state_badge("ok" if value == FULL else "warn", words)

    def render_reserves(self, value: int) -> str:
        return _("yes") if value else DASH


class GroupTable(BaseTable):
    caption = gettext_lazy("Groups")
    prefix = "group-"

    number = Column(gettext_lazy("No."), attrs=FIGURE)
    name = Column(gettext_lazy("Group"), attrs=NAMING)
    team_count = Column(gettext_lazy("Teams"), attrs=FIGURE)
    entry_count = Column(gettext_lazy("Players without a team"), attrs=FIGURE)

    class Meta:
        order_by = "number"

    def render_name(self, record: Group) -> SafeString:
        address = reverse("desk:group", args=[record.event.slug, record.number])
        return format_html('<a href="{}">{}</a>', address, record.name)


@signed_in
def units(request: HttpRequest, slug: str) -> HttpResponse:
    """List teams and groups, and add one."""
    desk = event_desk(request, slug)
    if request.method == "POST":
        desk.require(desk.may_register)
    adding = request.POST.get("adding") if request.method == "POST" else None
    team_form = TeamForm(desk.event, request.POST if adding == "team" else None, auto_id="id_team_%s")
    group_form = GroupForm(request.POST if adding == "group" else None, auto_id="id_group_%s")
    form: Any = team_form if adding == "team" else group_form
    service: Service = add_team if adding == "team" else add_group
    payload = form.cleaned_data if form.is_valid() else {}
    if write(request, form, service, desk.actor, desk.event, **payload).done:
        messages.success(request, _("%(name)s is created.") % {"name": payload["name"]})
        return redirect("desk:units", slug)
    teams = TeamTable(teams_with_counts(desk.event).select_related("group", "event"))
    groups = GroupTable(groups_with_counts(desk.event).select_related("event"), prefix="group-")
    for table in (teams, groups):
        paginate(request, table, per_page=PER_PAGE)
    context = {"teams": teams, "groups": groups, "team_form": team_form, "group_form": group_form}
    return show(request, "desk/registration/teams.html", form, desk=desk, **context)


@signed_in
def team(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show a team with its players; change it, or remove it if it is empty."""
    desk = event_desk(request, slug)
    chosen = _by_number(desk.event.teams, number)
    if request.method == "POST":
        desk.require(desk.may_register)
    if request.POST.get("remove"):
        return _remove(request, desk, remove_team, "team", chosen)
    form = TeamForm(desk.event, request.POST if request.method == "POST" else None, team=chosen)
    payload = form.cleaned_data if form.is_valid() else {}
    if write(request, form, change_team, desk.actor, desk.event, team=chosen, **payload).done:
        messages.success(request, _("%(name)s is changed.") % {"name": payload["name"]})
        return redirect("desk:units", slug)
    return _team_page(request, desk, chosen, form, MergeTeamForm(desk.event, chosen.pk))


@signed_in
def merge(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Merge a team into another."""
    desk = event_desk(request, slug)
    desk.require(desk.may_register)
    chosen = _by_number(desk.event.teams, number)
    form = MergeTeamForm(desk.event, chosen.pk, request.POST if request.method == "POST" else None)
    payload = form.cleaned_data if form.is_valid() else {}
    if write(request, form, merge_team, desk.actor, desk.event, team=chosen, **payload).done:
        payload = {"team": chosen.name, "into": payload["into"].name}
        messages.success(request, _("The players of %(team)s are in %(into)s now.") % payload)
        return redirect("desk:units", slug)
    if form.errors:
        return _team_page(request, desk, chosen, TeamForm(desk.event, team=chosen), form)
    return redirect("desk:team", slug, number)


@signed_in
def group(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show a group; rename it, or remove it if it is empty."""
    desk = event_desk(request, slug)
    chosen = _by_number(desk.event.groups, number)
    if request.method == "POST":
        desk.require(desk.may_register)
    if request.POST.get("remove"):
        return _remove(request, desk, remove_group, "group", chosen)
    form = GroupForm(request.POST if request.method == "POST" else None, initial={"name": chosen.name})
    payload = form.cleaned_data if form.is_valid() else {}
    if write(request, form, change_group, desk.actor, desk.event, group=chosen, **payload).done:
        messages.success(request, _("%(name)s is changed.") % {"name": payload["name"]})
        return redirect("desk:units", slug)
    empty = not chosen.teams.exists() and not chosen.entries.exists()
    return show(request, "desk/registration/teams_group.html", form, desk=desk, group=chosen, empty=empty)


def _by_number(rows: Any, number: int) -> Any:
    row = rows.filter(number=number).first()
    if row is None:
        raise Http404
    return row


def _team_page(
    request: HttpRequest, desk: EventAccess, chosen: Team, form: TeamForm, merge_form: MergeTeamForm
) -> HttpResponse:
    context = {"team": chosen, "members": chosen.entries.order_by("number"), "merge_form": merge_form}
    answer = show(request, "desk/registration/teams_detail.html", form, desk=desk, **context)
    if merge_form.errors:
        answer.status_code = 400
    return answer


def _remove(request: HttpRequest, desk: EventAccess, service: Service, name: str, chosen: Any) -> HttpResponse:
    form = forms.Form(request.POST)
    if write(request, form, service, desk.actor, desk.event, **{name: chosen}).done:
        messages.success(request, _("%(name)s is removed.") % {"name": chosen.name})
    for errors in form.errors.values():
        messages.error(request, str(errors[0]))
    return redirect("desk:units", desk.event.slug)
