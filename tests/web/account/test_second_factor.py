"""The second factor: set up with an app, asked for at each sign-in, recovery codes, removal, the rule for officials."""

import re
import time
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone
from django_otp.oath import TOTP
from django_otp.plugins.otp_totp import models as totp_models
from django_otp.plugins.otp_totp.models import TOTPDevice

from common.actions.models.audit import AuditEntry
from tests.support.action_examples import new_account
from tests.support.ranking import new_body
from tournament.people.models.accounts import Account
from web.account import codes as second_step

pytestmark = pytest.mark.django_db
PAGE, LOGIN, DESK = "/account/second-factor/", "/account/login/", "/desk/"
PASSWORD = "a long pass phrase for 13 orphans"


@pytest.fixture
def account() -> Account:
    return new_account(password=PASSWORD, is_staff=True)


@pytest.fixture
def app(account: Account, monkeypatch):
    """Return a function that gives the code of the account's app; each call is half a minute later.

    The clock of the codes stands still: had a new half minute begun between a code and its check, the program would
    think that the app is late, and refuse the next code.
    """
    steps, moment = iter(range(100)), time.time()
    monkeypatch.setattr(totp_models, "time", SimpleNamespace(time=lambda: moment))

    def code(secret: str = "") -> str:
        key = secret or TOTPDevice.objects.get(user=account).key
        totp = TOTP(bytes.fromhex(key))
        totp.time = moment
        # The next code is valid too (one step of tolerance); a used one is not.
        totp.drift = min(next(steps), 1)
        return f"{totp.token():06}"

    return code


def signed_in(account: Account) -> Client:
    client = Client()
    client.post(LOGIN, {"username": account.username, "password": PASSWORD})
    return client


def form_of(page: str) -> dict[str, str]:
    return dict(re.findall(r'name="(key|random_secret)" value="([^"]+)"', page))


def set_up(client: Client, app) -> list[str]:
    """Set the second factor up; return the recovery codes."""
    sent = form_of(client.get(PAGE).content.decode())
    answer = client.post(PAGE, sent | {"code": app(sent["random_secret"]), "password": PASSWORD})
    assert answer.status_code == 200, answer.content.decode()
    return re.findall(r"<li><code[^>]*>([^<]+)</code>", answer.content.decode())


def test_signing_in_asks_for_the_code_and_keeps_the_wanted_page(account: Account, app) -> None:
    recovery = set_up(signed_in(account), app)
    assert len(set(recovery)) == 10
    client = Client()
    step = client.post(LOGIN, {"username": account.username, "password": PASSWORD, "next": "/desk/new/"})
    assert "second step" in step.content.decode()
    assert client.get(DESK).status_code == 302
    answer = client.post(LOGIN, {"code": app(), "next": "/desk/new/"})
    assert (answer.status_code, answer["Location"]) == (302, "/desk/new/")
    assert client.get(DESK).status_code == 200


def test_a_code_is_right_once_and_a_wrong_one_makes_the_next_wait(account: Account, app, monkeypatch) -> None:
    set_up(signed_in(account), app)
    client = signed_in(account)
    moment, code = timezone.now(), app()
    monkeypatch.setattr(timezone, "now", lambda: moment)  # on a busy machine the second would be over
    wrong = client.post(LOGIN, {"code": "000000" if code != "000000" else "111111"})
    assert (wrong.status_code, "This code is not right" in wrong.content.decode()) == (400, True)
    assert "Wait 1 second, then try again." in client.post(LOGIN, {"code": code}).content.decode()
    TOTPDevice.objects.update(throttling_failure_timestamp=None)
    assert client.post(LOGIN, {"code": f" {code[:3]} {code[3:]} "}).status_code == 302
    again = signed_in(account)
    assert "used already" in again.post(LOGIN, {"code": code}).content.decode()


def test_a_recovery_code_signs_in_once(account: Account, app) -> None:
    recovery = set_up(signed_in(account), app)
    client = signed_in(account)
    assert client.post(LOGIN, {"code": recovery[0].upper()}).status_code == 302
    page = client.get(PAGE).content.decode()
    assert "9 recovery codes are not used yet." in page
    assert "used already" in signed_in(account).post(LOGIN, {"code": recovery[0]}).content.decode()


