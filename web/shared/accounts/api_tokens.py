"""Tokens of programs as the pages of their owner and of administrators list them."""

from collections.abc import Iterable
from typing import Any

from common.states import for_each
from tournament.access.models import ApiToken

#: The most tokens on one page.
MOST = 200
TONES = for_each(
    ApiToken.State, {ApiToken.State.OPEN: "ok", ApiToken.State.EXPIRED: "idle", ApiToken.State.REVOKED: "stop"}
)


def token_rows(tokens: Iterable[ApiToken]) -> list[dict[str, Any]]:
    """Return each token with its state, and whether it can be revoked; valid ones first."""
    order = list(ApiToken.State)
    ordered = sorted(tokens, key=lambda token: order.index(ApiToken.State(token.state)))
    rows: list[dict[str, Any]] = [
        {"token": token, "tone": TONES[ApiToken.State(token.state)], "is_open": token.state != ApiToken.State.REVOKED}
        for token in ordered
    ]
    return rows[:MOST]
