"""The words that the page's script puts together, in the reader's language."""

from django.utils.translation import gettext as _


def words() -> dict[str, str]:
    """Key -> sentence; %(name)s are filled in by the script."""
    return {
        "who": _("Who won hand %(no)s?"),
        "save": _("Save hand %(no)s"),
        "saveAnyway": _("Yes, save hand %(no)s"),
        "selfDrawn": _("self-drawn"),
        "drawn": _("drawn hand"),
        "aborted": _("ended by the referee"),
        "hand": _("Hand %(no)s"),
        "handIs": _("hand %(no)s"),
        "penalty": _("Penalty: %(who)s"),
        "waiting": _("%(count)s waiting"),
        "offline": _("no network"),
        "dealer": _("dealer"),
        "change": _("Change"),
        "changeHand": _("Change hand %(no)s"),
        "undo": _("Undo hand %(no)s"),
        "disputed": _("disputed"),
        "notSent": _("waiting to be sent"),
        "chooseWinner": _("Say who won, or that nobody did."),
        "chooseFrom": _("Say from whom, or self-drawn."),
        "few": _("A hand needs at least 8 points to win."),
        "many": _("No hand has so many points."),
        "dead": _("This player's hand is dead: it cannot win."),
        "over": _("More than 88 points. Is that right?"),
        "gap": _("An earlier hand is not entered yet. Is that right?"),
        "yours": _("Yours: %(hand)s"),
        "theirs": _("There now: %(hand)s"),
        "nothing": _("nothing"),
        "keepTheirs": _("Keep what is there"),
        "sendMine": _("Send mine"),
        "takePen": _("Write with this phone and send"),
        "sendAgain": _("Send again"),
        "discard": _("Discard mine"),
        "reload": _("The page is out of date: load it again, nothing is lost."),
        "removed": _("taken away"),
        "call": _("Call a referee"),
        "uncall": _("Take the call back"),
        "calling": _("A referee is called."),
        "elsewhere": _("another table or session"),
        "complete": _("All hands are entered."),
        "points": _("%(points)s points"),
    }
