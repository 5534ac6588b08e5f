"""The chain of packages: headers, digests, what may follow, and codes for paper."""

import json
from dataclasses import replace

import pytest

from scoring.publishing.models import OwnPackage
from scoring.publishing.rules import (
    Header,
    code_of,
    digest_of,
    header_text,
    is_chain,
    minutes_until_again,
    read_header,
    typed_code,
    why_unfit,
)

FIRST = Header("cup", 1, "2026-05-01T10:00:00Z", "", "ab" * 32, "key")
SECOND = Header("cup", 2, "2026-05-01T11:00:00Z", digest_of(header_text(FIRST)), "cd" * 32, "key")


def test_a_header_is_read_as_it_was_written() -> None:
    text = header_text(FIRST)
    assert text == (
        '{"format":"pinju-package/1","event":"cup","number":1,"at":"2026-05-01T10:00:00Z","previous":"",'
        f'"content":"{"ab" * 32}","key":"key"}}'
    )
    assert read_header(text) == FIRST


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        "null",
        "[" * 100_000,
        header_text(FIRST) + " ",
        header_text(FIRST).replace("package/1", "package/2"),
        header_text(FIRST).replace(":1,", ":true,"),
        header_text(FIRST).replace('"number":1', '"number":"1"'),
        header_text(FIRST).replace('"previous":""', '"previous":null'),
        json.dumps(json.loads(header_text(FIRST)) | {"more": 1}, separators=(",", ":")),
    ],
)
def test_other_texts_are_no_headers(text: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        read_header(text)


@pytest.mark.parametrize(
    ("header", "latest", "why"),
    [
        (FIRST, None, ""),
        (SECOND, FIRST, ""),
        (SECOND, None, "gap"),
        (FIRST, FIRST, "gap"),
        (Header("cup", 1, "", "ef" * 32, "", "key"), None, "other-chain"),
        (Header("cup", 2, "", "ef" * 32, "", "key"), FIRST, "other-chain"),
        (Header("cup", 2, "", SECOND.previous, "", "another key"), FIRST, "other-chain"),
    ],
)
def test_a_package_follows_the_one_before_from_the_same_machine(header, latest, why: str) -> None:
    assert why_unfit(header, latest) == why


def test_a_chain_has_every_package_in_order() -> None:
    assert [is_chain(headers) for headers in ([], [FIRST], [FIRST, SECOND])] == [True, True, True]
    assert [is_chain(headers) for headers in ([SECOND], [SECOND, FIRST], [FIRST, FIRST])] == [False, False, False]


def test_a_code_is_the_start_of_the_digest_in_letters_that_are_typed_as_they_are_read() -> None:
    code = code_of("00ff" * 16)
    assert code == "AD7Q-B7YA-74AP-6AH7"
    assert typed_code(" ad7q b7ya-74ap 6ah7 ") == code
    assert typed_code("o1b8") == typed_code("0iBB") == "OIBB"
    assert typed_code("") == ""


def test_waits_grow_to_a_quarter_of_an_hour() -> None:
    assert [minutes_until_again(tries) for tries in (1, 2, 3, 4, 5, 60)] == [1, 2, 4, 8, 15, 15]


@pytest.mark.parametrize("at", ["", "today", "2026-04-31T10:00:00Z", "2026-05-01T10:00:00", "9999999"])
def test_a_time_that_is_none_is_left_out(at: str) -> None:
    """Anybody with a token may sign such a header; the pages that show it go on."""
    assert OwnPackage(header=header_text(replace(FIRST, at=at))).made_at is None
