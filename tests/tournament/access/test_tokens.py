"""Tokens of programs: made with scopes and an end, revoked, and their last use."""

from datetime import timedelta

import pytest
from django.utils import timezone

from common.actions.errors import Forbidden, Refused
from common.actions.models.audit import AuditEntry
from tests.support.events import small_event
from tests.support.ranking import new_account
from tests.support.registries import new_token
from tournament.access.models import ApiToken
from tournament.access.selectors.roles import actor_of
from tournament.access.selectors.tokens import token_shown
from tournament.access.services.tokens import MOST_TOKENS, make_api_token, note_use, revoke_api_token

pytestmark = pytest.mark.django_db
SCOPES = ["registry:read"]


def make(account, **values):
    facts = {"name": "laptop", "token": "secret-token", "scopes": SCOPES, "days": 30} | values
    return make_api_token(actor_of(account), account, **facts)


def test_a_person_makes_and_revokes_a_token_that_is_stored_as_a_hash() -> None:
    account = new_account()
    make(account)
    token = token_shown("secret-token")
    assert (token.name, token.scopes, token.state, token.used_at) == ("laptop", SCOPES, "open", None)
    assert timedelta(days=29) < token.expires - timezone.now() < timedelta(days=31)
    revoke_api_token(actor_of(account), account, token=token.pk)
    assert token_shown("secret-token").state == "revoked"
    with pytest.raises(Refused, match="revoked already"):
        revoke_api_token(actor_of(account), account, token=token.pk)
    logged = str(AuditEntry.objects.values_list())
    assert [entry.action for entry in AuditEntry.objects.order_by("pk")] == ["token.make", "token.revoke"]
    assert "secret-token" not in logged + str(ApiToken.objects.values_list())
    assert "laptop" in logged


@pytest.mark.parametrize(
    ("values", "where"),
    [
        ({"scopes": []}, "scopes"),
        ({"scopes": ["registry:read", "everything"]}, "scopes"),
        ({"scopes": ["publish"]}, "scopes"),
        ({"days": 0}, "days"),
        ({"days": 367}, "days"),
        ({"name": ""}, "name"),
    ],
)
def test_a_token_needs_a_name_a_scope_and_an_end(values, where: str) -> None:
    with pytest.raises(Refused) as refused:
        make(new_account(), **values)
    assert refused.value.where == where
    assert not ApiToken.objects.exists()


def test_the_audit_names_the_event_that_a_token_is_for() -> None:
    make(new_account(), scopes=["publish"], event=small_event("cup"))
    assert AuditEntry.objects.get(action="token.make").after["event"] == "cup"


def test_valid_tokens_have_different_names_and_there_are_not_too_many() -> None:
    account = new_account()
    make(account)
    with pytest.raises(Refused, match="has this name"):
        make(account, token="other")
    revoke_api_token(actor_of(account), account, token=account.api_tokens.get().pk)
    for number in range(MOST_TOKENS):
        make(account, token=f"token {number}", name=f"laptop {number}")
    with pytest.raises(Refused, match="at most 50"):
        make(account, token="more", name="more")


def test_others_make_and_revoke_no_token_of_an_account_but_administrators_revoke() -> None:
    account, other = new_account(), new_account()
    token = new_token(account, "secret")
    with pytest.raises(Forbidden):
        make_api_token(actor_of(other), account, name="x", token="y", scopes=SCOPES, days=1)
    with pytest.raises(Forbidden):
        revoke_api_token(actor_of(other), account, token=token.pk)
    with pytest.raises(Refused, match="revoked already"):
        revoke_api_token(actor_of(other), other, token=token.pk)
    revoke_api_token(actor_of(new_account(is_superuser=True)), account, token=token.pk)


def test_the_last_use_is_written_once_a_minute() -> None:
    account = new_account()
    token = new_token(account, "secret")

    def use() -> object:
        note_use(actor_of(account), account, token=token.pk)
        token.refresh_from_db()
        return token.used_at

    first = use()
    assert first is not None
    assert use() == first
    early = timezone.now() - timedelta(seconds=61)
    ApiToken.objects.update(used_at=early)
    assert use() > early
    assert not AuditEntry.objects.filter(action="token.use").exists()
