"""Pages to create a body, and to change its data, its interpretation of A9 and its members."""

import re
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.i18n.text_fields import text_form_fields
from ranking.bodies.models import NOTE_LENGTH, PROMISE_LENGTH, Body, BodyMember, PinSettings
from ranking.bodies.selectors.bodies import members_of
from ranking.bodies.selectors.body_values import body_values
from ranking.bodies.services import change_body, create_body, set_member
from tournament.papers.rules.addresses import AddressError, clean_address
from tournament.people.models.accounts import Account
from tournament.registration.rules.countries import country_code
from tournament.registration.selectors.countries import country_names
from web.committee.access import body_desk, may_make_bodies
from web.shared.access import desk_of, signed_in
from web.shared.forms.based import BasedForm
from web.shared.forms.fields import IdField, LinesField, address_input
from web.shared.forms.writing import show, write


class CountriesField(forms.CharField):
    """Countries, separated by spaces or commas, as a list of their ISO codes of two letters."""

    def clean(self, value: Any) -> list[str]:
        """Return each code once; refuse words that are neither a code nor a name of a country."""
        code_of = {
            word: country_code(word, country_names()) for word in re.findall(r"[^\s,;，；、]+", super().clean(value))
        }
        wrong = [_("“%(code)s” is not a country code.") % {"code": word} for word, code in code_of.items() if not code]
        if wrong:
            raise forms.ValidationError(wrong)
        return list(dict.fromkeys(filter(None, code_of.values())))

    def prepare_value(self, value: Any) -> Any:
        return " ".join(value) if isinstance(value, list) else value


class AddressField(forms.CharField):
    """An address of a program, as "https://host"."""

    def clean(self, value: Any) -> str:
        """Return the address without a path; refuse what is none."""
        typed = super().clean(value)
        try:
            return clean_address(typed) if typed else ""
        except AddressError as fault:
            raise forms.ValidationError(_("This is not the address of a program. Type only its beginning.")) from fault


class _Columns(forms.Form):
    name = forms.CharField(label=gettext_lazy("Name of the body"), max_length=200)
    countries = CountriesField(
        label=gettext_lazy("Countries"),
        required=False,
        max_length=2_000,
        help_text=gettext_lazy("Codes such as CN or NL, for a member organisation."),
    )
    address = AddressField(
        label=gettext_lazy("Public address"),
        required=False,
        max_length=200,
        help_text=gettext_lazy(
            "Where everybody reaches this program. Certificates show the address as text and in the QR code."
        ),
        widget=address_input(),
    )
    site = forms.CharField(
        label=gettext_lazy("Web site"), required=False, max_length=200, help_text=gettext_lazy("For a web site's body.")
    )


class NewBodyForm(_Columns):
    slug = IdField(
        label=gettext_lazy("Id"), max_length=64, help_text=gettext_lazy("Lowercase letters, digits and hyphens.")
    )
    kind = forms.ChoiceField(label=gettext_lazy("Kind"), choices=Body.Kind.choices)
    field_order = ("name", "slug", "kind", "countries", "address", "site")


class BodyForm(BasedForm, _Columns):
    def __init__(self, values: dict[str, Any], data: Any) -> None:
        super().__init__(data, initial=values)
        for column in PinSettings.setting_fields():
            label = f"{capfirst(column.verbose_name)} ({column.article})"  # type: ignore[attr-defined]
            self.fields[column.name] = forms.ChoiceField(
                label=label, choices=column.choices or (), help_text=column.help_text
            )
        for text_label, name, most, help_text in TEXT_FIELDS:
            self.fields |= text_form_fields(
                text_label,
                f"{name}_",
                field=LinesField,
                max_length=most,
                widget=forms.Textarea(attrs={"rows": 3}),
                help_text=help_text,
            )
        self.carry(values)


#: Label, column, most characters and help of the texts in each language.
TEXT_FIELDS = (
    (
        gettext_lazy("promise in {language}"),
        "promise",
        PROMISE_LENGTH,
        gettext_lazy("The official text of App. 10. Empty: the program's own text."),
    ),
    (
        gettext_lazy("fees in {language}"),
        "fees",
        NOTE_LENGTH,
        gettext_lazy("What each pin costs and how to pay. Applicants read it on the form and in the first mail."),
    ),
    (
        gettext_lazy("end of mails in {language}"),
        "mail_end",
        NOTE_LENGTH,
        gettext_lazy("The last lines of every mail to applicants, such as an address for questions."),
    ),
)


class MemberForm(forms.Form):
    """An account by its username, and its role; an empty role removes the member."""

    username = forms.CharField(
        label=gettext_lazy("Username"),
        max_length=150,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )
    role = forms.ChoiceField(
        label=gettext_lazy("Works as"),
        required=False,
        choices=[*BodyMember.Role.choices, ("", gettext_lazy("no longer has a role"))],
        initial=BodyMember.Role.MEMBER,
        widget=forms.Select(attrs={"aria-required": "true"}),
    )
    title = forms.CharField(
        label=gettext_lazy("Title on certificates"),
        max_length=100,
        required=False,
        help_text=gettext_lazy("Such as “President”. The heads of the body sign certificates with name and title."),
    )

    def clean_username(self) -> Account:
        account = Account.objects.filter(username=self.cleaned_data["username"], is_active=True).first()
        if account is None:
            raise forms.ValidationError(_("There is no account with this username."))
        return account


@signed_in
def new(request: HttpRequest) -> HttpResponse:
    desk = desk_of(request)
    desk.require(may_make_bodies(desk))
    form = NewBodyForm(request.POST if request.method == "POST" else None)
    values = form.cleaned_data if form.is_valid() else {}
    written = write(request, form, create_body, desk.actor, **values)
    if written.done:
        messages.success(request, _("The body is created. Now add the people who work for it."))
        return redirect("committee:members", written.answer["body"])
    return show(request, "committee/bodies_new.html", form, desk=desk)


@signed_in
def change(request: HttpRequest, slug: str) -> HttpResponse:
    desk = body_desk(request, slug)
    desk.require(desk.may_lead)
    form = BodyForm(body_values(desk.body), request.POST if request.method == "POST" else None)
    values = form.cleaned_data if form.is_valid() else {}
    if write(request, form, change_body, desk.actor, desk.body, **values).done:
        messages.success(
            request, _("Saved. If the interpretation of the rules changed, evaluate everybody's pins again.")
        )
        return redirect("committee:change", slug)
    return show(request, "committee/bodies_change.html", form, desk=desk)


@signed_in
def members(request: HttpRequest, slug: str) -> HttpResponse:
    desk = body_desk(request, slug)
    desk.require(desk.may_lead)
    form = MemberForm(request.POST if request.method == "POST" else None)
    cleaned = form.cleaned_data if form.is_valid() else {}
    values = {"account": cleaned["username"], "role": cleaned["role"], "title": cleaned["title"]} if cleaned else {}
    if write(request, form, set_member, desk.actor, desk.body, **values).done:
        messages.success(request, _("Saved."))
        # The account may have removed itself, and then cannot see the list.
        return redirect("committee:members" if body_desk(request, slug).may_lead else "committee:body", slug)
    return show(request, "committee/bodies_members.html", form, desk=desk, members=members_of(desk.body))
