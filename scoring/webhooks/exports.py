"""Send a delivery to its webhook."""

import json
import time
from http.client import HTTPException
from typing import TYPE_CHECKING
from urllib.error import HTTPError
from urllib.request import Request

from common.infrastructure.outgoing import opener_without_redirects
from scoring.webhooks.rules import signature

if TYPE_CHECKING:
    from scoring.webhooks.models import Delivery

#: Seconds that the receiver may take to answer.
SECONDS = 10


def sent(delivery: "Delivery") -> int:
    """Post the body as JSON with a signature; return the status of the answer, 0 without one.

    ``Pinju-Delivery`` is the same at each try, so that the receiver recognises a request that comes twice.
    """
    body = json.dumps(delivery.body, ensure_ascii=False).encode()
    headers = {
        "Content-Type": "application/json; charset=utf-8",
        "User-Agent": "pinju-webhook",
        "Pinju-Delivery": str(delivery.pk),
        "Pinju-Signature": signature(delivery.webhook.secret, int(time.time()), body),
    }
    request = Request(delivery.webhook.address, body, headers, method="POST")
    try:
        with opener_without_redirects(SECONDS).open(request, timeout=SECONDS) as answer:
            return int(answer.status)
    except HTTPError as error:
        error.close()
        return error.code
    except (OSError, HTTPException, ValueError):
        return 0
