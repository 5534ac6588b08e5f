"""The screens of the hall that every event has."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

#: URL name, name and description of each screen.
SCREENS = [
    ("wall:seats", _("Seats"), _("Where everybody sits in the coming session, by name, page after page.")),
    (
        "wall:calls",
        pgettext_lazy("missing players", "Calls"),
        _("Who is missing and called to the table, and what coming late costs."),
    ),
    ("wall:lots", _("Lots"), _("One lot after another; an official goes from step to step.")),
    (
        "wall:ceremony",
        _("Award ceremony"),
        _("Award after award, the last place first; an official goes from step to step."),
    ),
    ("wall:test", _("Test picture"), _("To check edges, text sizes, colours and sound before people arrive.")),
]
