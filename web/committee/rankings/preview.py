"""What a rule gives today before it is saved, as tables."""

from typing import Any

import django_tables2 as tables
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.templatetags.pinju import DASH, country_code
from ranking.rankings.models import Ranking
from ranking.rankings.rules.rule import Rule
from ranking.rankings.selectors.preview import PreviewLine, preview_of
from ranking.rankings.selectors.wording import points_text
from web.shared.tables import FIGURE, NAMING, BaseTable


class PreviewTable(BaseTable):
    """The first players by a rule that is not saved, with their ranks in the newest snapshot."""

    rank = tables.Column(gettext_lazy("Rank"), accessor="ranked__rank", attrs=FIGURE)
    saved = tables.Column(gettext_lazy("Rank so far"), attrs=FIGURE, default=DASH)
    name = tables.Column(gettext_lazy("Name"), attrs=NAMING)
    points = tables.Column(gettext_lazy("Points"), accessor="ranked__player__points__total", attrs=FIGURE)
    results = tables.Column(gettext_lazy("Results"), accessor="ranked__player__results", attrs=FIGURE)

    class Meta:
        orderable = False

    @property
    def caption(self) -> str:
        return _("Players")

    def render_name(self, record: PreviewLine) -> SafeString:
        code = record.ranked.player.country
        of = format_html(' <span class="muted note">{}</span>', country_code(code)) if code else ""
        return format_html("{}{}", record.name.name, of)

    def render_points(self, value: Any) -> str:
        return points_text(value)


def preview_context(rule: Rule, ranking: Ranking | None = None) -> dict[str, Any]:
    """Return what the preview shows."""
    preview = preview_of(rule, ranking)
    table = PreviewTable(preview.lines, exclude=() if ranking else ("saved",))
    return {"preview": preview, "preview_table": table}
