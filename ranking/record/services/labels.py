"""Labels of the audit entries of classes, lists of results and web sites."""

from django.utils.translation import gettext_lazy as _

from common.actions.labels import AuditLabels, declare_labels

declare_labels(
    __name__,
    AuditLabels(
        keys={
            "class": _("Class"),
            "columns": _("Columns"),
            "deleted": _("Deleted"),
            "merged_into": _("Merged into"),
            "number": _("Sanction number"),
            "rows": _("Rows"),
            "sanctioned": _("Registered with the WMCC"),
            "two_persons": _("Two persons"),
            "version": _("Version"),
        },
        subjects={
            "body": _("Body %(name)s"),
            "list": _("List %(name)s"),
            "sanction": _("Entry %(name)s of the register of sanctioned events"),
            "site_results": _("Results %(name)s of the web site"),
        },
    ),
)
