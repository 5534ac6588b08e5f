"""Labels of the audit entries of sheets, of who sits at tables, and of calls for a referee."""

from django.utils.translation import gettext_lazy as _

from common.actions.labels import AuditLabels, column_choices, declare_labels
from scoring.sheets.models.calls import RefereeCall

declare_labels(
    __name__,
    AuditLabels(
        keys={
            "aborted": _("Aborted by the referee"),
            "bound": _("Bound to lose"),
            "false_wins": _("False wins"),
            "robbed": _("Robbed kong"),
            "arrived": _("Paper sheet at the Desk"),
            "article": _("Article"),
            "calculated": _("Calculated"),
            "checked": _("Checked"),
            "count": _("Times"),
            "dead": _("Cannot win this hand"),
            "decision": _("Decision"),
            "difference": _("Difference"),
            "discarder": _("Discarder"),
            "disputed": _("Disputed"),
            "fans": _("Fans"),
            "hand": _("Hand"),
            "id": _("Fan"),
            "kinds": _("Discrepancies"),
            "no": _("Hand"),
            "order_changes": _("The order at the table changes"),
            "penalties": _("Penalties"),
            "photo": _("Photo"),
            "photos": _("Photos of the paper sheet"),
            "points": _("Points"),
            "points_by_seat": _("Points"),
            "record": _("Tiles or fans"),
            "signed": _("Signed"),
            "stated": _("Stated table points"),
            "tiles": _("Tiles"),
            "to": _("Paid to"),
            "total": _("Signed totals"),
            "typist": _("Typed by"),
            "way": _("Resolved"),
            "winner": _("Winner"),
        },
        subjects={"sheet": _("Sheet %(name)s")},
    ),
)
declare_labels(
    __name__,
    AuditLabels(
        keys={
            "by": _("Number of the substitute"),
            "from_hand": _("From hand"),
            "holder": _("Number"),
            "period": _("Period"),
            "places": _("East to North"),
            "plays": _("Number of the substitute"),
            "room": _("Room"),
            "turn": _("Seats from the starter on"),
            "round": _("Round"),
            "seat": _("Seat"),
            "to_table": _("Now at table"),
        }
    ),
)
declare_labels(
    __name__,
    AuditLabels(
        keys={
            "for_what": _("Called for"),
            "outcome": _("Outcome"),
            "phone": _("Phone"),
            "referee": _("Referee"),
            "wrong_appeals": _("Wrong codes for appeals"),
            "wrong_signing": _("Wrong codes at signing"),
        },
        values={"for_what": column_choices(RefereeCall, "about")},
        subjects={"table_code": _("Card of table %(name)s")},
    ),
)
