"""Random numbers that are equal on every machine and with every Python."""

from collections.abc import MutableSequence
from hashlib import sha256
from typing import Any

WORD, HASHES = 1 << 64, 1 << 256


class Numbers:
    """Random whole numbers from SHA-256 in counter mode, uniform by rejection.

    The key is the digest of the parts, each preceded by its length; block k is the digest of the key and k (eight
    bytes, big-endian), read as four words of 64 bits.
    """

    def __init__(self, *parts: str) -> None:
        digest = sha256()
        for part in parts:
            content = part.encode("utf-8")
            digest.update(len(content).to_bytes(8, "big") + content)
        self._key = digest.digest()
        self._block = 0
        self._words: list[int] = []

    def _word(self) -> int:
        if not self._words:
            block = sha256(self._key + self._block.to_bytes(8, "big")).digest()
            self._words = [int.from_bytes(block[start : start + 8], "big") for start in (24, 16, 8, 0)]
            self._block += 1
        return self._words.pop()

    def below(self, limit: int) -> int:
        """Return a uniform number from 0 to limit - 1; ValueError for a limit below 1."""
        if limit < 1:
            raise ValueError("limit must be at least 1")
        fair = WORD - WORD % limit
        word = self._word()
        while word >= fair:
            word = self._word()
        return word % limit

    def shuffle(self, items: MutableSequence[Any]) -> None:
        """Shuffle the items in place (Fisher and Yates)."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]

    def permutation(self, size: int) -> list[int]:
        """Return the numbers 0 to size - 1 in random order."""
        order = list(range(size))
        self.shuffle(order)
        return order


class SeedNumbers:
    """Random numbers for the lots that anyone can compute by hand.

    Each is the SHA-256 (256 bits) of the key, a | and the count of earlier hashes.
    """

    def __init__(self, key: str) -> None:
        self._key = key
        self._used = 0

    def below(self, limit: int) -> int:
        """Return a uniform number from 0 to limit - 1."""
        number = HASHES
        while number >= HASHES - HASHES % limit:
            number = int(sha256(f"{self._key}|{self._used}".encode()).hexdigest(), 16)
            self._used += 1
        return number % limit
