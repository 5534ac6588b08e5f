"""Draws for generated event files: real records with every kind of change."""

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
    """Add wishes and draws of the players, for some seeds; all records are valid."""
    rng = random.Random(f"draws of {seed}")
    players = [player for player in document["players"] if player.get("kind", "player") == "player"]
    if len(players) < 8 or rng.random() > 0.5:
        return document
    discarded = {"version": 1, "state": "discarded", "lots": "typed", "rule": "areas", "sessions": 2}
    discarded |= {"players": len(players), "areas": ["甲", "乙", "丙", "丁"]}
    discarded |= {"commitment": digest("1"), "frozen": TIMES["frozen"], "ended": TIMES["made"], "reason": "重来\n再"}
    discarded |= {"candidates": 2, "candidate": 0}
    discarded["holders"] = [{"player": player["number"]} for player in players]
    document["draws"] = [discarded, _drawn(players, rng)]
    document["seat_wishes"] = [{"player": players[0]["number"], "table": 2}]
    document["seat_wishes"].append({"player": players[1]["number"], "apart": players[3]["number"]})
    return document


def with_released_draw(document):
    """Add a released draw of all players in all sessions, independent of the tables that were played."""
    document["draws"] = [_drawn(document["players"], random.Random(1), document["event"]["sessions"], "released")]
    return document


def _drawn(players, rng, sessions=2, state=""):
    """Return the record of a draw in this state (empty: any state, by candidates and changes by hand)."""
    count, candidates = len(players), 1 if state else rng.choice([1, 3])
    lines = [
        ListLine(
            at,
            player["name"],
            f"队{player.get('team', '')}",
            player.get("country", ""),
            "",
            (1,) if at == 5 else (),
            None,
        )
        for at, player in enumerate(players, start=1)
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
        "holders": [{"number": at, "player": player["number"]} for at, player in enumerate(players, start=1)],
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
