"""Event files of any size from a seed, with everything that occurs at real events and in real records."""

import random
from fractions import Fraction

from tests.support.event_appeals import with_appeals
from tests.support.event_clocks import exchange_seats, with_clocks
from tests.support.event_draws import with_draws
from tests.support.event_fouls import with_fouls
from tests.support.event_wall import with_wall
from tests.support.recompute import SEATS, columns_of, moved_within, table_points

NAMES = {
    "latin": ("Łukasz Żółć", "Zoë van der Vegt", "Çağla Öztürk", "Ñuño Ibáñez", "Jürgen Groß", "Åse Sørensen"),
    "chinese": ("王伟", "欧阳娜娜", "李小龙", "张𠮷祥", "司马光"),
    "japanese": ("山﨑 太郎", "髙橋 さくら", "ジョン・スミス", "渡邉 一"),
    "cyrillic": ("Щербаков Пётр", "Ольга Юрьевна", "Їжакевич Ґалаґан"),
}
COUNTRIES = ("CN", "JP", "ESP", "FR", "UA", "PL")
SETTINGS = {
    "play": {"session_minutes": [90, 120], "at_time": ["stop", "finish"], "aborted_hand": ["replayed"]},
    "scoring": {
        "ties": ["share", "higher", "higher"],
        "leaver_result": ["zero", "kept"],
        "electronic_approved_by": ["Комитет"],
        "electronic_approved_on": ["2024-02-29"],
        "second_entry": ["totals"],
    },
    "standings": {
        "last_tie": ["session-points", "same-rank"],
        "team_sessions": [1],
        "team_incomplete": ["ranked", "unranked"],
        "group_best": [2, 4, 5],
        "reserve_rank": ["ranked", "unranked"],
        "cut_tie": ["extra-hand", "play-off", "values", "more", "fewer"],
        "draw_results": ["released"],
        "last_session": ["ceremony"],
    },
    "penalties": {"false_win": ["burnt", "paid"], "repetition": ["session"]},
    "appeals": {"fee": [0, 200], "fee_currency": ["EUR"]},
    "privacy": {"keep_months": [6]},
}

REGISTRATION = {
    "opens": ["2024-01-01T08:00:00Z"],
    "capacity": [64, 136],
    "approval": ["automatic", "organizer"],
    "mail_confirmation": ["not-asked"],
    "guardian_age": [0, 18, 20],
    "document": ["optional", "required"],
    "consents": ["name", "none"],
    "oath": ["我保证遵守规则。\nI play fair.", {"zh": "我保证遵守规则。", "en": "I play fair."}],
}


def make_event(seed, players=16, sessions=3, *, stages=None, odd=True):
    """Return a valid event file (a dict, "mcr-event/1"); the same seed gives the same file.

    ``stages`` True or False forces or forbids a second stage (None: random, from three sessions on). Without ``odd`` it
    is a quiet event: everybody ranked, all sheets with full hands and totals that agree, all players present.
    """
    document = _Generator(random.Random(seed), players, sessions, odd).event(seed, stages)
    if not odd:
        return document
    return with_wall(with_draws(with_clocks(with_appeals(with_fouls(document, seed), seed), seed), seed), seed)


#: Recorded wins in addition to their points: with tiles that win or do not win, or with fans.
RECORDED = [
    {
        "tiles": {
            "melds": [{"kind": "kong", "tiles": "1111p", "concealed": True}, {"kind": "chow", "tiles": "123m"}],
            "hand": "EEE78m29p",
            "win": "9p",
            "self_drawn": False,
            "seat": "S",
            "round": "E",
            "flowers": 2,
        },
        "calculated": None,
    },
    {"tiles": {"hand": "1199m2288p3377sE", "win": "E", "wall_last": True}, "calculated": 28},
    {"fans": [{"id": "all-pungs", "count": 1}, {"id": "flower-tiles", "count": 3}], "calculated": 9},
]


def corrections(numbers, tables):
    """Return one corrected table, two in larger events; not random, so that seeds keep their events."""
    first, *_others = sorted(numbers)
    before = [{"number": first, "table_points": "7/3", "points": -12}]
    found = [{"begun": "2024-03-01T08:00:00Z", "corrected": "2024-03-01T08:10:00Z", "before": before}]
    found[0]["after"] = [{"number": first, "table_points": "4", "points": 120}]
    return found + [{"begun": "2024-03-01T09:00:00Z", "before": found[0]["after"]}] * (tables > 4)


