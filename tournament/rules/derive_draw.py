"""Drawing the lots of a published record again, from seed, list and plans alone: no line of the engine is used here.

Read it, or write it again (static/js/draw/derive.js is the same in another language). A *plan* is a chart of positions
from 0, the same for every list of its size; its ``groups`` and ``quads`` are sets of positions that never meet. The
record names the plans by their hash among its terms, which were shown before the secret was. What is decided by the
seed is who gets which position: whole teams and countries into a group by best fit (packing), what that leaves by
exchanges with tabu. A list line is (number, team, country, region, numbers kept apart, table of its own).
"""

import json
from collections import Counter, defaultdict
from collections.abc import Collection
from hashlib import sha256
from itertools import combinations, count, permutations
from math import comb
from typing import Any, NamedTuple

WEIGHTS = (10**6, 10**3, 1)
"""What a meeting inside a team, a country, a region costs."""
NEVER, AREA_STEPS = 10**9, 1500

Chart = list[list[list[int]]]
Lot = tuple[int, list[int]]
"""What its meetings cost, and the number (from 0) at each position."""


class Search(NamedTuple):
    """So many exchanges in a row without a cheaper lot end a round; so many rounds there are for the groups and for the
    quads; after so many exchanges in all no further round begins; and so many packings, times groups, are tried in the
    first round and in later ones."""

    patience: int
    rounds: tuple[int, int]
    enough: int
    packings: tuple[int, int]


SEARCHES = {
    "pinju-draw/3": Search(200, (8, 1), 10**9, (100, 100)),
    "pinju-draw/4": Search(60, (8, 1), 600, (300, 20)),
}
"""What changed from version to version: old records are derived as they were drawn."""


class Line(NamedTuple):
    """A line of the list, fillers too."""

    number: int
    team: str = ""
    country: str = ""
    region: str = ""
    apart: tuple[int, ...] = ()
    table: int | None = None


