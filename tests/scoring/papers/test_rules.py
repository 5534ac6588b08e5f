"""Which papers are due next."""

import pytest

from scoring.papers.rules import Next, Standing, next_papers

NEW = {
    "seated": True,
    "draft": False,
    "address": True,
    "started": True,
    "coming": 1,
    "packed": frozenset(),
    "results_made": False,
}


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        ({"seated": False}, Next.DRAW),
        ({"draft": True}, Next.RELEASE_DRAW),
        ({"address": False, "started": False}, Next.ADDRESS),
        ({"started": False}, Next.START),
        ({}, Next.SESSION),
        ({"packed": frozenset({1})}, Next.NOTHING),
        ({"packed": frozenset({1}), "coming": 2}, Next.SESSION),
        ({"started": False, "coming": 2}, Next.SESSION),
        ({"coming": 0}, Next.RESULTS),
        ({"coming": 0, "address": False}, Next.RESULTS),
        ({"coming": 0, "results_made": True}, Next.NOTHING),
    ],
)
def test_the_next_papers_follow_the_course_of_the_event(state: dict[str, object], expected: Next) -> None:
    assert next_papers(Standing(**{**NEW, **state})) is expected  # type: ignore[arg-type]
