"""A device with passkeys in software: answers as a browser sends them (WebAuthn level 3, ES256, attestation "none")."""

import hashlib
import json
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from webauthn.helpers import bytes_to_base64url as text_of

#: Flags of the authenticator data: present, verified, new key attached.
PRESENT, VERIFIED, ATTACHED = 1, 4, 64


class Authenticator:
    """One key of one account; ``origin`` and ``verified`` are what a wrong or foreign browser and device would say."""

    def __init__(self, origin: str = "http://localhost", name: bytes = b"a key") -> None:
        self.key, self.id = ec.generate_private_key(ec.SECP256R1()), name
        self.origin, self.rp_id, self.count, self.flags = origin, "localhost", 0, PRESENT | VERIFIED
        self.handle = ""

    def added(self, options: dict[str, Any]) -> str:
        """Return the answer to the options for a new key."""
        self.handle = options["user"]["id"]
        point = self.key.public_key().public_numbers()
        cose = {1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32, "big"), -3: point.y.to_bytes(32, "big")}
        attached = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + cbor2.dumps(cose)
        data = self._data(self.flags | ATTACHED) + attached
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client = self._client("webauthn.create", options["challenge"])
        return self._answer(clientDataJSON=text_of(client), attestationObject=text_of(attestation))

    def used(self, options: dict[str, Any]) -> str:
        """Return the answer to the options for signing in; the device counts."""
        self.count += 1
        data, client = self._data(self.flags), self._client("webauthn.get", options["challenge"])
        signature = self.key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(SHA256()))
        return self._answer(
            clientDataJSON=text_of(client),
            authenticatorData=text_of(data),
            signature=text_of(signature),
            userHandle=self.handle,
        )

    def _data(self, flags: int) -> bytes:
        return hashlib.sha256(self.rp_id.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big")

    def _client(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()

    def _answer(self, **response: str) -> str:
        name = text_of(self.id)
        return json.dumps({"id": name, "rawId": name, "type": "public-key", "response": response})
