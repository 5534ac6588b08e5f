"""Draws for generated event files: as real ones, with everything that can have happened to them."""

import json
import random
from dataclasses import asdict

from tournament.draws.rules import VERSION, draw
from tournament.draws.rules.changes.hand_changes import applied, as_lists
from tournament.draws.rules.records import (
    ListLine,
    described_start,
    digest,
    entrants_of,
    list_text,
    mixed_seed,
    terms_text,
)

TIMES = {"frozen": "2024-02-27T08:00:00Z", "made": "2024-02-27T08:10:00Z"}


def with_draws(document, seed):
    """The event file with wishes and draws of its players, in some seeds; valid records, like everything in it."""
    rng = random.Random(f"draws of {seed}")
    players = [one for one in document["players"] if one.get("kind", "player") == "player"]
    if len(players) < 8 or rng.random() > 0.5:
        return document
    discarded = {"version": 1, "state": "discarded", "lots": "typed", "rule": "areas", "sessions": 2}
    discarded |= {"players": len(players), "areas": ["甲", "乙", "丙", "丁"]}
    discarded |= {"commitment": digest("1"), "frozen": TIMES["frozen"], "ended": TIMES["made"], "reason": "重来\n再"}
    discarded |= {"candidates": 2, "candidate": 0}
    discarded["holders"] = [{"player": one["number"]} for one in players]
    document["draws"] = [discarded, _drawn(players, rng)]
    document["seat_wishes"] = [{"player": players[0]["number"], "table": 2}]
    document["seat_wishes"].append({"player": players[1]["number"], "apart": players[3]["number"]})
    return document


def with_released_draw(document):
    """The event file with a released draw of all its players in all its sessions, whatever is played at its tables."""
    document["draws"] = [_drawn(document["players"], random.Random(1), document["event"]["sessions"], "released")]
    return document


def _drawn(players, rng, sessions=2, state=""):
    """A draw's record in this state (empty: any, as the candidates and the changes by hand)."""
    count, candidates = len(players), 1 if state else rng.choice([1, 3])
    lines = [
        ListLine(at, one["name"], f"队{one.get('team', '')}", one.get("country", ""), "", (1,) if at == 5 else (), None)
        for at, one in enumerate(players, start=1)
    ]
    candidate = rng.randrange(candidates)
    terms = terms_text(lines, sessions, "apart", candidates)
    list_hash = digest(list_text(lines))
    seed = mixed_seed("秘密", "骰子", list_hash, terms)
    made = draw(entrants_of(lines), sessions, seed, variant=candidate)
    changes = [] if state else rng.choice([[], [{"session": 1, "numbers": [1, 2]}, {"session": 2, "numbers": [4, 7]}]])
    now = applied(made, entrants_of(lines), changes)[0]
    found = {
        "version": 2,
        "state": state or rng.choice(["draft", "approved", "released", "retracted"]),
        "lots": "seed",
        "rule": "apart",
        "players": count,
        "sessions": sessions,
        "list": [line.as_record() for line in lines],
        "holders": [{"number": at, "player": one["number"]} for at, one in enumerate(players, start=1)],
        "list_hash": list_hash,
        "terms": terms,
        "secret": "秘密",
        "commitment": digest("秘密"),
        "public_value": "骰子",
        "seed": seed,
        "engine": VERSION,
        "method": now.method,
        "candidates": candidates,
        "candidate": candidate,
        "offered": [{"method": made.method, "quality": asdict(made.quality)}],
        "start": described_start(lines, sessions, "apart", candidate),
        "chart": as_lists(now.chart),
        "quality": asdict(now.quality),
        **({"changes": changes} if changes else {}),
        **TIMES,
        "chosen_by": "赵敏",
        "choice_reason": "好",
    }
    return json.loads(json.dumps(found))