class Chance:
    """SHA-256 in counter mode: four words of 64 bits from each digest, by rejection."""

    def __init__(self, *parts: str) -> None:
        contents = [part.encode() for part in parts]
        self.key = sha256(b"".join(len(one).to_bytes(8, "big") + one for one in contents)).digest()
        self.words: list[int] = []
        self.block = 0

    def below(self, limit: int) -> int:
        """A whole number from 0 to limit - 1."""
        while True:
            if not self.words:
                block = sha256(self.key + self.block.to_bytes(8, "big")).digest()
                self.words = [int.from_bytes(block[at : at + 8], "big") for at in (0, 8, 16, 24)]
                self.block += 1
            word = self.words.pop(0)
            if word < (1 << 64) // limit * limit:
                return word % limit

    def shuffled(self, items: list[Any]) -> list[Any]:
        """Fisher and Yates, from the end."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
        return items


def by_country(people: list[Line], chance: Chance) -> list[list[list[Line]]]:
    """The countries in random order, each a list of teams, larger ones first; people without team are teams of one."""
    teams: dict[Any, list[Line]] = defaultdict(list)
    for one in chance.shuffled(list(people)):
        teams[one.team or one.number].append(one)
    found: dict[Any, list[list[Line]]] = defaultdict(list)
    for key, team in teams.items():
        home = team[0].country or ((team[0].region, "region") if team[0].region else (key, "own"))
        found[home].append(sorted(team, key=lambda one: one.country))
    return [sorted(country, key=len, reverse=True) for country in found.values()]


def _cross(parts: list[int]) -> int:
    return comb(sum(parts), 2) - sum(comb(part, 2) for part in parts)


def _fitted(countries: list[list[list[Line]]], sizes: list[int]) -> tuple[int, list[list[Line]]]:
    """The countries in this order into bins; the pairs that are torn apart (of a team: a thousandfold), the bins."""
    bins: list[list[Line]] = [[] for _size in sizes]
    torn = 0
    for country in countries:
        room = [size - len(filled) for size, filled in zip(sizes, bins, strict=True)]
        size = sum(map(len, country))
        roomy = [at for at in range(len(bins)) if room[at] >= size]
        if roomy:
            bins[min(roomy, key=room.__getitem__)] += [one for team in country for one in team]
            continue
        here = [0] * len(bins)
        for team in country:
            rest, parts = team, []
            while rest:
                left = len(rest)
                at = max(range(len(bins)), key=lambda at: (min(room[at], left), here[at], room[at]))
                part, rest = rest[: room[at]], rest[room[at] :]
                bins[at] += part
                room[at] -= len(part)
                here[at] += len(part)
                parts.append(len(part))
            torn += 1000 * _cross(parts)
        torn += _cross(here)
    return torn, bins


def placed(bins: list[list[Line]], groups: list[list[int]], chance: Chance) -> list[int]:
    """Who is at each position: bins to groups, and within a group, by chance."""
    lot = [0] * sum(map(len, groups))
    for at, group in zip(chance.shuffled(list(range(len(groups)))), groups, strict=True):
        for position, one in zip(chance.shuffled(list(group)), bins[at], strict=True):
            lot[position] = one.number - 1
    return lot


def packed(people: list[Line], groups: list[list[int]], chance: Chance, attempts: int) -> list[int]:
    """The best of some packings, the first by size, the others by sizes taken 30% more or less by chance."""
    countries = by_country(people, chance)
    best: tuple[int, list[list[Line]]] | None = None
    for attempt in range(max(1, attempts // len(groups))):
        weights = [sum(map(len, one)) * (700 + chance.below(600) if attempt else 1000) for one in countries]
        order = sorted(range(len(countries)), key=lambda at: -weights[at])
        found = _fitted([countries[at] for at in order], list(map(len, groups)))
        best = found if best is None or found[0] < best[0] else best
        if not best[0]:
            break
    assert best is not None
    return placed(best[1], groups, chance)


def prices(people: list[Line], weights: tuple[int, int, int] = WEIGHTS) -> list[dict[int, int]]:
    """For each number (from 0) whom a meeting with costs something, and what."""
    found: list[dict[int, int]] = [{} for _one in people]
    for cost, column in zip(weights, (1, 2, 3), strict=True):
        units: dict[Any, list[int]] = defaultdict(list)
        for at, one in enumerate(people):
            units[one[column]].append(at)
        for mine, other in (pair for name, unit in units.items() if name for pair in permutations(unit, 2)):
            found[mine][other] = found[mine].get(other, 0) + cost
    for at, one in enumerate(people):
        for number in one.apart:
            found[at][number - 1] = found[number - 1][at] = NEVER
    return found


def searched(
    plan: Chart, price: list[dict[int, int]], lot: list[int], chance: Chance, bound: int, patience: int
) -> tuple[int, list[int], int]:
    """The cheapest lot of exchanges, until so many in a row bring nothing: somebody who meets at a cost, with whoever
    makes it least; tabu a while. Its cost, the lot, and how many exchanges were looked for."""
    size, lot = len(lot), list(lot)
    met: list[Counter[int]] = [Counter() for _one in lot]
    for one, other in (pair for session in plan for four in session for pair in permutations(four, 2)):
        met[one][other] += 1
    place = {number: position for position, number in enumerate(lot)}

    def cost(position: int) -> int:
        return sum(times * price[lot[position]].get(lot[near], 0) for near, times in met[position].items())

    own = [cost(position) for position in range(size)]
    now = least = sum(own) // 2
    best = list(lot)
    if least <= bound:
        return least, best, 0
    closed, since = [0] * size, 0
    noise = chance.shuffled(list(range(size)))
    for step in count():
        if least <= bound or step >= since + patience:
            break
        moving = [position for position in range(size) if own[position] and closed[position] <= step]
        if not moving:
            continue
        one = moving[chance.below(len(moving))]
        more = [-own[one] - mine for mine in own]
        for near, times in met[one].items():
            for kin, each in price[lot[near]].items():
                more[place[kin]] += times * each
        for kin, each in price[lot[one]].items():
            more[place[kin]] += 2 * met[one][place[kin]] * each
            for other, times in met[place[kin]].items():
                more[other] += times * each
        free = [at for at in range(size) if at != one and (closed[at] <= step or now + more[at] < least)]
        other = min(free, key=lambda at: more[at] * size + noise[(step + at) % size], default=0)
        lot[one], lot[other] = lot[other], lot[one]
        place[lot[one]], place[lot[other]] = one, other
        for position in {one, other, *met[one], *met[other]}:
            own[position] = cost(position)
        now += more[other]
        closed[one] = closed[other] = step + 2 + chance.below(7)
        if now < least:
            least, best, since = now, list(lot), step + 1
    return least, best, step


def _least(tables: int, sessions: int, sizes: Collection[int], repeats: int) -> int:
    """What meetings inside units of these sizes there must be at least."""
    apart = comb(4 * tables, 2) - sum(comb(size, 2) for size in sizes)
    seats = [size // tables + (table < size % tables) for size in sizes for table in range(tables)]
    return max(sessions * sum(comb(count, 2) for count in seats), 6 * tables * sessions - apart - repeats, 0)


def bound_of(plan: Chart, lines: list[Line]) -> int:
    """What the meetings of teams, countries and regions cost at least on this plan."""
    met = Counter(pair for session in plan for four in session for pair in combinations(sorted(four), 2))
    sizes = [Counter(str(line[column]) for line in lines if line[column]).values() for column in (1, 2, 3)]
    repeats = met.total() - len(met)
    return sum(cost * _least(len(plan[0]), len(plan), each, repeats) for cost, each in zip(WEIGHTS, sizes, strict=True))


def with_fillers(lines: list[Line]) -> list[Line]:
    """The list and the numbers above it that fill the last table, a team of their own."""
    return [*lines, *(Line(len(lines) + 1 + at, "\0") for at in range(-len(lines) % 4))]


def lots_by_areas(plans: list[dict[str, Any]], lines: list[Line], chance: Chance) -> Chart:
    """One of each region at every table: each region by chance in a group of its own, who is too many where room is."""
    plan, people = plans[0]["positions"], with_fillers(lines)
    room, over, areas = len(plan[0]), people[len(lines) :], []
    for region in sorted({line.region for line in lines}):
        area = chance.shuffled([line for line in lines if line.region == region])
        areas.append(area[:room])
        over += area[room:]
    for area in areas:
        while len(area) < room:
            area.append(over.pop())
    lot = placed(areas, plans[0]["groups"], chance)
    _cost, lot, _steps = searched(plan, prices(people, (*WEIGHTS[:2], 10**8)), lot, chance, 0, AREA_STEPS)
    return [[[lot[at] for at in four] for four in session] for session in plan]


def _rounds(plan: dict[str, Any], search: Search) -> list[tuple[int, list[list[int]]]]:
    """What each round packs into, numbered: the plan's groups, then its fours where they are others."""
    ways = [plan["groups"], plan["quads"] if plan["quads"] != plan["groups"] else []]
    return [(turn, groups) for groups, rounds in zip(ways, search.rounds, strict=True)
            for turn in range(rounds) if groups]  # fmt: skip


