"""Messages about persons after an event was taken, or taken back."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from common.i18n.wording import listed


def person_sentences(answer: Mapping[str, Any]) -> list[str]:
    """Return a sentence about each kind of doubt in the answer of `take_event` or `take_back`."""
    texts = {
        "kept": _("Changed in both places, and left as they are here: %(names)s."),
        "doubted": _(
            "Another person here has the federation number of: %(names)s. They came without the number. If two are one "
            "person, merge them on the page of similar names."
        ),
    }
    return [text % {"names": listed(answer[key])} for key, text in texts.items() if answer[key]]