class _Generator:
    def __init__(self, rng, players, sessions, odd):
        self.rng, self.players, self.sessions, self.odd = rng, players, sessions, odd

    def chance(self, share):
        """Return True with this probability, never in a quiet event."""
        return self.odd and self.rng.random() < share

    def event(self, seed, stages):
        entries = self._entries()
        head = {"id": f"event-{seed}", "name": f"Турнир 麻雀 Żółw {seed}", "country": "ES", "rules": "wmo-2014"}
        head |= {"scope": "national", "sessions": self.sessions + self.chance(0.2)}
        if self.chance(0.7):
            head |= {"starts": "2024-02-28", "ends": "2024-03-01", "place": "成都"}
            head["equipment"] = [{"item": "tiles", "by": "赵敏", "at": "2024-02-28T09:00:00Z", "remark": "WMCC 12"}]
            head["officials"] = [{"name": "赵敏", "function": "Chief referee", "tables": "1-12"}]
            head["sanction"] = {"body": "WMCC", "number": "007"}
            head["class"] = "B"
            if self.players % 8:
                head["closed"] = {"at": "2024-03-01T18:00:00Z", "by": "赵敏", "reason": "一桌未确认"}
                head["closed"]["left_open"] = {"sheets": 1}
            head |= {"settings": chosen} if (chosen := self._settings() | self._registration(seed)) else {}
        if stages or (stages is None and self.sessions > 2 and self.chance(0.4)):
            head["stages"] = self._stages(head["sessions"], entries["players"])
        self.settings = head.get("settings", {})
        self.kinds = {player["number"]: player.get("kind", "player") for player in entries["players"]}
        document = {"format": "mcr-event/1", "event": head, **entries, "sessions": []}
        for number in range(1, self.sessions + 1):
            document["sessions"].append(self._session(number, document))
        if self.chance(0.3):
            for session in document["sessions"]:
                session["starts"] = f"2024-02-{session['number']:02}T09:30:00Z"
                session["late_from"] = f"2024-02-{session['number']:02}T09:42:00Z"
        if self.odd and head["sessions"] > self.sessions:
            self._line_up(document)
        if self.chance(0.3):
            tables = [{"number": 2, "row": 1, "column": 3}, {"number": 7, "row": 4, "column": 1}]
            head["hall"] = {"rows": 4, "columns": 3, "east": self.rng.choice(["top", "left"]), "tables": tables}
        return document

    def _line_up(self, document):
        """Line up a reserve for the team's first player after the last session with tables; by number, not random."""
        players = document["players"]
        reserve = next((player for player in players if player.get("kind") == "reserve"), None)
        members = [player for player in players if reserve and player.get("team") == reserve["team"]]
        numbers = [player["number"] for player in members if "kind" not in player]
        if numbers:
            number = numbers[0]
            line_ups = [{"number": number, "by": reserve["number"]}]
            document["sessions"].append({"number": self.sessions + 1, "tables": [], "line_ups": line_ups})

    def _settings(self):
        chosen = {
            group: {name: self.rng.choice(values) for name, values in names.items() if self.chance(0.3)}
            for group, names in SETTINGS.items()
        }
        return {group: names for group, names in chosen.items() if names}

    def _registration(self, seed):
        """Return settings of registration, with separate random numbers, so that seeds keep their events."""
        rng = random.Random(f"registration {seed}")
        chosen = {name: rng.choice(values) for name, values in REGISTRATION.items() if self.odd and rng.random() < 0.3}
        if isinstance(chosen.get("oath"), dict):
            chosen["oath_texts"] = chosen.pop("oath")
        return {"registration": chosen} if chosen else {}

    def _stages(self, sessions, players):
        cut = self.rng.randint(1, self.sessions - 1)
        numbers = [player["number"] for player in players if player.get("kind", "player") == "player"]
        finalists = sorted(self.rng.sample(numbers, max(4, len(numbers) // 8 * 4)))
        first = {"number": 1, "name": "初赛", "first_session": 1, "last_session": cut, "advance": len(finalists)}
        final = {"number": 2, "name": "决赛", "first_session": cut + 1, "last_session": sessions, "players": finalists}
        return [first, final | {"carry": self.rng.choice(["full", "half", "none"])}]

    def _entries(self):
        teams = [{"id": number, "name": f"Команда {number} 队"} for number in range(1, self.players // 4 + 1)]
        groups = [{"id": number, "name": f"团体 {number}"} for number in range(1, len(teams) // 2 + 1)]
        for team in teams if groups else []:
            if self.chance(0.3):
                team["leader"] = self._name(team["id"])
            if not self.chance(0.1):
                team["group"] = (team["id"] - 1) % len(groups) + 1
        players = [self._player(number, teams) for number in range(1, self.players + 1)]
        extra = [{"kind": "reserve", "team": team["id"]} for team in teams if self.chance(0.3)]
        extra += [{"kind": "filler"}] * (3 if self.odd else -self.players % 4)
        for number, kind in enumerate(extra, start=self.players + 1):
            players.append({"number": number, "name": self._name(number), **kind})
        found = {"groups": groups, "teams": teams, "players": players}
        return {key: value for key, value in found.items() if value or key == "players"}

    def _player(self, number, teams):
        player = {"number": number, "name": self._name(number), "country": self.rng.choice(COUNTRIES)}
        if self.chance(0.2):
            player |= {"federation_number": f"{number:08}", "latin_name": f"Player {number}", "family_name": "O’Neill"}
        team = (number - 1) // 4 + 1
        if team <= len(teams) and not self.chance(0.06):
            player["team"] = team
            if "group" in teams[team - 1] and self.chance(0.05):
                player["group"] = 1
        if self.chance(0.06):
            player["status"] = self.rng.choice(["withdrawn", "disqualified"])
        if self.chance(0.3):
            player["lot"] = self.players + 1 - number
        return player | (self._presence(number, player.get("status")) if self.odd else {})

    def _presence(self, number, status):
        """Return who checked in and who withdrew and returned; by number, so that seeds keep their events."""
        found = {}
        if number % 3:
            found["arrival"] = {"at": f"2024-02-28T08:{number % 60:02}:00Z", "marks": ["fee_paid", "id_seen"]}
            if number % 3 == 2:
                found["arrival"] = {"marks": ["name_confirmed", "oath_signed"]}
            elif self.sessions > 1:
                missed = [{"session": 3}] if self.sessions > 2 else []
                found["arrival"]["later"] = [{"session": 2, "at": "2024-02-28T13:05:00Z"}, *missed]
        if number % 7 == 3 and self.sessions > 1:
            found["absences"] = [
                {"from_session": 1, "until_session": 2, "reason": "病了", "return_reason": "wieder da"}
            ]
        if number % 5 == 2:
            found["consents"] = {"name": number % 10 == 2} if number % 3 else {"name": False, "photo": True}
        if status == "withdrawn" and number % 2:
            found.setdefault("absences", []).append({"from_session": self.sessions})
        return found

    def _name(self, number):
        return f"{self.rng.choice(NAMES[self.rng.choice(list(NAMES))])} {number}"

    def _session(self, number, document):
        stage = next((s for s in document["event"].get("stages", []) if number >= s["first_session"] > 1), {})
        playing = [n for n, kind in self.kinds.items() if kind == "player" and n in stage.get("players", self.kinds)]
        self.rng.shuffle(playing)
        fillers = [n for n, kind in self.kinds.items() if kind == "filler"]
        missing = -len(playing) % 4
        if not self.chance(0.5) or len(playing) < 12:
            playing += fillers[:missing]
            fillers, missing = fillers[missing:], 0
        last = self.odd and number == self.sessions
        session = {"number": number, "tables": []}
        if not last:
            session["released"] = f"2024-02-29T{number % 24:02}:00:00Z"
            if self.odd and number % 3 == 1:
                session["official"] = {"at": f"2024-02-29T{number % 24:02}:45:00Z", "by": "赵敏"}
            if self.odd and number % 3 == 2:
                reason = {"by": "韦一笑、周颠", "reason": "全体选手声明不申诉"}
                session["early_end"] = {"at": f"2024-02-29T{number % 24:02}:50:00Z"} | reason
        spare = {"filler": fillers, "reserve": [n for n, kind in self.kinds.items() if kind == "reserve"]}
        position = 0
        while position < len(playing):
            size = 3 if len(session["tables"]) < missing else 4
            seats = dict(zip(sorted(self.rng.sample(SEATS, size), key=SEATS.index), playing[position:], strict=False))
            session["tables"].append({"number": len(session["tables"]) + 1, "seats": seats})
            position += size
        for table in session["tables"]:
            self._change_persons(table, spare)
            playing += [person["number"] for person in table.get("persons", []) if "number" in person]
        if self.odd:
            exchange_seats(session["tables"], number * 1000 + len(playing))
        if self.chance(0.5):
            session["penalties"] = self._session_penalties(sorted(set(playing)))
        for table in session["tables"]:
            self._play(table, session, last)
            if self.odd and not last and table["number"] % 4 == 1:
                table["corrections"] = corrections(table["seats"].values(), len(session["tables"]))
        return session

    def _session_penalties(self, seated):
        number, other = self.rng.sample(seated, 2)
        late = {"number": number, "points": -10, "article": "3.11.2.1", "reason": "late"}
        paid = {"number": other, "points": -20, "to": number}
        return sorted([late, paid], key=lambda penalty: penalty["number"])

    def _play(self, table, session, last):
        if last and self.chance(0.2):
            table["state"] = self.rng.choice(["open", "checked", "signed"])
        if last and self.chance(0.1):
            return
        table["hands"] = self._hands(table)
        if self.chance(0.1):
            table["penalties"] = [{"seat": self.rng.choice(list(table["seats"])), "points": -5, "article": "3.11.2.2"}]
        if table["hands"] and not self.chance(0.25):
            table["totals"] = columns_of(table, session.get("penalties", []))
            self._spoil(table)
        if not table["hands"] or ("totals" in table and self.chance(0.1)):
            del table["hands"]
        if "totals" in table and not self.chance(0.2):
            moved = moved_within(table)
            table["table_points"] = self._stated({seat: sum_ + moved[seat] for seat, sum_ in table["totals"].items()})
        if self.odd and "totals" in table and table["number"] % 5 == 0:
            table["settled"] = {"way": "keep-totals", "reason": "看过记分表"}

    def _change_persons(self, table, spare):
        """Add reserves and fillers on other players' seats, leavers, and forfeited seats with or without a filler."""
        seat = self.rng.choice(list(table["seats"]))
        if self.chance(0.06):
            table["forfeits"] = [{"seat": seat, "reason": "16 minutes late"}]
            if self.chance(0.5):
                table["persons"] = [{"seat": seat, "from_hand": 1, "name": "路人甲"}]
        elif self.chance(0.1):
            kind = self.rng.choice(["filler", "reserve"])
            who = {"number": spare[kind].pop()} if spare[kind] else {"name": "Гость"}
            first = {"seat": seat, "from_hand": self.rng.choice([1, 1, 7]), **who}
            table["persons"] = [first]
            if self.chance(0.4):
                back = self.rng.choice([{"name": "客"}, {"number": table["seats"][seat]}])
                table["persons"].append({"seat": seat, "from_hand": 12, **back})

    def _hands(self, table):
        given_up = {forfeit["seat"] for forfeit in table.get("forfeits", [])}
        sat = {person["seat"] for person in table.get("persons", [])}
        seats = [seat for seat in table["seats"] if seat not in given_up or seat in sat]
        if self.chance(0.03):
            return [{"no": number, "winner": None} for number in range(1, 17)]
        length = self.rng.randint(0, 15) if self.chance(0.2) else 16
        return [self._hand(number, seats) for number in range(1, length + 1) if not self.chance(0.01)]

    def _hand(self, number, seats):
        rng, hand = self.rng, {"no": number, "winner": None}
        chosen = rng.random()
        if chosen > 0.04:
            hand["winner"] = rng.choice(seats)
            others = [seat for seat in seats if seat != hand["winner"]]
            if chosen > 0.3 and others:
                hand["discarder"] = rng.choice(others)
            hand["points"] = 8 + min(300, int(rng.expovariate(1 / 7)))
            if self.chance(0.03):
                hand["recorded"] = rng.choice(RECORDED)
        elif self.chance(0.3):
            hand["aborted"] = True
        if self.chance(0.01):
            hand["adjustments"] = self._false_win(seats)
            if number % 2:
                hand["penalties"] = self._told(hand)
        if hand.get("aborted") and number % 3 == 0:
            hand["disputed"] = True
        return hand

    def _told(self, hand):
        """Return the false win as an official entered it: who is barred from winning, and why."""
        moved = hand["adjustments"]
        offender = min(moved, key=lambda seat: moved[seat])
        rows = [{"order": 0, "seat": seat, "points": moved[seat]} for seat in SEATS if seat in moved]
        for row in rows:
            row |= {"article": "3.11.2.2", "reason": "错和"}
            row |= {"dead": True} if row["seat"] == offender != hand["winner"] else {}
        return rows

    def _false_win(self, seats):
        offender, each = self.rng.choice(seats), self.rng.choice([10, 20])
        if self.settings.get("penalties", {}).get("false_win") == "burnt":
            return {offender: -4 * each}
        others = [seat for seat in seats if seat != offender]
        return {seat: each if seat in others else -each * len(others) for seat in seats}

    def _spoil(self, table):
        """Change the totals so that they tie, contradict the hands, or do not sum up."""
        totals = table["totals"]
        seats = list(totals)
        if len(seats) > 1 and self.chance(0.08):
            totals[seats[0]] = totals[seats[1]]
        elif self.chance(0.04):
            totals.update(dict.fromkeys(seats, 0))
        elif self.chance(0.06):
            totals[self.rng.choice(seats)] += self.rng.choice([-30, 8, 100])

    def _stated(self, totals):
        points = table_points(totals, self.settings.get("scoring", {}).get("ties", "share"))
        if self.chance(0.02):
            points[next(iter(points))] = Fraction(3)
        return {seat: self._as_text(value) for seat, value in points.items()}

    def _as_text(self, value):
        if value.denominator == 1:
            return str(value)
        return str(value) if self.rng.random() < 0.5 else f"{float(value):.2f}"
