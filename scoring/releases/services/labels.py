"""Labels of the audit entries of released sessions and closed events."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from common.actions.labels import AuditLabels, declare_labels
from common.i18n.wording import listed
from scoring.releases.selectors.closing import WORDS


def open_text(value: Any) -> str:
    """What was left open when an event was closed: ``{code: count}`` as "2 sheets are not confirmed"."""
    return listed(str(WORDS[code] % {"count": count}) for code, count in value.items())


declare_labels(
    __name__,
    AuditLabels(
        keys={
            "answers": _("Responsible"),
            "closed": _("Closed"),
            "left_open": _("Left open"),
            "names": _("Decided by"),
            "official": _("Official since"),
        },
        values={"left_open": open_text},
    ),
)
