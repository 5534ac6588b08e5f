"""What the functions in the officials' list say (2.3.4)."""

#: Words that name the chief referee in a function, folded: English, Chinese, Japanese.
CHIEF_REFEREE = ("chief referee", "head referee", "裁判长", "裁判長", "審判長")
#: Words beside them that name somebody else, such as the deputy.
DEPUTY = ("deputy", "vice", "assistant", "副")


def is_chief_referee(function: str) -> bool:
    """Return whether a function of the officials' list, as typed, is that of the chief referee (not of a deputy)."""
    words = function.casefold()
    return any(name in words for name in CHIEF_REFEREE) and not any(word in words for word in DEPUTY)
