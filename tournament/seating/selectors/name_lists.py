"""Lists by name in sections, each with a heading."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from common.i18n.names import Section

Item = TypeVar("Item")
SECTIONS: dict[Section, str | Promise] = {
    Section.LATIN: gettext_lazy("Names in Latin letters"),
    Section.OTHER: gettext_lazy("Names in other alphabets"),
    Section.CHINESE: gettext_lazy("Chinese names, by pinyin"),
    Section.JAPANESE: gettext_lazy("Japanese names, by Latin form"),
}


def headed(sections: Sequence[tuple[Section, list[Item]]]) -> Iterator[tuple[str, list[Item]]]:
    """Yield each section with its heading in the active language; a single section needs none and gets ""."""
    for section, items in sections:
        yield (str(SECTIONS[section]) if len(sections) > 1 else ""), items
