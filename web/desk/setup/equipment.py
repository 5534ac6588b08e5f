"""The page of the equipment and the site: who confirmed what, and when (3.5.5)."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.events.models.equipment import EquipmentCheck
from tournament.events.selectors.equipment import equipment_of
from tournament.events.services.equipment import confirm_equipment, undo_equipment
from web.shared.access import event_desk, signed_in
from web.shared.forms.writing import key_of, show, write
from web.shared.requests.methods import post_only


class EquipmentForm(forms.Form):
    item = forms.ChoiceField(label=gettext_lazy("Item"), choices=EquipmentCheck.Item.choices)
    by = forms.CharField(
        label=gettext_lazy("Confirmed by"), max_length=150, help_text=gettext_lazy("The person who looked at it.")
    )
    remark = forms.CharField(
        label=gettext_lazy("Remark"),
        max_length=300,
        required=False,
        help_text=gettext_lazy("Such as the number of a certificate of recognition."),
    )


@signed_in
def equipment(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the checklist; a POST confirms one item."""
    desk = event_desk(request, slug)
    may_confirm = desk.may(confirm_equipment, desk.event.ledger)
    desk.require(desk.may_set_up or may_confirm)
    lines = equipment_of(desk.event)
    unconfirmed = [item for item, _label, check in lines if check is None]
    initial = {"by": desk.actor.name, "item": next(iter(unconfirmed), "")}
    form = EquipmentForm(request.POST if request.method == "POST" else None, initial=initial)
    values = form.cleaned_data if form.is_valid() else {}
    if write(request, form, confirm_equipment, desk.actor, desk.event, **values).done:
        messages.success(request, _("Confirmed."))
        return redirect("desk:equipment", slug)
    context = {"desk": desk, "lines": lines, "missing": len(unconfirmed), "may_confirm": may_confirm}
    return show(request, "desk/setup/equipment.html", form, **context)


@signed_in
@post_only
def undo(request: HttpRequest, slug: str, item: str) -> HttpResponse:
    desk = event_desk(request, slug)
    desk.require(desk.may(undo_equipment, desk.event.ledger))
    undo_equipment(desk.actor, desk.event, key=key_of(request), item=item)
    messages.success(request, _("The confirmation is removed."))
    return redirect("desk:equipment", slug)
