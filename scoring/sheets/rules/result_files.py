"""Read lists of results: what their columns mean, and the words for seats, drawn hands and self-drawn wins."""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scoring.game.rules.seats import SEATS, Seat
from tournament.registration.rules.cells import clean, key, words
from tournament.registration.rules.headings import field_of

#: The words of the headings, by field; the last four are the totals of the starting seats.
_WORDS = {
    "session": """
        session, round, sess, 场次, 局次, 轮次, 场, 轮, 第几场, セッション, 回戦, 回, sitzung, runde, séance,
        session no, ronde, sessione, turno, sesión, ronda, sessie
    """,
    "table": """
        table, table no, table number, 桌, 桌号, 桌次, 台, 台号, 台次, 卓, 卓番号, テーブル, tisch, tischnummer,
        tavolo, mesa, tafel, bord
    """,
    "number": "number, no, nr, nummer, player, player id, id, 编号, 编码, 号码, 番号, 号, #",
    "seat": """
        seat, wind, 座位, 方位, 风位, 风, 座次, 席, 座席, 風, 家, sitz, sitzplatz, siège, posto, asiento,
        zitplaats
    """,
    "total": """
        total, totals, score, scores, total points, competition points, game points, mini points, minipoints, mp,
        cp, result, results, 小分, 比赛分, 局分, 得分, 总分, 分数, 总计, 成绩, 本局成绩, 成績, 素点, 得点, スコア,
        合計, punkte, spielpunkte, punti, puntos, punten, mados, mados held, 马吊, 持有马吊, マド, 持ちマド
    """,
    "table_points": """
        table points, tablepoints, tp, match points, tournament points, 标准分, 桌分, 標準点, テーブルポイント,
        tischpunkte, points de table, punti tavolo, puntos de mesa, tafelpunten
    """,
    "hand": """
        hand, hand no, hand number, deal, 盘, 盘数, 盘次, 盘号, 盤, 局, 局数, spiel, spielnummer, main, mano,
        spel
    """,
    "winner": """
        winner, won by, win, アガリ, 和牌者, 和家, 胡牌者, 和牌, 和了者, アガリ者, 和了, gewinner, gagnant, vincitore,
        ganador, winnaar, vinder
    """,
    "discarder": """
        discarder, discarded by, from, loser, 点和者, 点和, 振り込み,
        点炮者, 点炮, 放铳者, 放铳, 放炮者, 放銃者, 放銃, geber, werfer,
        donneur, scartatore, descartador
    """,
    "points": "points, point, pts, fan, fans, hand points, 番, 番数, 分, 点, 点数, 和牌分",
    "robbed": "robbed, robbed kong, kong robbed, 抢杠, 搶槓, 槍槓",
    "bound": "bound, bound to lose, 包输, 包输者, 包, 包輸, 包則",
    "false_wins": "false win, false wins, 错和, 错和者, 诈胡, 食诈胡, 錯和",
    "E": "east, e, 东, 東, 东家, 東家, 东风, ost, est, este, oost",
    "S": "south, s, 南, 南家, 南风, süd, sud, sur, zuid",
    "W": "west, w, 西, 西家, 西风, ouest, ovest, oeste",
    "N": "north, n, 北, 北家, 北风, nord, norte, noord",
}
_FIELD_OF = {key(word): field for field, text in _WORDS.items() for word in words(text) if key(word)}
_SEAT_OF = {word: field for word, field in _FIELD_OF.items() if field in SEATS}
DRAWN = frozenset(map(key, words("draw, drawn, none, nobody, 流局, 荒牌, 荒庄, 和局, なし, 0, unentschieden, nulle")))
ABORTED = frozenset(map(key, words("aborted, abort, *, 中止, 作废, 途中流局")))
SELF_DRAWN = frozenset(map(key, words("self, self-drawn, self-draw, selfdraw, tsumo, zimo, 自摸, ツモ, 0")))
#: A row of one cell with one number: the title of a session.
_TITLE = re.compile(r"\D{0,20}(\d{1,2})\D{0,20}")


@dataclass(frozen=True)
class FileRow:
    """The filled cells of row ``number`` (from 1) by field, and the session of the title above."""

    number: int
    cells: Mapping[str, str]
    session: int | None


