"""The tests' oracle: standings computed from an event file, short and without code of the product."""

from fractions import Fraction

SEATS = "ESWN"
WHOLE_EVENT = {"first_session": 1, "last_session": 99}
CARRY = {"full": Fraction(1), "half": Fraction(1, 2), "none": Fraction(0)}


def table_points(scores, ties="share"):
    """Return seat -> table points of a table's scores: 4-2-1-0 with shared places."""
    found = {}
    for seat, score in scores.items():
        above = sum(other > score for other in scores.values())
        places = [4, 2, 1, 0][above : above + sum(other == score for other in scores.values())]
        found[seat] = Fraction(sum(places), len(places)) if ties == "share" else Fraction(places[0])
    return found


def add_hand(scores, hand):
    """Add the points of one hand of a file, penalties included, to the scores of all four seats."""
    for seat, points in hand.get("adjustments", {}).items():
        scores[seat] += points
    for payer in SEATS.replace(hand["winner"] or SEATS, ""):
        paid = 8 + (hand["points"] if (hand.get("discarder") or payer) == payer else 0)
        scores[payer] -= paid
        scores[hand["winner"]] += paid


def people_of(table, seat):
    """Return (from hand, number or None, exchanged) of the people on the seat, in order.

    The list starts with the last person whom a seat repair put there, without a repair with the holder of the number.
    """
    rows = [(0, table["seats"][seat], False)]
    persons = sorted(table.get("persons", []), key=lambda person: person["from_hand"])
    for person in persons:
        if person["seat"] == seat:
            row = (person["from_hand"], person.get("number"), person.get("exchanged", False))
            rows = [row] if row[2] else [*rows, row]
    return rows


def sitting(table, seat, no):
    """Return the number of the person on the seat in the hand; None for a person without one."""
    persons = [p for p in table.get("persons", []) if p["seat"] == seat and p["from_hand"] <= no]
    last = max(persons, key=lambda person: person["from_hand"], default={"number": table["seats"][seat]})
    return last.get("number")


def moved_within(table):
    """Return seat -> points of hands that follow the players who exchanged seats at this table."""
    moved = dict.fromkeys(table["seats"], 0)
    if not any(person.get("exchanged") for person in table.get("persons", [])):
        return moved
    final = {people_of(table, seat)[0][1]: seat for seat in table["seats"]}
    for hand in table.get("hands", []):
        scores = dict.fromkeys(SEATS, 0)
        add_hand(scores, hand)
        for seat in table["seats"]:
            to = final.get(sitting(table, seat, hand["no"]), seat)
            moved[seat] -= scores[seat]
            moved[to] += scores[seat]
    return moved


def scores_of(table, penalties=()):
    """Return seat -> result of the final holder of the seat; None if the table was not played."""
    columns, moved = columns_of(table, penalties), moved_within(table)
    return {seat: score + moved[seat] for seat, score in columns.items()} if columns else columns


def columns_of(table, penalties=()):
    """Return seat -> sum of its column, for every seat that was played on; None if the table was not played."""
    given_up = {forfeit["seat"] for forfeit in table.get("forfeits", [])}
    sat = {person["seat"] for person in table.get("persons", [])}
    played = [seat for seat in SEATS if seat in table["seats"] and (seat not in given_up or seat in sat)]
    if table.get("totals"):
        return {seat: table["totals"][seat] for seat in played}
    if not table.get("hands"):
        return None
    scores = dict.fromkeys(SEATS, 0)
    for hand in table["hands"]:
        add_hand(scores, hand)
    for penalty in table.get("penalties", []):
        scores[penalty["seat"]] += penalty["points"]
    for seat in played:
        here = [number for _hand, number, _exchanged in people_of(table, seat) if number]
        scores[seat] += sum(p["points"] for p in penalties if p["number"] in here)
        scores[seat] -= sum(p["points"] for p in penalties if p.get("to") in here)
    return {seat: scores[seat] for seat in played}


def standings(document, released=False):
    """Return the output of `manage.py standings EVENT --json` for an event file; ``released``: the public standings."""
    return _Recomputed(document, released).document()


