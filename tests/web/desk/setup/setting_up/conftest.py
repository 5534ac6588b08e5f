"""An organizer's browser."""

import pytest
from django.test import Client


@pytest.fixture
def organizer(event, signed_in) -> Client:
    return signed_in("organizer", event)
