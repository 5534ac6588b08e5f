"""The page that gives a result of a list to another person."""

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.forms import WholeNumberField
from ranking.record.models.records import OfficialResult
from ranking.record.services.taken_lists import assign_result
from tournament.people.models.persons import Person
from web.committee.result_lists.access import confirming_desk
from web.shared.access import signed_in
from web.shared.forms.writing import show, write


class AssignForm(forms.Form):
    """The person of a result: the number of a person's record, or empty for a new person."""

    person = WholeNumberField(
        label=gettext_lazy("Person"),
        required=False,
        min_value=1,
        help_text=gettext_lazy("The number in the address of the person's record. Empty: a new person."),
    )

    def clean_person(self) -> Person | None:
        number = self.cleaned_data["person"]
        person = Person.objects.select_related("merged_into").filter(pk=number).first() if number else None
        if number and person is None:
            raise forms.ValidationError(_("This person does not exist."))
        return person


@signed_in
def assign(request: HttpRequest, slug: str, event: str, row: int) -> HttpResponse:
    """Give a result of a list to another person."""
    desk = confirming_desk(request, slug)
    lines = OfficialResult.objects.select_related("recorded", "person")
    result = lines.filter(recorded__slug=event, recorded__body=desk.body, row=row).first()
    if result is None or result.recorded.event_id:
        raise Http404
    form = AssignForm(request.POST if request.method == "POST" else None, initial={"person": result.person_id})
    values = form.cleaned_data if form.is_valid() else {}
    written = write(request, form, assign_result, desk.actor, desk.body, result=result, **values)
    if written.done:
        figures = {"before": written.answer["before"], "person": written.answer["person"]}
        messages.success(request, _("The result was person %(before)s's and is now person %(person)s's.") % figures)
        return redirect("committee:event", slug, event)
    return show(request, "committee/result_lists/assign.html", form, desk=desk, result=result)
