"""Words of the game for pages and papers."""

from django.utils.translation import gettext_lazy, pgettext_lazy

#: A seat's wind as one sign.
WINDS = {
    "E": pgettext_lazy("wind", "E"),
    "S": pgettext_lazy("wind", "S"),
    "W": pgettext_lazy("wind", "W"),
    "N": pgettext_lazy("wind", "N"),
}
#: The name of a hand in the rules of 1998, such as 北风西局.
HAND_NAME = pgettext_lazy("name of a deal", "{prevalent}–{own}")
WIND_NAMES = {
    "E": gettext_lazy("East"),
    "S": gettext_lazy("South"),
    "W": gettext_lazy("West"),
    "N": gettext_lazy("North"),
}
