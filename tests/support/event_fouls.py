"""Fouls and measures for generated event files: real ones of every kind."""

import random

from scoring.fouls.rules.catalogue import fouls as catalogue

WARNINGS = ("empty-call", "late-pung", "talk", "slow-discard")


def with_fouls(document, seed):
    """Add fouls. Separate random numbers keep the events of earlier seeds unchanged."""
    made = _Fouls(random.Random(f"fouls of {seed}"), document)
    made.write()
    return document


class _Fouls:
    def __init__(self, rng, document):
        self.rng, self.document, self.number = rng, document, 0
        self.own = rng.random() < 0.3

    def write(self):
        if self.own:
            kind = {"id": "phone", "article": "规程 12", "scope": "hand", "name": {"zh": "手机响铃", "en": "Phone"}}
            kind |= {"about": {"ja": "電話\n鳴る"}, "effects": ["points"], "points": 20, "counted": True}
            self.document["event"]["foul_kinds"] = [{"id": "a-2", "scope": "event", "name": {"ja": "他"}}, kind]
        for session in self.document["sessions"]:
            for table in session["tables"]:
                self._at(table)
            self._late(session)
        if self.rng.random() < 0.3:
            number = self.document["players"][-1]["number"]
            self.document["fouls"] = [self._foul("event", "cheating", player=number, effects=["suspension"])]
            self._measure(number)

    def _foul(self, scope, kind, **more):
        self.number += 1
        entry = catalogue().get(kind)
        known = {"outcome": entry.outcomes[0].code, "article": entry.article} if entry else {}
        place = {name: more.pop(name) for name in ("seat", "hand", "player", "name") if name in more}
        found = {"number": self.number, "scope": scope, **place, "kind": kind, **known, **more}
        found["entered"] = f"2024-02-29T10:{self.number % 60:02}:00Z"
        return found | ({"by": "赵敏"} if self.number % 2 else {})

    def _at(self, table):
        """Add fouls at a table: of its penalties, and without points."""
        found = []
        for index, row in enumerate(table.get("penalties", [])):
            row["order"] = index
            facts = {"seat": row["seat"], **self._who(table, row["seat"]), "effects": ["points"], "points": 5}
            found.append(self._foul("hand", "violation", **facts, order=index))
        if self.rng.random() < 0.3:
            seat = self.rng.choice(list(table["seats"]))
            facts = {"seat": seat, "hand": self.rng.randint(1, 16), **self._who(table, seat)}
            kind = "phone" if self.own else self.rng.choice(WARNINGS)
            found.append(self._foul("hand", kind, **facts, effects=["warning"], times=1, remark="第一次"))
            last = self._foul("hand", "false-win", **facts, effects=["points", "dead-hand"], points=10, payee="each")
            last |= {"cancelled": {"at": "2024-02-29T11:00:00Z", "by": "赵敏", "reason": "看错了"}}
            late = self._foul("hand", "exposed", **facts, inadmissible=True, tiles="3m 5p")
            found += [
                last,
                late | ({"notice": {"text": "通报\n批评", "at": "2024-03-01T11:00:00Z"}} if self.own else {}),
            ]
        if found:
            table["fouls"] = found

    def _who(self, table, seat):
        return {"player": table["seats"][seat]} if self.rng.random() < 0.9 else {"name": "路人甲"}

    def _late(self, session):
        """Add the session's lateness as a foul; its points are among the session's penalties."""
        late = next((row for row in session.get("penalties", []) if row["points"] == -10), None)
        if late is None or self.rng.random() < 0.5:
            return
        for index, row in enumerate(session["penalties"]):
            row["order"] = len(session["penalties"]) - index
        facts = {"player": late["number"], "effects": ["points"], "points": 10, "order": late["order"]}
        session["fouls"] = [self._foul("session", "late", **facts, proposed=False, reason="堵车")]

    def _measure(self, number):
        lost = {"number": 2, "player": number, "kind": "rank-lost", "status": self.rng.choice(["proposed", "in-force"])}
        lost |= {"reason": "作弊", "proposed": "2024-02-29T12:00:00Z", "proposed_by": "赵敏"}
        first = {"number": 1, "player": number, "kind": "suspension", "status": "lifted", "foul": self.number}
        first |= {"from_session": 1, "reason": "藏牌", "proposed": "2024-02-29T12:00:00Z"}
        first |= {"decided": "2024-02-29T12:05:00Z", "decided_by": "钱", "lifted": "2024-03-01T12:00:00Z"}
        self.document["measures"] = [first | {"lift_reason": "误会"}, lost]
