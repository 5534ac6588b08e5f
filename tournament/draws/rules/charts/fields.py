"""Tables of addition and multiplication in small finite fields."""

from functools import cache

import numpy as np

from tournament.draws.rules.types import Positions

PRIMES = (5, 7, 11, 13, 17, 19, 23)
# q: the prime, and the coefficients of x^0, x^1, ... that replace the highest power of x.
EXTENSIONS = {4: (2, (1, 1)), 8: (2, (1, 1, 0)), 9: (3, (2, 0)), 16: (2, (1, 1, 0, 0)), 25: (5, (3, 0))}
# Over Z_12 none exists: a group with a single element of order two has no complete mapping (Hall and Paige).
PRODUCTS = {12: (2, 6)}
ORDERS = frozenset((*PRIMES, *EXTENSIONS))


def _digits(element: int, prime: int, degree: int) -> list[int]:
    return [element // prime**power % prime for power in range(degree)]


def _product(first: int, second: int, prime: int, replace: tuple[int, ...]) -> int:
    degree = len(replace)
    total = [0] * degree
    shifted = _digits(first, prime, degree)
    for factor in _digits(second, prime, degree):
        total = [(a + factor * b) % prime for a, b in zip(total, shifted, strict=True)]
        highest = shifted[-1]
        reduced = zip([0, *shifted[:-1]], replace, strict=True)
        shifted = [(low + highest * by) % prime for low, by in reduced]
    return sum(digit * prime**power for power, digit in enumerate(total))


@cache
def addition(order: int) -> Positions:
    """Return the table of sums in GF(order) for a prime power of EXTENSIONS, in Z_2 x Z_6 for 12, else modulo order."""
    numbers = np.arange(order)
    if order in PRODUCTS:
        first, second = PRODUCTS[order]
        high = (numbers[:, None] // second + numbers[None, :] // second) % first
        return high * second + (numbers[:, None] + numbers[None, :]) % second
    if order not in EXTENSIONS:
        return (numbers[:, None] + numbers[None, :]) % order
    prime, replace = EXTENSIONS[order]
    powers = prime ** np.arange(len(replace))
    digits = numbers[:, None] // powers % prime
    return ((digits[:, None, :] + digits[None, :, :]) % prime) @ powers


@cache
def multiplication(order: int) -> Positions:
    """Return the table of products in GF(order), for order in ORDERS."""
    if order not in EXTENSIONS:
        return np.outer(np.arange(order), np.arange(order)) % order
    prime, replace = EXTENSIONS[order]
    return np.array([[_product(first, second, prime, replace) for second in range(order)] for first in range(order)])
