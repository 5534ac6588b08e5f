"""The reader's own part of a page: the next seat of the phone's player, and the players whom the phone follows.

The page draws it by a template from the file of all players (web/pocket/player_file.py). It also holds the template
with placeholders, which static/js/own_lines.js fills from the file of each later version.
"""

import json
from collections.abc import Collection
from typing import Any

from django.http import HttpRequest, QueryDict
from django.template.loader import render_to_string

from web.live.fragments import FRAGMENTS, calls, fragment, live_element
from web.pocket.phone import followed_of, me_of
from web.pocket.player_file import player_file
from web.shared.viewer import ViewerContext


@fragment("players", extra_version=calls, content_type="application/json")
def players_fragment(_request: HttpRequest, reader: ViewerContext) -> str:
    return json.dumps(player_file(reader), ensure_ascii=False, separators=(",", ":"))


class Placeholders(dict[str, Any]):
    """Values that show ``{name}`` under each name."""

    def __missing__(self, name: str) -> str:
        return f"{{{name}}}"


def my_next_seat(request: HttpRequest, reader: ViewerContext) -> str:
    """Return the card of the phone's player, kept current; empty if the phone does not know its player."""
    number = me_of(request, reader)
    return _own_part(reader, "pocket/_mine.html", {number} if number else set())


def followed_players(request: HttpRequest, reader: ViewerContext) -> str:
    """Return the lines of the phone's player and the followed players, kept current; empty without any."""
    number = me_of(request, reader)
    return _own_part(reader, "pocket/_followed.html", {*followed_of(request, reader), *([number] if number else [])})


def _own_part(reader: ViewerContext, template: str, numbers: Collection[int]) -> str:
    if not numbers:
        return ""
    file = FRAGMENTS["players"]
    context = {"slug": reader.event.slug, "event": reader.event}
    address = file.address(reader, QueryDict())
    players = _players(json.loads(file.content(reader, QueryDict(), address)), numbers)
    listed = [player for player in players if player["listed"]]
    blank = [Placeholders(others=[Placeholders()])]
    return live_element(
        "players",
        address,
        render_to_string(template, context | {"players": players, "listed": listed}),
        numbers="-".join(map(str, sorted(numbers))),
        blank=render_to_string(template, context | {"players": blank, "listed": blank}),
    )


def _players(file: dict[str, Any], numbers: Collection[int]) -> list[dict[str, Any]]:
    """Return the values of these players for the templates, the best first; own_lines.js does the same."""
    players = []
    for row in file["players"]:
        if row["number"] in numbers:
            player = file["event"] | row | file["tables"].get(row.get("chart_table"), {})
            player["others"] = [seat for seat in player.get("seats", ()) if seat["wind"] != player["wind"]]
            players.append(player)
    return players
