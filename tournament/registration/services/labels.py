"""Labels of the audit entries of registration."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from common.actions.labels import AuditLabels, Label, column_values, declare_labels
from tournament.events.models.entries import Entry
from tournament.registration.models.applications import Application, ApplicationMail

#: The keys of an entry's columns, which check-in writes too.
ENTRY_KEYS: Mapping[str, Label] = {
    "family_name": _("Family name"),
    "federation_number": _("Federation number"),
    "given_name": _("Given name"),
    "kind": _("Takes part as"),
    "latin_name": _("Name in Latin letters"),
}

declare_labels(
    __name__,
    AuditLabels(
        keys={
            **ENTRY_KEYS,
            "birth_date": _("Date of birth"),
            "contact": _("Contact"),
            "document": _("ID document number"),
            "fault": _("Error"),
            "guardian_consent": _("The guardian agrees"),
            "guardian_contact": _("How the guardian can be reached"),
            "guardian_name": _("Guardian's name"),
            "into": _("Into"),
            "leader": _("Leader"),
            "mail": _("Mail address"),
            "members": _("Numbers"),
            "merged_into": _("Merged into"),
            "name_consent": _("Name in public"),
            "photo_consent": _("Photos"),
            "two_persons": _("Two persons"),
        },
        values=column_values(Entry),
        codes={**dict(ApplicationMail.Kind.choices), **dict(Application.State.choices), **dict(Entry.Status.choices)}
        | {Application.State.WITHDRAWN.value: Application.State.WITHDRAWN.label},
        subjects={"application": _("Registration %(name)s")},
    ),
)
declare_labels(
    __name__,
    AuditLabels(
        keys={
            "changed": _("changed"),
            "fill_down": _("Cells filled down"),
            "guessed": _("Guessed"),
            "heading": _("Heading row"),
            "left_out": _("Left out"),
            "mapping": _("Columns"),
            "name_order": _("Order of names"),
            "new": _("new"),
            "rows": _("Rows"),
            "same": _("the same"),
            "sheet": _("Worksheet"),
            "wrong": _("wrong"),
        },
        subjects={"preview": _("List %(name)s")},
    ),
)
