"""Random numbers of the draw."""

from collections import Counter
from hashlib import sha256

import pytest

from tournament.draws.rules.numbers import Numbers


def test_words_are_sha_256_in_counter_mode() -> None:
    key = sha256(b"\0\0\0\0\0\0\0\1a" + b"\0\0\0\0\0\0\0\2bc").digest()
    block = sha256(key + bytes(8)).digest()
    numbers = Numbers("a", "bc")
    limit = 1 << 64
    assert [numbers.below(limit) for _word in range(4)] == [
        int.from_bytes(block[at : at + 8], "big") for at in (0, 8, 16, 24)
    ]
    following = sha256(key + (1).to_bytes(8, "big")).digest()
    assert numbers.below(limit) == int.from_bytes(following[:8], "big")


def test_boundaries_between_key_parts_matter() -> None:
    assert Numbers("ab", "c").permutation(30) != Numbers("a", "bc").permutation(30)


def test_numbers_are_equal_on_every_machine() -> None:
    assert Numbers("pinju", "seed").permutation(12) == [7, 4, 1, 10, 11, 2, 8, 0, 3, 5, 6, 9]


def test_words_above_the_last_whole_multiple_are_rejected() -> None:
    numbers = Numbers("x")
    # With this limit a word is rejected with a chance of nearly one half.
    limit = (1 << 63) + 1
    words = Numbers("x")
    plain = [words.below(1 << 64) for _word in range(40)]
    assert [numbers.below(limit) for _number in range(10)] == [word for word in plain if word < limit][:10]


def test_numbers_are_uniform() -> None:
    numbers = Numbers("fair")
    count = Counter(numbers.below(6) for _throw in range(6000))
    assert sorted(count) == [0, 1, 2, 3, 4, 5]
    # Five standard deviations of a fair die.
    assert all(abs(times - 1000) < 145 for times in count.values())


def test_limit_below_one_is_refused() -> None:
    with pytest.raises(ValueError, match="limit"):
        Numbers("x").below(0)
