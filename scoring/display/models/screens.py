"""The screens of the hall as the organizer arranges them, and their pictures."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.events.models.subjects import EventSubject


class ScreenPicture(EventSubject):
    """A picture for screens, such as a sponsor's. The event file has its title.

    Only the logo has a public address, and the photo of a player (``entry``) whom the ceremony has named.

    ``name``: the file's name in the picture folder (`scoring.display.selectors.screens`), empty without a file;
    ``digest``: the SHA-256 of the upload. ``delete_after``: the last day of the photo of a player, which is that of the
    event's other private data.
    """

    #: The path to the event of a player's photo, for deleting it with the other private data.
    OF_EVENT = "entry__event"

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="screen_pictures")
    title = models.CharField(_("title"), max_length=100)
    name = models.CharField(max_length=40, blank=True)
    digest = models.CharField(max_length=64, blank=True)
    size = models.PositiveIntegerField(default=0)
    #: Whether it is the logo on the papers of the event, at its ceremony and on idle screens.
    logo = models.BooleanField(default=False)
    entry = models.ForeignKey(Entry, on_delete=models.SET_NULL, null=True, blank=True, related_name="screen_pictures")
    delete_after = models.DateField(null=True, blank=True)

    class Meta:
        ordering = ["title"]
        constraints = [
            models.UniqueConstraint(fields=["event", "title"], name="screen_picture_title_once"),
            models.UniqueConstraint(fields=["event"], condition=models.Q(logo=True), name="one_logo_of_an_event"),
        ]

    def __str__(self) -> str:
        return self.title


class Screen(EventSubject):
    """A screen: parts that are shown in a loop at an address with its ``slug``.

    A browser opens it with the token of its QR code or with a code of six characters. Only their digests are stored
    (None: it cannot be opened), and new ones replace them. ``version`` rises with each change of the arrangement.
    """

    class Language(models.TextChoices):
        CHINESE = "zh-hans", "中文"
        ENGLISH = "en", "English"
        JAPANESE = "ja", "日本語"
        ALL = "all", _("Three languages in turn")

    #: The maximum of screens of an event.
    MOST = 40

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="screens")
    slug = models.SlugField(_("word in the address"), max_length=30)
    name = models.CharField(_("name"), max_length=100)
    language = models.CharField(_("language"), max_length=10, choices=Language.choices, default=Language.ALL)
    version = models.PositiveIntegerField(default=1)
    token_hash = models.CharField(max_length=64, null=True, blank=True, unique=True)
    code_hash = models.CharField(max_length=64, null=True, blank=True, unique=True)
    opened_since = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["slug"]
        constraints = [models.UniqueConstraint(fields=["event", "slug"], name="screen_address_once")]

    def __str__(self) -> str:
        return self.name


class ScreenPart(models.Model):
    """One part of a screen: its content, and how many seconds each of its pages is shown."""

    class Kind(models.TextChoices):
        SEATS = "seats", _("Seats by name")
        CLOCK = "clock", _("Clock")
        STANDINGS = "standings", _("Standings")
        TEAMS = "teams", _("Team standings")
        GROUPS = "groups", _("Group standings")
        POOLS = "pools", _("Pools")
        BRACKET = "bracket", _("Bracket")
        SERIES = "series", _("Ranking of the series")
        ANNOUNCEMENTS = "announcements", _("Announcements")
        PICTURE = "picture", _("Picture")
        CALLS = "calls", _("Calls")
        LOTS = "lots", _("Lots")
        CEREMONY = "ceremony", _("Ceremony")

    LEAST_SECONDS, MOST_SECONDS = 3, 600
    #: The maximum of parts of a screen.
    MOST = 20

    screen = models.ForeignKey(Screen, on_delete=models.CASCADE, related_name="parts")
    order = models.PositiveSmallIntegerField()
    kind = models.CharField(_("shows"), max_length=15, choices=Kind.choices)
    seconds = models.PositiveSmallIntegerField(
        _("seconds for each page"),
        default=15,
        validators=[MinValueValidator(LEAST_SECONDS), MaxValueValidator(MOST_SECONDS)],
    )
    picture = models.ForeignKey(ScreenPicture, on_delete=models.CASCADE, null=True, blank=True, related_name="parts")

    class Meta:
        ordering = ["order"]
        constraints = [
            models.UniqueConstraint(fields=["screen", "order"], name="screen_part_order_once"),
            models.CheckConstraint(
                condition=models.Q(kind="picture", picture__isnull=False)
                | (~models.Q(kind="picture") & models.Q(picture__isnull=True)),
                name="screen_part_picture",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.screen_id} {self.order} {self.kind}"
