"""Headings of lists in Chinese, English and Japanese, and the row that holds them."""

import re
from collections.abc import Sequence

from tournament.registration.rules.cells import key, words

#: The fields of a column, in display order.
FIELDS = (
    "name",
    "family_name",
    "given_name",
    "latin_name",
    "country",
    "federation_number",
    "number",
    "team",
    "group",
    "kind",
)
_WORDS = {
    "name": """
        name, player, player name, full name, participant, names, 姓名, 名字, 选手, 選手, 选手姓名, 選手姓名,
        队员, 队员姓名, 参赛者, 氏名, お名前, 名前, 選手名, プレイヤー, プレイヤー氏名, 参加者,
        nom et prénom, printed name, name as printed, 显示姓名, 表示名
    """,
    "family_name": """
        family name, last name, surname, lastname, familyname, 姓, 姓氏, 苗字, 名字(姓), nom, nachname,
        cognome, apellidos, familienaam
    """,
    "given_name": """
        given name, first name, forename, firstname, given names, 名, 名前(名), prénom, vorname, nome,
        nombre, voornaam
    """,
    "latin_name": """
        latin name, name in latin letters, latin, romanized name, name (latin), 拼音, 姓名拼音, 拼音姓名,
        英文名, 英文姓名, ローマ字, ローマ字氏名, 英字氏名, 英字
    """,
    "country": """
        country, nation, nationality, country/region, country code, 国家, 国籍, 国家/地区, 国家和地区,
        国家或地区, 國家, 国, 国名, 国・地域, 国/地域, land, pays, paese, pais
    """,
    "federation_number": """
        federation number, ema, ema number, ema no, ema id, ema nr, membership number, member number,
        license, licence, federation id, 会员号, 会员编号, 协会编号, 注册号, 注册编号, EMA编号, 会員番号,
        登録番号, EMA番号
    """,
    "number": """
        player number, entry number, start number, participant number, 选手编号, 参赛号, 参赛编号, 选手号,
        プレイヤー番号, 参加番号, 選手番号
    """,
    "team": """
        team, team name, 队, 队伍, 队名, 参赛队, 代表队, 队别, 參賽隊, 隊伍, チーム, チーム名, équipe,
        squadra, equipo, mannschaft
    """,
    "group": """
        group, delegation, club, region, group name, 团体, 团队, 代表团, 单位, 代表单位, 团体名称, 團體,
        団体, 団体名, 所属, 所属団体, クラブ
    """,
    "kind": "kind, role, type, status, 类别, 身份, 参赛类别, 種別, 区分",
}
_FIELD_OF = {key(word): field for field, text in _WORDS.items() for word in words(text)}
#: Number of rows from the top that are searched for headings.
SEARCHED_ROWS = 40


def field_of(heading: str) -> str | None:
    """Return the field that a heading names, also in two languages ("姓名 Name", "国家/Country"); None: no field."""
    field = _FIELD_OF.get(key(heading))
    if field:
        return field
    parts = [part for part in re.split(r"[\s/|()（）:：_]+", heading) if part]
    # Try every split into two: "姓名 Player name".
    halves = [(" ".join(parts[:middle]), " ".join(parts[middle:])) for middle in range(1, len(parts))]
    for first, second in halves:
        fields = {_FIELD_OF.get(key(first)), _FIELD_OF.get(key(second))}
        if len(fields) == 1 and None not in fields:
            return fields.pop()
    return None


def mapping_of(row: Sequence[str]) -> dict[str, int]:
    """Return field -> column index for a row of headings; the first of two columns of one field counts."""
    mapping: dict[str, int] = {}
    for column, cell in enumerate(row):
        field = field_of(cell)
        if field:
            mapping.setdefault(field, column)
    return mapping


def names_somebody(mapping: dict[str, int]) -> bool:
    """Return whether the columns hold a name."""
    return bool({"name", "family_name"} & mapping.keys())


def heading_row(rows: Sequence[Sequence[str]]) -> int | None:
    """Return the index of the row that names the most columns, including a name; None: there is none.

    A single heading must be alone in its row: a title such as "Team" is no heading of a wide list.
    """
    best, most = None, 0
    for index, row in enumerate(rows[:SEARCHED_ROWS]):
        mapping = mapping_of(row)
        alone = sum(bool(cell.strip()) for cell in row) == 1
        if names_somebody(mapping) and len(mapping) > most and (len(mapping) > 1 or alone):
            best, most = index, len(mapping)
    return best


def best_sheet(sheets: Sequence[Sequence[Sequence[str]]]) -> int:
    """Return the index of the sheet whose headings name the most columns, then of the one with the most rows."""

    def worth(index: int) -> tuple[int, int, int]:
        row = heading_row(sheets[index])
        return (0 if row is None else len(mapping_of(sheets[index][row])), len(sheets[index]), -index)

    return max(range(len(sheets)), key=worth)


def repeats(row: Sequence[str], mapping: dict[str, int]) -> bool:
    """Return whether a later row repeats the headings, as on the second page of a print."""
    repeated = mapping_of(row)
    return len(repeated) > 1 and all(mapping.get(field) == column for field, column in repeated.items())
