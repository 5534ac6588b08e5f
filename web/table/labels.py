"""The labels of the page's script, in the reader's language."""

from django.utils.translation import gettext as _

from scoring.game.rules.imj.game import IMJ


def labels(game: str) -> dict[str, str]:
    """Return key -> text of this game; the script fills in the %(name)s."""
    return _shared() | (_of_imj() if game == IMJ.key else {})


def _of_imj() -> dict[str, str]:
    return {
        "chooseWinner": _("Choose the winner, or how the hand ended."),
        "few": _("Enter half a fan, or 1 to 60 fans."),
        "many": _("Enter half a fan, or 1 to 60 fans."),
        "belowLowest": _("These are fewer fans than agreed (IMJ 7.2)."),
        "special": _("Won on flowers, kongs or single tiles: save hand %(no)s?"),
        "drawn": _("wall empty, replayed"),
        "aborted": _("aborted, replayed"),
        "limit": _("The highest number of fans: save hand %(no)s?"),
        "points": _("%(points)s fans"),
        "oneFan": _("1 fan"),
        "halfFan": _("half a fan"),
        "robbed": _("robbed kong"),
        "bound": _("bound to lose: %(name)s"),
        "falseWin": _("false win: %(names)s"),
        "falseWinDraws": _("No tile is drawn after a false win in the same hand (IMJ 34.7)."),
        "falseWinAborted": _("A hand with a false win is paid, not aborted (IMJ 34.7)."),
        "period": _("Period %(period)s"),
        "dealIs": _("period %(period)s, round %(round)s, dealer %(dealer)s"),
        "dealsChange": _("Later hands get another dealer or round:"),
        "cutsOff": _("Hand %(no)s would come after the end of the table. Correct or remove it first."),
        "unseated": _("Enter the order of the seats and the starter of the period first."),
    }


def _shared() -> dict[str, str]:
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
        "chooseWinner": _("Choose the winner, or a drawn hand."),
        "chooseFrom": _("Choose the discarder, or self-drawn."),
        "few": _("A hand needs at least 8 points to win."),
        "many": _("A hand cannot have so many points."),
        "dead": _("This player's hand is dead: it cannot win."),
        "over": _("More than 88 points: save hand %(no)s?"),
        "gap": _("An earlier hand is not entered yet. Is that right?"),
        "yours": _("Your entry"),
        "theirs": _("Saved entry"),
        "nothing": _("nothing"),
        "keepTheirs": _("Keep the saved entry"),
        "sendMine": _("Use my entry"),
        "removeTheirs": _("Remove it"),
        "leave": _("Keep it unchanged"),
        "takePen": _("Write with this device and send"),
        "sendAgain": _("Send again"),
        "discard": _("Delete mine"),
        "reload": _("The page is out of date: reload it, nothing is lost."),
        "removed": _("removed"),
        "call": _("Call a referee"),
        "uncall": _("Cancel the call"),
        "calling": _("A referee is called."),
        "elsewhere": _("another table or session"),
        "complete": _("All hands are entered."),
        "points": _("%(points)s points"),
    }
