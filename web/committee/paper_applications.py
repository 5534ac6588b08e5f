"""Applications for pins on paper (A9 7.1, 7.2): entering one, an answer to a question, a withdrawal; their scans."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from ranking.pins.models.applications import PinApplication
from ranking.pins.rules.applications import POSSIBLE, Act
from ranking.pins.selectors.applications import application_at
from ranking.pins.selectors.calculations import Offer, offers, offers_with_missing_result
from ranking.pins.selectors.private_files import scan_of
from ranking.pins.services.paper_applications import (
    PaperApplication,
    enter_answer,
    enter_application,
    enter_withdrawal,
)
from tournament.people.models.persons import Person
from web.committee.access import BodyDesk, body_desk
from web.committee.persons.persons import person_of_body
from web.shared.access import signed_in
from web.shared.forms.fields import ConfirmForm, DayField, LinesField
from web.shared.forms.writing import show, write
from web.shared.record.form_a10 import FormA10Fields, digests_of, promises_of
from web.shared.record.papers import paper_answer
from web.shared.record.private_files import FilesField, cleaned_files, posted_with_files


class PaperForm(FormA10Fields):
    """Form A10 as it lies on the table, with its scans."""

    pin = forms.ChoiceField(label=gettext_lazy("Pin"))
    received_on = DayField(label=gettext_lazy("Received on"))
    language = forms.ChoiceField(label=gettext_lazy("Language of mails and letters"), choices=settings.LANGUAGES)
    promised = forms.BooleanField(label=gettext_lazy("The player signed the promise on the form"))
    files = FilesField(  # type: ignore[assignment]  # Django takes declared fields off the class: Form.files remains
        label=gettext_lazy("Scans"),
        help_text=gettext_lazy(
            "The form and the result certificates. JPEG, PNG or PDF, at most five files, each up to 10 MB. Only the "
            "body sees them; they are deleted a year after the last step."
        ),
    )
    field_order = ("received_on", "pin", "document", "sex", "contact", "language", "public", "promised", "files")

    def __init__(self, choices: list[Offer], *args: Any) -> None:
        super().__init__(choices, get_language() or "en", *args)
        self.choices = choices
        self.initial.update(received_on=timezone.localdate(), language=get_language())
        self.fields["contact"].help_text = _(
            "With a mail address, the player gets a mail about each step. Without one, print a letter on the page "
            "of the application."
        )

    def paper(self) -> dict[str, Any]:
        """Return the argument of the service; empty if something is wrong."""
        files = cleaned_files(self)
        if files is None:
            return {}
        language = self.cleaned_data["language"]
        pin = self.pin_request(language, digests_of(promises_of(self.choices, language)))
        return {"paper": PaperApplication(pin, self.cleaned_data["received_on"], files)}


class AnswerForm(forms.Form):
    text = LinesField(
        label=gettext_lazy("The player's answer"), max_length=2_000, widget=forms.Textarea(attrs={"rows": 4})
    )
    files = FilesField(  # type: ignore[assignment]
        label=gettext_lazy("Scans"),
        required=False,
        help_text=gettext_lazy("JPEG, PNG or PDF, at most five files, each up to 10 MB."),
    )


@signed_in
def enter(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Enter an application on paper for a person of the record."""
    desk = body_desk(request, slug)
    desk.require(desk.may_confirm)
    person = person_of_body(desk.body, pk)
    choices = _choices(desk, person)
    form = PaperForm(choices, *posted_with_files(request))
    values = form.paper() if form.is_bound else {}
    written = write(request, form, enter_application, desk.actor, desk.body, person=person, **values)
    if written.done:
        messages.success(request, _("The application is entered. It is decided like any other."))
        return redirect("committee:pin", slug, written.answer["application"])
    context = {"desk": desk, "person": person, "choices": choices, "promises": form.promises}
    return show(request, "committee/paper_enter.html", form, **context)


def _choices(desk: BodyDesk, person: Person) -> list[Offer]:
    """Return the pins that this body decides on: those the record reaches, then all others."""
    reached = offers(person)
    all_offers = [*reached, *offers_with_missing_result(person, reached)]
    return [offer for offer in all_offers if offer.body.pk == desk.body.pk]


@signed_in
def answer(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    desk, application = _paper_application(request, slug, pk, "answer")
    form = AnswerForm(*posted_with_files(request))
    files = cleaned_files(form) if form.is_bound else None
    values = {"text": form.cleaned_data["text"], "files": files} if files is not None else {}
    if write(request, form, enter_answer, desk.actor, application, **values).done:
        messages.success(request, _("The answer is entered."))
        return redirect("committee:pin", slug, pk)
    return show(request, "committee/paper_answer.html", form, desk=desk, application=application)


@signed_in
def withdraw(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    desk, application = _paper_application(request, slug, pk, "withdraw")
    form = ConfirmForm(request)
    if write(request, form, enter_withdrawal, desk.actor, application).done:
        messages.success(request, _("The application is withdrawn."))
        return redirect("committee:pin", slug, pk)
    return show(request, "committee/paper_withdraw.html", form, desk=desk, application=application)


@signed_in
def scan(request: HttpRequest, slug: str, pk: int, file: int) -> HttpResponse:
    application = application_at(body_desk(request, slug).body, pk)
    return paper_answer(scan_of(application, file) if application else None)


def _paper_application(request: HttpRequest, slug: str, pk: int, act: Act) -> tuple[BodyDesk, PinApplication]:
    """Return an application on paper in a state that allows ``act``; 404 for any other."""
    desk = body_desk(request, slug)
    desk.require(desk.may_confirm)
    application = application_at(desk.body, pk)
    if application is None or not application.on_paper or application.status not in POSSIBLE[act]:
        raise Http404
    return desk, application
