"""One thread computes a value that several request concurrently."""

from collections.abc import Callable, Iterator
from threading import Barrier, BrokenBarrierError, Lock

import pytest
from django.core.cache import cache

from common.actions.models.ledgers import Ledger
from common.actions.permissions import Actor
from tests.support.threads import together
from tournament.events.models.events import Event
from web.shared.viewer import ViewerContext

ASKING = 6


@pytest.fixture(autouse=True)
def _empty() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


def request_for(key: str, make: Callable[[], str]) -> Callable[[], str]:
    """Return a request without an account for the value ``key`` of an event."""
    event = Event(pk=1, ledger=Ledger(pk=1, public=41))
    return lambda: ViewerContext(event, Actor("anonymous", ""), frozenset()).cached(key, make)


def test_one_thread_computes_and_the_others_take_its_value() -> None:
    second, counting, made = Barrier(2), Lock(), []

    def make() -> str:
        with counting:
            made.append(len(made) + 1)
        # A second computation would enter here at the same time.
        with pytest.raises(BrokenBarrierError):
            second.wait(timeout=0.3)
        return f"content {made[-1]}"

    assert together(*[request_for("standings", make)] * ASKING) == ["content 1"] * ASKING
    assert made == [1]


def test_a_request_for_another_value_does_not_wait() -> None:
    both = Barrier(2)

    def make() -> str:
        both.wait(timeout=30)
        return "content"

    assert together(request_for("standings", make), request_for("teams", make)) == ["content", "content"]


def test_a_failed_computation_is_tried_by_the_next_thread() -> None:
    counting, tried = Lock(), []

    def make() -> str:
        with counting:
            tried.append(1)
            if len(tried) == 1:
                raise LookupError
        return "content"

    answers = together(*[request_for("standings", make)] * ASKING)
    assert sorted(map(repr, answers)) == sorted([repr(LookupError()), *[repr("content")] * (ASKING - 1)])
    assert len(tried) == 2


def test_a_thread_may_compute_a_value_within_its_own_computation() -> None:
    inner = request_for("standings", lambda: "inner")
    assert request_for("standings", inner)() == "inner"