class _Recomputed:
    def __init__(self, document, released):
        self.file, self.released = document, released
        lost = {
            measure["player"]
            for measure in document.get("measures", [])
            if (measure["kind"], measure["status"]) == ("rank-lost", "in-force")
        }
        self.players = {
            player["number"]: {**player, **({"status": "disqualified"} if player["number"] in lost else {})}
            for player in document["players"]
        }
        self.rows = {number: [] for number in self.players}
        for session in sorted(document["sessions"], key=lambda session: session["number"]):
            if released and "released" not in session:
                break
            for table in session["tables"]:
                self._add_table(session, table)
        self.last = max((row["session"] for rows in self.rows.values() for row in rows), default=0)

    def setting(self, group, name, default):
        return self.file["event"].get("settings", {}).get(group, {}).get(name, default)

    def _add_table(self, session, table):
        scores = scores_of(table, session.get("penalties", []))
        if scores is None or (self.released and table.get("state") in ("open", "checked")):
            return
        points = table_points(scores, self.setting("scoring", "ties", "share"))
        for seat in table["seats"]:
            (_from, holder, _exchanged), *persons = people_of(table, seat)
            forfeited = any(forfeit["seat"] == seat for forfeit in table.get("forfeits", []))
            starters = [number for hand, number, _exchanged in persons if hand == 1]
            number = starters[0] if starters and not forfeited else holder
            if number is None or self.players[number].get("kind") == "filler":
                continue
            tp, cp = (Fraction(0), 0) if forfeited else (points[seat], scores[seat])
            left = any(hand > 1 for hand, _number, _exchanged in persons)
            if left and self.setting("scoring", "leaver_result", "zero") == "zero":
                tp, cp = Fraction(0), min(cp, 0)
            team = self.players[holder].get("team")
            self.rows[number].append({"session": session["number"], "tp": tp, "cp": cp, "team": team})

    def document(self):
        teams = [self._unit("team", team["id"], *self._team(team["id"])) for team in self.file.get("teams", [])]
        groups = [self._unit("group", group["id"], *self._group(group["id"])) for group in self.file.get("groups", [])]
        people = [self._person(player) for player in self.players.values() if self._takes_part(player)]
        found = {"event": self.file["event"]["id"], "sessions": self.last}
        return found | {"individual": _ranked(people), "teams": _ranked(teams), "groups": _ranked(groups)}

    def _takes_part(self, player):
        kind = player.get("kind", "player")
        return kind == "player" or (kind == "reserve" and self.rows[player["number"]])

    def _person(self, player):
        status = player.get("status", "entered").replace("entered", "ranked")
        if status == "ranked" and player.get("kind") == "reserve":
            status = self.setting("standings", "reserve_rank", "ranked")
        stage, tp, cp, counted = self._through_stages(player["number"])
        by_sessions = self.setting("standings", "last_tie", "session-points") == "session-points"
        last = sorted((row["tp"] for row in counted if row["tp"] and by_sessions), reverse=True)
        line = {"rank": None, "number": player["number"], "name": player["name"], "team": player.get("team")} | {
            "table_points": str(tp),
            "competition_points": int(cp) if cp == int(cp) else str(cp),
            "status": status,
            "sessions": [
                {"session": row["session"], "table_points": str(row["tp"]), "competition_points": row["cp"]}
                for row in self.rows[player["number"]]
            ],
        }
        return status, (stage, tp, cp, last), player["number"], line

    def _through_stages(self, number):
        """Return (stage reached, TP, CP, counted rows); earlier points are carried into each stage reached."""
        stages = sorted(self.file["event"].get("stages", []), key=lambda stage: stage["number"])
        stages = [stage for stage in stages if stage["first_session"] <= self.last] or [WHOLE_EVENT]
        reached, inside = 0, True
        for index, stage in enumerate(stages):
            inside = number in stage["players"] if index and stage.get("players") else inside
            reached = index if inside else reached
        tp, cp, counted = Fraction(0), Fraction(0), []
        for stage in stages[: reached + 1]:
            factor = CARRY[stage.get("carry", "full")]
            rows = self.rows[number]
            here = [row for row in rows if stage["first_session"] <= row["session"] <= stage["last_session"]]
            tp, cp = tp * factor + sum(row["tp"] for row in here), cp * factor + sum(row["cp"] for row in here)
            counted = (counted if factor else []) + here
        return reached, tp, cp, counted

    def _team(self, team):
        """Return (ranked, how many members count, their rows)."""
        size = sum(player.get("team") == team for player in self.players.values())
        shares = []
        for number, player in self.players.items():
            rows = [row for row in self.rows[number] if row["team"] == team]
            member = player.get("team") == team and player.get("kind", "player") == "player"
            if player.get("status") != "disqualified" and (member or rows):
                shares.append(self._share(rows))
        return size >= 4 or self.setting("standings", "team_incomplete", "ranked") == "ranked", None, shares

    def _group(self, group):
        of_team = {team["id"]: team.get("group") for team in self.file.get("teams", [])}
        best, shares = self.setting("standings", "group_best", 4), []
        for number, player in self.players.items():
            belongs = player.get("group", of_team.get(player.get("team"))) == group
            if belongs and self._takes_part(player) and player.get("status") != "disqualified":
                shares.append(self._share(self.rows[number]))
        return len(shares) >= best, best, shares

    def _share(self, rows):
        counted = [row for row in rows if row["session"] <= self.setting("standings", "team_sessions", 99)]
        return sum((row["tp"] for row in counted), Fraction(0)), sum(row["cp"] for row in counted)

    def _unit(self, word, number, ranked, best, shares):
        counted = sorted(shares, reverse=True)[:best]
        tp, cp = sum((share[0] for share in counted), Fraction(0)), sum(share[1] for share in counted)
        line = {"rank": None, word: number, "table_points": str(tp), "competition_points": cp}
        return "ranked" if ranked else "unranked", (tp, cp, counted[:1]), number, line


def _ranked(lines):
    """Sort the best first, equals by number, unranked lines last; shared ranks are 1, 2, 2, 4."""
    lines = sorted(sorted(lines, key=lambda line: line[2]), key=lambda line: line[1], reverse=True)
    keys = [key for status, key, _number, _line in lines if status == "ranked"]
    for status, key, _number, line in lines:
        line["rank"] = keys.index(key) + 1 if status == "ranked" else None
    order = ["ranked", "unranked", "withdrawn", "disqualified"]
    return [line for _status, _key, _number, line in sorted(lines, key=lambda line: order.index(line[0]))]