def test_the_code_alone_signs_nobody_in_and_waits_ten_minutes_at_most(account: Account, app, monkeypatch) -> None:
    set_up(signed_in(account), app)
    stranger = Client()
    assert "Sign in again" in stranger.post(LOGIN, {"code": app()}).content.decode()
    assert stranger.get(DESK).status_code == 302
    late = signed_in(account)
    monkeypatch.setattr(second_step, "SECONDS_FOR_THE_CODE", -1)
    assert "Sign in again" in late.post(LOGIN, {"code": app()}).content.decode()


def test_a_wrong_code_does_not_set_it_up_and_keeps_the_picture(account: Account, app) -> None:
    client = signed_in(account)
    sent = form_of(client.get(PAGE).content.decode())
    refused = client.post(PAGE, sent | {"code": "12345", "password": PASSWORD})
    assert "not the code that the app shows" in refused.content.decode()
    assert form_of(refused.content.decode())["random_secret"] == sent["random_secret"]
    assert not TOTPDevice.objects.exists()
    refused = client.post(PAGE, {**sent, "random_secret": "zz", "code": "123456", "password": PASSWORD})
    assert (refused.status_code, refused["Location"]) == (302, PAGE)


def test_setting_up_ends_other_sessions_and_the_log_has_no_secret(account: Account, app) -> None:
    other, client = signed_in(account), signed_in(account)
    assert other.get(DESK).status_code == 200
    assert client.get(DESK).status_code == 200
    recovery = set_up(client, app)
    assert client.get(DESK).status_code == 200
    assert other.get(DESK).status_code == 302
    entry = AuditEntry.objects.get(action="account.add_second_factor")
    assert (entry.about, entry.after) == (f"account:{account.pk}", {"second_factor": True})
    assert recovery[0] not in str(vars(entry))


def test_new_recovery_codes_replace_the_old_and_removal_ends_the_second_step(account: Account, app) -> None:
    client = signed_in(account)
    old = set_up(client, app)
    key = form_of(client.get(PAGE).content.decode())
    page = client.post(PAGE, key | {"renew": "1", "password": PASSWORD}).content.decode()
    new = re.findall(r"<li><code[^>]*>([^<]+)</code>", page)
    assert (len(new), set(new) & set(old)) == (10, set())
    key = form_of(client.get(PAGE).content.decode())
    removed = client.post(PAGE, key | {"remove": "1"}, follow=True)
    assert "Your second factor is removed" in removed.content.decode()
    assert signed_in(account).get(DESK).status_code == 200


@pytest.mark.parametrize(("rule", "member", "asked"), [(True, True, True), (True, False, False), (False, True, False)])
def test_members_of_bodies_set_it_up_first_where_that_is_the_rule(
    account: Account, app, settings, rule: bool, member: bool, asked: bool
) -> None:
    settings.SECOND_FACTOR_REQUIRED = rule
    if member:
        new_body().members.create(account=account, role="committee")
    client = signed_in(account)
    answer = client.get(DESK)
    assert (answer.status_code == 302 and answer["Location"] == PAGE) == asked
    if asked:
        assert "You need a second factor here" in client.get(PAGE).content.decode()
        set_up(client, app)
        assert client.get(DESK).status_code == 200


def test_an_administrator_removes_it_for_a_reason(account: Account, app) -> None:
    set_up(signed_in(account), app)
    administrator = signed_in(new_account(password=PASSWORD, is_superuser=True))
    page = f"/desk/accounts/{account.pk}/second-factor/"
    assert page in administrator.get(f"/desk/accounts/{account.pk}/").content.decode()
    key = form_of(administrator.get(page).content.decode())
    assert administrator.post(page, key | {"reason": "", "password": PASSWORD}).status_code == 400
    assert administrator.post(page, key | {"reason": "the phone fell into the lake"}).status_code == 302
    assert AuditEntry.objects.get(action="account.remove_second_factor").reason == "the phone fell into the lake"
    assert signed_in(account).get(DESK).status_code == 200
    assert signed_in(account).get(page).status_code == 403


def test_the_command_removes_it_for_the_only_administrator(account: Account, app, capsys) -> None:
    set_up(signed_in(account), app)
    call_command("remove_second_factor", account.username, reason="the phone is lost")
    assert "signs in with the password alone" in capsys.readouterr().out
    assert signed_in(account).get(DESK).status_code == 200
    with pytest.raises(CommandError, match="There is no account"):
        call_command("remove_second_factor", "nobody", reason="the phone is lost")
