"""Which rows of a list hold no person: repeated headings, totals and remarks."""

import re
from collections.abc import Mapping, Sequence

from tournament.registration.rules.cells import key, words
from tournament.registration.rules.headings import repeats

#: The fields that may hold a name or a part of one.
NAMES = ("name", "family_name", "given_name", "latin_name", "latin_family_name", "latin_given_name")
_TOTALS = frozenset(
    key(word)
    for word in words("""
        total, sum, subtotal, grand total, players in total, 合计, 合計, 总计, 總計, 小计, 小計, 总数, 共计,
        共計, 计, 計, 人数
    """)
)
_REMARK = re.compile(
    r"^(?:\*|※|#|注[:：意]|备注|備考|備註|说明|說明|remarks?\b|notes?\b|nb\b|n\.b\.|please\b|contact\b|updated?\b)",
    re.IGNORECASE,
)


def cell_at(row: Sequence[str], column: int | None) -> str:
    """Return the text of a column; empty if the list has no such column or the row ends before it."""
    return row[column] if column is not None and column < len(row) else ""


def skip_reason(row: Sequence[str], mapping: Mapping[str, int]) -> str:
    """Return why a filled row holds no person: "heading", "total" or "remark"; empty: it holds one."""
    if repeats(row, dict(mapping)):
        return "heading"
    cells = [cell.strip() for cell in row if cell.strip()]
    if _is_total(cells[0]):
        return "total"
    names = [cell_at(row, mapping.get(name)).strip() for name in NAMES]
    personal = [cell_at(row, mapping.get(name)).strip() for name in ("federation_number", "country", "team", "number")]
    if _REMARK.match(cells[0]) or not any(names) and not (mapping.keys() >= {"country"} and any(personal)):
        return "remark"
    # A wide list with a single cell that holds a sentence.
    return "remark" if len(cells) == 1 and len(mapping) > 2 and _is_sentence(cells[0]) else ""


def _is_total(text: str) -> bool:
    """Recognise "Total: 136", "合计 136人"; a family name such as Summers is not a total."""
    plain = re.sub(r"\d|players|teams|persons|人|名|队|隊|チーム", " ", text.casefold())
    parts = [part for part in map(key, re.split(r"[\s:：/()（）=]+", plain)) if part]
    return key(plain) in _TOTALS or bool(parts) and all(part in _TOTALS for part in parts)


def _is_sentence(text: str) -> bool:
    return len(text.split()) > 5 or text.endswith((".", ":", "!", "。", "：", "！")) or bool(re.search(r"\d", text))
