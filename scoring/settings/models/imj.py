"""What an event under the International Mahjong Rules agrees on before play (IMJ 7)."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from common.i18n.text_fields import TextsField
from common.settings_groups import SettingsGroup, anything, setting
from scoring.game.rules.imj.chart import HIGHEST_FANS
from scoring.game.rules.imj.game import COMPETITION, Agreed
from tournament.events.models.events import Event


class ImjSettings(SettingsGroup):
    """The terms of a game of the International Mahjong Rules; other rule sets have none of them."""

    title = _("International Mahjong Rules")

    class Equipment(models.TextChoices):
        TILES = "tiles", _("Mahjong tiles")
        CARDS = "cards", _("Mahjong cards")

    class Ranking(models.TextChoices):
        MADOS = "mados", _("mados won or lost")
        TABLE_POINTS = "table-points", _("table points (4, 2, 1, 0), then mados")

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="imj_settings")
    lowest_fans = setting(
        "IMJ 7.1, 7.2",
        models.PositiveSmallIntegerField(
            _("fewest fans to win"),
            default=0,
            validators=[MaxValueValidator(HIGHEST_FANS)],
            help_text=_("Fewest fans with which a player may win; 0: any number."),
        ),
    )
    highest_fans = setting(
        "IMJ 7.1, 7.2",
        models.PositiveSmallIntegerField(
            _("most fans paid"),
            default=HIGHEST_FANS,
            validators=[MinValueValidator(1), MaxValueValidator(HIGHEST_FANS)],
            help_text=_("More fans than this are paid as this number; at most 15."),
        ),
    )
    start_mados = setting(
        "IMJ 7.1",
        models.PositiveIntegerField(
            _("mados at the start"),
            default=COMPETITION.start,
            validators=[MinValueValidator(1_000), MaxValueValidator(1_000_000)],
            help_text=_("Mados that each player holds before the first hand of a session."),
        ),
    )
    ranking = setting(
        "IMJ 31",
        models.CharField(
            _("ranked by"),
            max_length=12,
            choices=Ranking.choices,
            default=Ranking.MADOS,
            help_text=_("What the sessions add up to; table points are given for the places at a table."),
        ),
        allows=anything,
    )
    equipment = setting(
        "IMJ 2",
        models.CharField(
            _("played with"),
            max_length=10,
            choices=Equipment.choices,
            default=Equipment.TILES,
            help_text=_("With cards, a wrong number of cards ends a hand, which is replayed (38.4)."),
        ),
        allows=anything,
    )
    attachment_rules = setting(
        "IMJ 3",
        TextsField(
            _("attachment rules"),
            max_length=500,
            blank=True,
            default=dict,
            help_text=_("Where the event departs from the text; printed on the score sheets."),
        ),
    )

    @property
    def agreed(self) -> Agreed:
        """The terms as the game takes them."""
        ranked_by_places = self.ranking == self.Ranking.TABLE_POINTS
        return Agreed(self.lowest_fans, self.highest_fans, self.start_mados, ranked_by_places)

    def __str__(self) -> str:
        return f"terms of {self.event_id}"
