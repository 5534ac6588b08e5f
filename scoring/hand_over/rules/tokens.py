"""The token with which the holder of a key asks the server over the network."""

import hashlib
import hmac


def network_token(key: str) -> str:
    """Return the token made from a key, in hexadecimal; the key, which encrypts the files, cannot be found from it.

    So a server that was named by mistake gets a token, and never what opens the event.
    """
    return hmac.new(key.encode(), b"pinju hand-over token", hashlib.sha256).hexdigest()
