"""What this site asks of a device with passkeys, and how it verifies the answer (WebAuthn level 3, by py_webauthn).

The site is known to the device by its host name (the RP id). A challenge is kept in the session, counts once and for
minutes, and for the one purpose it was made for.
"""

import json
import re
import time
from collections.abc import Callable
from typing import Any

from django.http import HttpRequest
from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.authentication.verify_authentication_response import VerifiedAuthentication
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)
from webauthn.registration.verify_registration_response import VerifiedRegistration

from tournament.people.models.accounts import Account
from tournament.people.models.passkeys import Passkey

#: In the session: the challenge, what it is for, and when it was made.
CHALLENGE = "passkey"
SECONDS_FOR_THE_ANSWER = 300
#: What a challenge is for.
ADD, SIGN_IN = "add", "sign-in"
NUMERIC = re.compile(r"[\d.]+|\[.*\]")
_VERIFIED = UserVerificationRequirement.REQUIRED


class WrongAnswer(Exception):
    """The device's answer is malformed, foreign, late, or not signed by the key."""


def passkeys_work_at(request: HttpRequest) -> bool:
    """Return whether browsers offer passkeys at this address: by https or at localhost, and never at a number."""
    host = _rp_id(request)
    return not NUMERIC.fullmatch(host) and (request.is_secure() or host == "localhost" or host.endswith(".localhost"))


def options_to_add(request: HttpRequest, account: Account) -> dict[str, Any]:
    """Return what the browser asks the device for a new key of ``account``."""
    options = generate_registration_options(
        rp_id=_rp_id(request),
        rp_name="Pinju 品局",
        user_id=user_handle(account),
        user_name=account.get_username(),
        user_display_name=str(account),
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=_VERIFIED
        ),
        exclude_credentials=_descriptors(account),
    )
    return _kept(request, ADD, options)


def options_to_sign_in(request: HttpRequest, account: Account | None) -> dict[str, Any]:
    """Return what the browser asks the device: for a key of ``account``, or for any key of this site."""
    allowed = _descriptors(account) if account else []
    options = generate_authentication_options(
        rp_id=_rp_id(request), allow_credentials=allowed, user_verification=_VERIFIED
    )
    return _kept(request, SIGN_IN, options)


def verified_new_key(request: HttpRequest, answer: str) -> VerifiedRegistration:
    """Return the new key in the device's answer. Raises WrongAnswer."""
    return _verified(
        verify_registration_response,
        credential=answer,
        expected_challenge=_taken_challenge(request, ADD),
        require_user_verification=True,
        **_expected(request),
    )


def verified_use(request: HttpRequest, answer: str) -> tuple[Passkey, VerifiedAuthentication]:
    """Return the key that signed the challenge, and what the device said. Raises WrongAnswer."""
    challenge = _taken_challenge(request, SIGN_IN)
    try:
        content = json.loads(answer)
        key = Passkey.objects.select_related("account").get(credential_id=str(content["id"]))
        handle = content["response"].get("userHandle")
        owner = base64url_to_bytes(handle) if handle else user_handle(key.account)
    except (ValueError, LookupError, TypeError, AttributeError, Passkey.DoesNotExist) as error:
        raise WrongAnswer from error
    if owner != user_handle(key.account):
        raise WrongAnswer
    use: VerifiedAuthentication = _verified(
        verify_authentication_response,
        credential=answer,
        expected_challenge=challenge,
        credential_public_key=base64url_to_bytes(key.public_key),
        credential_current_sign_count=key.sign_count,
        require_user_verification=True,
        **_expected(request),
    )
    return key, use


def user_handle(account: Account) -> bytes:
    """Return the name of the account for devices, which show it to nobody: it stays when the username changes."""
    return f"account:{account.pk}".encode()


def _verified(verify: Callable[..., Any], **arguments: Any) -> Any:
    try:
        return verify(**arguments)
    except Exception as error:  # the library lets errors of its parsers through, and a stranger chose what is parsed
        raise WrongAnswer from error


def _expected(request: HttpRequest) -> dict[str, str]:
    return {"expected_rp_id": _rp_id(request), "expected_origin": f"{request.scheme}://{request.get_host()}"}


def _rp_id(request: HttpRequest) -> str:
    return re.sub(r":\d+$", "", request.get_host())


def _descriptors(account: Account) -> list[PublicKeyCredentialDescriptor]:
    return [PublicKeyCredentialDescriptor(id=base64url_to_bytes(key.credential_id)) for key in account.passkeys.all()]


def _kept(request: HttpRequest, purpose: str, options: Any) -> dict[str, Any]:
    kept = {"challenge": bytes_to_base64url(options.challenge), "for": purpose, "at": time.time()}
    request.session[CHALLENGE] = kept
    plain_options: dict[str, Any] = json.loads(options_to_json(options))
    return plain_options


def _taken_challenge(request: HttpRequest, purpose: str) -> bytes:
    kept = request.session.pop(CHALLENGE, None)
    if kept is None or kept["for"] != purpose or time.time() - kept["at"] > SECONDS_FOR_THE_ANSWER:
        raise WrongAnswer
    return base64url_to_bytes(kept["challenge"])
