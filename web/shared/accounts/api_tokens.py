"""Tokens of programs: the form that makes one, and the tokens as pages list them."""

from collections.abc import Iterable
from typing import Any

from django import forms

from common.states import for_each
from tournament.access.models import ApiToken
from tournament.access.rules import new_token
from web.shared.forms.fields import OwnPasswordForm

#: The most tokens on one page.
MOST = 200
TONES = for_each(
    ApiToken.State, {ApiToken.State.OPEN: "ok", ApiToken.State.EXPIRED: "idle", ApiToken.State.REVOKED: "stop"}
)


class NewTokenForm(OwnPasswordForm):
    """A new token; the form holds it, so that sending the form twice makes one."""

    random_token = forms.RegexField(r"^[\w-]{32}$", widget=forms.HiddenInput, initial=new_token, required=False)

    def clean_random_token(self) -> str:
        """Make a token if the form has none: kept forms drop it while somebody signs in again."""
        return self.cleaned_data["random_token"] or new_token()


def token_rows(tokens: Iterable[ApiToken]) -> list[dict[str, Any]]:
    """Return each token with its state, and whether it can be revoked; valid ones first."""
    order = list(ApiToken.State)
    ordered = sorted(tokens, key=lambda token: order.index(ApiToken.State(token.state)))
    rows: list[dict[str, Any]] = [
        {"token": token, "tone": TONES[ApiToken.State(token.state)], "is_open": token.state != ApiToken.State.REVOKED}
        for token in ordered
    ]
    return rows[:MOST]
