"""Read a list of results of a past event: columns, and rows with place, person, team, table and competition points.

Persons are read as in a list of registrations (tournament.registration.rules); this module adds the figures.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction

from common.numbers import number_in
from ranking.record.rules.statuses import TAKEN
from tournament.registration.rules.cells import clean, key, words
from tournament.registration.rules.headings import FIELDS as PERSON_FIELDS
from tournament.registration.rules.headings import mapping_of as person_mapping
from tournament.registration.rules.notes import Note, Unreadable, note
from tournament.registration.rules.rows import Candidate, Skipped, read_rows

TWELFTHS = 12
#: The columns in addition to those of a person: figures, and a web site's name for the player.
FIGURES = ("place", "table_points", "competition_points", "team_place", "group_place", "web_points")
SITE_PLAYER = "site_player"
COLUMNS = (*FIGURES, SITE_PLAYER)
LONGEST_CODE = 100
_WORDS = {
    "place": """
        place, rank, ranking, position, pos, #, 名次, 个人名次, 排名, 个人排名, 順位, 個人順位, platz, rang,
        posizione, clasificación
    """,
    "table_points": """
        table points, tp, tablepoints, tournament points, match points, 标准分, 累计标准分, 標準点, テーブルポイント,
        tischpunkte, points de table, punti tavolo
    """,
    "competition_points": """
        competition points, cp, score, points, minipoints, mini points, mp, game points, 比赛分, 局分, 累计比赛分,
        素点, 得点, punkte
    """,
    "team_place": "team place, team rank, team ranking, 参赛队名次, 队伍名次, 团队名次, 队伍排名, チーム順位",
    "group_place": "group place, group rank, group ranking, 团体名次, 代表团名次, 团体排名, 団体順位",
    "web_points": "web points, 网络比赛积分, 网络积分, ウェブポイント, ウェブ競技会の積分",
    "site_player": """
        player id, user id, user name, username, user, account, login, nickname, 用户名, 用户, 账号, 帐号, 网名, 昵称,
        ユーザー名, ユーザーID, アカウント, ニックネーム
    """,
}
_FIELD_OF = {key(word): name for name, text in _WORDS.items() for word in words(text) if key(word)}
SEARCHED_ROWS = 40
#: The largest difference between a decimal figure and its twelfth ("25.33" is 25 1/3, two of them "50.66").
NEAR = Fraction(12, 1000)
#: Status -> the words for it in the cell of the place.
_STATUS_WORDS = {
    "withdrawn": words("withdrawn, wd, dnf, retired, 退赛, 弃权, 棄権"),
    "disqualified": words("disqualified, dq, dsq, 取消资格, 失格, 除名"),
    "rank-lost": words("rank-lost, loss of rank, 取消名次, 順位の剥奪, 順位剥奪"),
    "unranked": words("-, –, —, unranked, n/a, 无"),
}
_STATUS_OF = {key(word) or word: status for status, status_words in _STATUS_WORDS.items() for word in status_words}


@dataclass
class Row:
    """One row of a list: the person, the figures, ``notes`` for the reviewer, and ``problems`` that block it.

    ``person`` holds the fields of a registration; ``table_points`` are twelfths; ``site_player`` is the web site's name
    for the player.
    """

    row: int
    person: dict[str, str]
    rank: int | None = None
    status: str = "ranked"
    table_points: int = 0
    competition_points: int = 0
    team_rank: int | None = None
    group_rank: int | None = None
    web_points: int | None = None
    site_player: str = ""
    notes: list[Note] = field(default_factory=list)
    problems: list[Note] = field(default_factory=list)


def mapping_of(row: Sequence[str]) -> dict[str, int]:
    """Return field -> column of a row of headings; of two columns for one field the first.

    Headings of figures win over those of persons.
    """
    figures: dict[str, int] = {}
    for column, cell in enumerate(row):
        name = _FIELD_OF.get(key(cell))
        if name and name not in figures:
            figures[name] = column
    persons = {name: column for name, column in person_mapping(row).items() if column not in figures.values()}
    return figures | persons


def heading_row(rows: Sequence[Sequence[str]]) -> int | None:
    """Return the index of the row that names the most columns, with a name and points; None if there is none."""
    best = None
    most = 1
    for index, row in enumerate(rows[:SEARCHED_ROWS]):
        mapping = mapping_of(row)
        named = {"name", "family_name"} & mapping.keys()
        if named and set(FIGURES) & mapping.keys() and len(mapping) > most:
            best = index
            most = len(mapping)
    return best


def read_results(
    rows: Sequence[Sequence[str]], heading: int | None, mapping: Mapping[str, int], countries: Mapping[str, str]
) -> tuple[list[Row], list[Skipped]]:
    """Return the results below the ``heading`` row, and the rows without a person (as ``registration.rows.read_rows``).

    Raises Unreadable if no column holds a name, or none the points.
    """
    if not {"table_points", "web_points"} & mapping.keys():
        raise Unreadable("no_points_column")
    persons = {name: column for name, column in mapping.items() if name in PERSON_FIELDS}
    candidates, skipped = read_rows(rows, heading, persons, countries)
    results = [_result_row(candidate, rows[candidate.row - 1], mapping) for candidate in candidates]
    _check_places(results)
    return results, skipped


def check_web(rows: Sequence[Row]) -> None:
    """Note problems of a web event: rows without web points, and a player's name on the site that occurs twice.

    A row needs no web points if its result was taken (A9 4.7, 3.11.5).
    """
    seen: set[str] = set()
    for row in rows:
        if row.web_points is None and row.status not in TAKEN:
            row.problems.append(note("no_web_points"))
        if row.site_player and row.site_player in seen:
            row.problems.append(note("site_player_twice", name=row.site_player))
        seen.add(row.site_player)


def twelfths(text: str) -> int | None:
    """Return table points in twelfths, from "25", "7/3", "25 1/3", "25.33" or "25,5"; None for other text."""
    plain = text.strip().replace(",", ".").replace(" ", " ")
    mixed = re.fullmatch(r"(\d{1,4})(?: +(\d{1,2})/(\d{1,2}))?|(\d{1,4})/(\d{1,2})", plain)
    if mixed:
        whole, top, under, only_top, only_under = mixed.groups()
        if any(below and not int(below) for below in (under, only_under)):
            return None
        value = Fraction(int(only_top), int(only_under)) if only_top else Fraction(int(whole))
        value += Fraction(int(top), int(under)) if top else 0
        return int(value * TWELFTHS) if (value * TWELFTHS).denominator == 1 else None
    if not re.fullmatch(r"\d{1,4}\.\d{1,6}", plain):
        return None
    value = Fraction(Decimal(plain))
    nearest = round(value * TWELFTHS)
    return nearest if abs(value - Fraction(nearest, TWELFTHS)) <= NEAR else None


def points(text: str) -> int | None:
    """Return competition points, from "1023", "+1 023", "−48" or "1,023"; None for other text."""
    plain = re.sub(r"[\s'’ ]", "", text).replace("−", "-").replace("–", "-")
    if re.fullmatch(r"[+-]?\d{1,3}(?:[,.]\d{3})+", plain):
        plain = re.sub(r"[,.]", "", plain)
    plain = re.sub(r"\.0+$", "", plain)
    return int(plain) if re.fullmatch(r"[+-]?\d{1,7}", plain) else None


def _result_row(candidate: Candidate, cells: Sequence[str], mapping: Mapping[str, int]) -> Row:
    row = Row(candidate.row, candidate.values, notes=list(candidate.notes), problems=list(candidate.problems))

    def cell(name: str) -> str:
        column = mapping.get(name)
        return cells[column].strip() if column is not None and column < len(cells) else ""

    _read_place(row, cell("place"))
    row.site_player = clean(cell(SITE_PLAYER))[0]
    if len(row.site_player) > LONGEST_CODE:
        row.problems.append(note("too_long", field=SITE_PLAYER, text=row.site_player[:40], most=LONGEST_CODE))
    if "table_points" in mapping:
        _read_figure(row, "table_points", cell("table_points"), twelfths)
    if "competition_points" in mapping:
        _read_figure(row, "competition_points", cell("competition_points"), points)
    for name, column in (("team_place", "team_rank"), ("group_place", "group_rank"), ("web_points", "web_points")):
        text = cell(name)
        if not text:
            continue
        value = points(text)
        if value is None or value < (0 if name == "web_points" else 1):
            row.problems.append(note("no_figure", field=name, text=text[:40]))
        else:
            setattr(row, column, value)
    return row


def _read_place(row: Row, text: str) -> None:
    """Set the rank, or the status that explains why there is none."""
    status = _STATUS_OF.get(key(text) or text)
    if status or not text:
        row.status = status or "unranked"
        return
    plain = re.sub(r"^(?:=|t)|(?:\.|st|nd|rd|th|位|名)$|^第", "", text.casefold().strip())
    rank = number_in(plain, least=1)
    if rank:
        row.rank = rank
    else:
        row.problems.append(note("no_figure", field="place", text=text[:40]))


def _read_figure(row: Row, name: str, text: str, read: object) -> None:
    value = read(text) if callable(read) and text else None
    if value is None:
        row.problems.append(note("no_figure", field=name, text=text[:40]))
    else:
        setattr(row, name, value)


def _check_places(rows: Sequence[Row]) -> None:
    """Note a row with a better rank than one with more points."""
    ranked = sorted((row for row in rows if row.rank), key=lambda row: (row.rank or 0, row.row))
    for above, row in zip(ranked, ranked[1:], strict=False):
        if above.rank != row.rank and _sort_points(above) < _sort_points(row):
            row.notes.append(note("more_points_than_above", place=row.rank, above=above.rank))


def _sort_points(row: Row) -> tuple[int, int, int]:
    return (row.web_points or 0, row.table_points, row.competition_points)