def drawn_lots(plans: list[dict[str, Any]], lines: list[Line], chance: Chance, search: Search) -> Chart:
    """The cheapest of the plans with lots, from 0; the second plan only if the first costs more than it must."""
    bound, people = bound_of(plans[0]["positions"], lines), with_fillers(lines)
    price = prices(people)
    found: list[tuple[int, Chart]] = []
    for plan in plans:
        if found and min(cost for cost, _chart in found) <= bound:
            break
        mine: list[int] = []
        spent = 0
        for turn, groups in _rounds(plan, search):
            if mine and min(mine) <= bound:
                break
            if turn and spent >= search.enough:
                continue
            lot = packed(people, groups, chance, search.packings[turn > 0])
            cost, lot, steps = searched(plan["positions"], price, lot, chance, bound, search.patience)
            spent += steps
            mine.append(cost)
            found.append((cost, [[[lot[at] for at in four] for four in session] for session in plan["positions"]]))
    return min(found, key=lambda one: one[0])[1]


def kin_last(chart: Chart, lines: list[Line]) -> Chart:
    """The sessions in which fewest of a team, then of a country meet, first."""

    def kin(session: list[list[int]]) -> int:
        seated = [[lines[one] for one in four if one < len(lines)] for four in session]
        pairs = [pair for four in seated for pair in combinations(four, 2)]
        return sum(
            cost * sum(1 for one, other in pairs if one[column] and one[column] == other[column])
            for cost, column in ((WEIGHTS[0], 1), (WEIGHTS[1], 2))
        )

    return sorted(chart, key=kin)


def _halves(ends: list[tuple[int, int]], nodes: int) -> tuple[list[int], list[int]]:
    """The edges in two parts with half of each node's: closed trails, edges by turns."""
    at: list[list[int]] = [[] for _node in range(nodes)]
    for edge, pair in enumerate(ends):
        for node in pair:
            at[node].append(edge)
    walked, parts = [False] * len(ends), ([], [])  # type: ignore[var-annotated]
    for start in range(nodes):
        node, turn = start, 0
        while at[node]:
            edge = at[node].pop()
            if not walked[edge]:
                walked[edge] = True
                parts[turn].append(edge)
                turn = 1 - turn
                node = sum(ends[edge]) - node
    return parts


