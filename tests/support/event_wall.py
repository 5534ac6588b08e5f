"""Screens and awards of generated event files."""

import random

KINDS = (
    "seats", "clock", "standings", "teams", "groups", "pools", "bracket", "announcements", "picture", "calls", "lots",
    "ceremony",
)  # fmt: skip


def with_wall(document, seed):
    """Add screens and awards. Separate random numbers keep the events of earlier seeds unchanged."""
    rng = random.Random(f"wall {seed}")
    screens = [_screen(rng, number) for number in range(rng.randint(0, 2))]
    players = [player["number"] for player in document["players"] if player.get("kind") != "filler"]
    awards = [_award(rng, kind, players) for kind in ("best-hand", "groups", "teams", "individual", "own")]
    awards = [award for award in awards if rng.random() < 0.4]
    return document | ({"screens": screens} if screens else {}) | ({"awards": awards} if awards else {})


def _screen(rng, number):
    screen = {"id": f"hall-{number}", "name": f"大屏 {number}", "language": rng.choice(["zh-hans", "en", "ja", "all"])}
    parts = [{"shows": kind, "seconds": rng.randint(3, 60)} for kind in rng.sample(KINDS, rng.randint(0, 4))]
    for part in parts:
        if part["shows"] == "picture":
            part["picture"] = rng.choice(["赞助商", "Żubr & Söhne"])
    return screen | ({"parts": parts} if parts else {})


def _award(rng, kind, players):
    award = {"kind": kind, "places": rng.randint(1, 5)}
    if kind == "own" or rng.random() < 0.2:
        award["title"] = f"Новичок года 最佳新人 {rng.randint(1, 9)}"
    if kind in ("best-hand", "own") and rng.random() < 0.7:
        winners = [{"place": rng.randint(1, award["places"]), "number": number} for number in rng.sample(players, 2)]
        for winner in winners:
            if rng.random() < 0.5:
                winner["note"] = "88"
        award["winners"] = sorted(winners, key=lambda winner: (winner["place"], winner["number"]))
    return award
