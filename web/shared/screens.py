"""The screens of the hall that every event has."""

from django.utils.translation import gettext_lazy as _

#: Address name, what the screen is called, what it shows.
SCREENS = [
    ("wall:seats", _("Seats"), _("Where everybody sits in the coming session, by name, page after page.")),
    ("wall:calls", _("Calls"), _("Who is missing and called to the table, and what coming late costs.")),
    ("wall:lots", _("Lots"), _("One lot after another, stepped by an official.")),
    ("wall:ceremony", _("Award ceremony"), _("Award after award, the last place first, stepped by an official.")),
    ("wall:test", _("Test picture"), _("Edges, sizes of text, colours and sound, before anybody looks.")),
]
