"""Names of hands for pages and papers."""

from scoring.game.rules.mcr.rotation import HANDS_PER_SESSION, winds_of_hand
from tournament.wording import HAND_NAME, WINDS

#: The rules that name each hand (002, 3.4.8).
NAMED = "gb-1998"


def hand_name(number: int, rules: str) -> str:
    """Return the name of hand 1 to 16 in the rules of 1998, such as 北风西局; empty for other rules or numbers."""
    if rules != NAMED or not 1 <= number <= HANDS_PER_SESSION:
        return ""
    prevalent, own = winds_of_hand(number)
    return str(HAND_NAME).format(prevalent=WINDS[prevalent], own=WINDS[own])


def hand_names(rules: str) -> dict[int, str]:
    """Return number of a hand -> its name under rules that name hands; else empty."""
    names = {number: hand_name(number, rules) for number in range(1, HANDS_PER_SESSION + 1)}
    return {number: name for number, name in names.items() if name}


def with_hand_name(text: str, number: int, rules: str) -> str:
    """Return the text, such as "Hand 15", and after it the hand's name under rules that name hands."""
    return f"{text} {hand_name(number, rules)}".rstrip()