def with_winds(chart: Chart) -> Chart:
    """Each table's four in the order East, South, West, North, by four sessions: nobody starts on a wind twice."""
    tables = len(chart[0])
    size = 4 * tables
    for first in range(0, len(chart), 4):
        block = [four for session in chart[first : first + 4] for four in session]
        idle = [at % size for at in range(4 * (4 * tables - len(block)))]
        whole = block + [idle[at : at + 4] for at in range(0, len(idle), 4)]
        ends = [(one, size + table) for table, four in enumerate(whole) for one in four]
        seated = [[0] * 4 for _four in whole]
        for half, pair in enumerate(_halves(ends, 2 * size)):
            for quarter, edges in enumerate(_halves([ends[edge] for edge in pair], 2 * size)):
                for edge in edges:
                    one, table = ends[pair[edge]]
                    seated[table - size][2 * half + quarter] = one
        for at, session in enumerate(chart[first : first + 4]):
            session[:] = seated[at * tables : (at + 1) * tables]
    return chart


def derived(record: dict[str, Any]) -> Chart:
    """The chart that version, seed, list, plans, rule and candidate of a record give, before any change by hand."""
    lines = [
        Line(one["number"], one["team"], one["country"], one["region"], tuple(one.get("apart", ())), one.get("table"))
        for one in record["list"]
    ]
    own = {one.number for one in lines if one.table}
    lines = [one._replace(apart=(*one.apart, *(own - {one.number}))) if one.table else one for one in lines]
    rows = [[*one[:4], sorted(set(one.apart)), one.table] for one in lines]
    rule, candidate = record["rule"], record["candidate"]
    way = [] if rule == "apart" and not candidate else [rule, str(candidate)]
    listed = json.dumps(rows, ensure_ascii=False, separators=(",", ":"))
    chance = Chance(record["version"], record["seed"], "", listed, *way)
    if rule == "apart":
        chart = drawn_lots(record["plans"], lines, chance, SEARCHES[record["version"]])
    else:
        chart = lots_by_areas(record["plans"], lines, chance)
    chart = with_winds(kin_last(chart, lines))
    for session in chart:
        for one in lines:
            if one.table:
                at = next(at for at, four in enumerate(session) if one.number - 1 in four)
                session[at], session[one.table - 1] = session[one.table - 1], session[at]
    return [[[one + 1 for one in four] for four in session] for session in chart]


def _hash(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _cell(value: Any) -> str:
    text = str(value)
    return '"' + text.replace('"', '""') + '"' if any(sign in text for sign in '",\n\r') else text


def listed(lines: list[dict[str, Any]]) -> str:
    """The list as its file, what its hash is of."""
    columns = ["number", "name", "team", "country", "region"]
    if any(line.get("apart") or line.get("table") for line in lines):
        columns += ["apart", "table"]
    rows = [line | {"apart": " ".join(map(str, line.get("apart", ())))} for line in lines]
    rows.sort(key=lambda row: row["number"])
    return "".join(
        ",".join(cells) + "\n"
        for cells in [columns, *([_cell(row.get(name) or "") for name in columns] for row in rows)]
    )


def changed(chart: Chart, changes: list[dict[str, Any]]) -> Chart | None:
    """The chart after what was done by hand; None if a re-draw touches a session before its first.

    The chart after a late arrival, or after the later sessions were drawn anew, is taken from the record.
    """
    for change in changes:
        if "numbers" in change:
            one, other = change["numbers"]
            instead = {one: other, other: one}
            chart = [
                [[instead.get(number, number) for number in four] for four in session]
                if change["session"] in (None, at)
                else session
                for at, session in enumerate(chart, 1)
            ]
        elif "chart" in change:
            before = change.get("from_session", 1) - 1
            if change["chart"][:before] != chart[:before]:
                return None
            chart = change["chart"]
    return chart


def unfounded(record: dict[str, Any]) -> list[str]:
    """What in a record does not follow: version (an unknown one), commitment, list_hash, terms, plans, seed, chart;
    empty if all does."""
    if record["version"] not in SEARCHES:
        return ["version"]
    terms = json.loads(record["terms"])
    candidate = record["candidate"]
    plans = [[plan["positions"], plan["groups"], plan["quads"]] for plan in record["plans"]]
    mixed = [record["secret"], record["public_value"], record["list_hash"], _hash(record["terms"])]
    holds = {
        "commitment": _hash(record["secret"]) == record["commitment"],
        "list_hash": _hash(listed(record["list"])) == record["list_hash"],
        "terms": all(terms[key] == record[key] for key in ("version", "rule", "sessions"))
        and 0 <= candidate < terms["candidates"] == len(terms["plans"]),
        "plans": terms["plans"][candidate : candidate + 1] == [_hash(_compact(plans))],
        "seed": _hash("|".join(mixed)) == record["seed"],
    }
    found = [name for name, held in holds.items() if not held]
    return (
        found
        if "plans" in found or changed(derived(record), record["changes"]) == record["chart"]
        else [*found, "chart"]
    )
