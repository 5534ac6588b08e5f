"""What the functions in the officials' list say (2.3.4)."""

from collections.abc import Iterable

#: Words that name the chief referee in a function, folded: English, Chinese, Japanese (3.5.6, 3.11.4, A5 use them all).
CHIEF_REFEREE = ("chief referee", "head referee", "general referee", "裁判长", "裁判長", "審判長", "審判委員長")
#: Words that name any referee.
REFEREE = ("referee", "umpire", "裁判", "審判")
#: Words that name an observer, whom a federation sends.
OBSERVER = ("observer", "观察员", "オブザーバー")
#: Words beside the chief referee's that name somebody else, such as the deputy.
DEPUTY = ("deputy", "vice", "assistant", "副")


def is_chief_referee(function: str) -> bool:
    """Return whether a function of the officials' list, as typed, is that of the chief referee (not of a deputy)."""
    words = function.casefold()
    return any(name in words for name in CHIEF_REFEREE) and not any(word in words for word in DEPUTY)


def is_observer(function: str) -> bool:
    """Return whether a function of the officials' list is that of an observer."""
    return any(word in function.casefold() for word in OBSERVER)


def sole_referee(officials: Iterable[tuple[str, str]]) -> str:
    """Return the name of the only referee among officials (name, function); empty if there are several or none.

    The chief referee counts only if nobody else is a referee.
    """
    referees = [
        (name, function) for name, function in officials if any(word in function.casefold() for word in REFEREE)
    ]
    others = [name for name, function in referees if not is_chief_referee(function)]
    names = others or [name for name, _function in referees]
    return names[0] if len(names) == 1 else ""
