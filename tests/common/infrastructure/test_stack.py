"""Calls run with room for the frames below them."""

import resource
import threading
from collections.abc import Callable

import pytest

from common.infrastructure.stack import with_room

CALLS = 200


def refuse(name: str, *, why: str) -> None:
    raise KeyError(name, why)


def test_arguments_answers_and_errors_pass_through() -> None:
    assert with_room(divmod, 7, 2) == (3, 1)
    with pytest.raises(KeyError, match="a.*b"):
        with_room(refuse, "a", why="b")


def called_at(depth: int, call: Callable[[], int]) -> int:
    return call() if depth == 0 else called_at(depth - 1, call)


def given(turn: int) -> int:
    """Return a small number, which Python keeps: a new one could need memory of its own."""
    return turn


def page_faults() -> int:
    """Return how often this thread got a new page of memory during many calls of a function."""
    before = resource.getrusage(resource.RUSAGE_THREAD).ru_minflt
    for turn in range(CALLS):
        given(turn)
    return resource.getrusage(resource.RUSAGE_THREAD).ru_minflt - before


def test_no_depth_of_calls_asks_for_memory_at_every_call() -> None:
    faults: list[int] = []

    def measure() -> None:
        faults.extend(called_at(depth, page_faults) for depth in range(400))

    thread = threading.Thread(target=with_room, args=(measure,))  # the main thread runs in the tests' own room
    thread.start()
    thread.join()
    assert len(faults) == 400
    assert max(faults) < CALLS