def mapping_of(row: Sequence[str]) -> dict[str, int]:
    """Return field -> column of a row of headings; the first of two columns of one field counts."""
    mapping: dict[str, int] = {}
    for column, cell in enumerate(row):
        field = "number" if cell.strip() == "#" else _FIELD_OF.get(key(cell))
        if field is None and field_of(cell) in ("number", "name"):
            field = field_of(cell)
        if field:
            mapping.setdefault(field, column)
    if "hand" in mapping and "winner" not in mapping and "session" not in mapping:
        mapping["session"] = mapping.pop("hand")
    if "hand" not in mapping and "points" in mapping and "total" not in mapping:
        mapping["total"] = mapping.pop("points")
    return mapping


def is_heading(mapping: Mapping[str, int]) -> bool:
    """Return whether the columns say whose results they hold, and hold some."""
    totals = mapping.keys() >= {"table", *SEATS}
    by_player = {"number", "name", "table"} & mapping.keys() and {"total", "table_points"} & mapping.keys()
    return bool(totals or by_player or mapping.keys() >= {"table", "hand", "winner"})


def heading_of(rows: Sequence[Sequence[str]]) -> int | None:
    """Return the index of the first row of headings; None if there is none."""
    return next((index for index, row in enumerate(rows) if is_heading(mapping_of(row))), None)


def file_rows(rows: Sequence[Sequence[str]], chosen: Mapping[str, int] | None) -> Iterator[FileRow]:
    """Yield the rows below the first headings.

    A later row of headings holds from there on. ``chosen``: field -> column as a person chose, instead of all headings;
    without any row of headings it holds from the first row, except for rows without a number, such as headings in
    words that nobody knows.
    """
    is_headless = bool(chosen) and heading_of(rows) is None
    mapping = chosen if is_headless else None
    session = None
    for number, row in enumerate(rows, start=1):
        cells = [clean(cell)[0] for cell in row]
        filled = [cell for cell in cells if cell]
        headings = mapping_of(cells)
        title = _TITLE.fullmatch(filled[0]) if len(filled) == 1 else None
        if is_heading(headings):
            mapping = chosen or headings
        elif title:
            session = int(title[1])
        elif mapping is not None and filled and (not is_headless or has_number(filled)):
            by_field = {field: cells[column] for field, column in mapping.items() if column < len(cells)}
            yield FileRow(number, {field: cell for field, cell in by_field.items() if cell}, session)


def has_number(row: Sequence[str]) -> bool:
    return any(whole_number(cell) is not None for cell in row)


def words_above(rows: Sequence[Sequence[str]]) -> Sequence[str]:
    """Return the headings of a list, also those of which too few are known; empty if it begins with results."""
    heading = heading_of(rows)
    if heading is not None:
        return rows[heading]
    several = (row for row in rows if sum(bool(cell.strip()) for cell in row) > 1)
    first = next(several, ())
    return () if has_number(first) else first


def whole_number(text: str) -> int | None:
    """Return a number as spreadsheets and people write it ("+12", "−8", "1 024", "24.0"); None: it is none."""
    plain = unicodedata.normalize("NFKC", text).replace("−", "-").replace("–", "-").replace(" ", "")
    match = re.fullmatch(r"([+-]?\d{1,9})(?:[.,]0+)?", plain)
    return int(match[1]) if match else None


def table_points_text(text: str) -> str:
    """Return table points as they are typed: "2.333333" is "2.33", "4.0" is "4"."""
    match = re.fullmatch(r"(\d{1,2})[.,](\d+)", text)
    if not match:
        return text
    shortened = f"{float(f'{match[1]}.{match[2]}'):.2f}"
    return shortened.rstrip("0").rstrip(".")


def seat_of(text: str) -> Seat | None:
    """Return the seat that a word names ("East", "东", "E"); None: none."""
    named = _SEAT_OF.get(key(text))
    return next((seat for seat in SEATS if seat == named), None)


def name_key(text: str) -> str:
    """Return what two spellings of a name share, in any order of its words."""
    return "".join(sorted(key(part) for part in re.split(r"[\s,]+", text)))
