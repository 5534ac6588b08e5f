"""Room on the stack of Python's frames.

CPython keeps frames in chunks of 16 KiB. A call that no longer fits opens a chunk, and its return frees it: a loop at
such an edge asks the system for memory at every turn. Pages call up to 200 deep and lost up to a third of their time
that way, 1,000 such turns a page.
"""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
#: Words of a frame above 256 KiB: its chunk gets 512 KiB, as CPython's ``push_chunk`` doubles until the frame fits.
LARGE = 33_000


def with_room(call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Return ``call(…)``, run in a chunk with room for a thousand frames."""
    return call(*args, **kwargs)


# For Python a code that differs in this size only is equal. Because of the name, the measuring of the tests' coverage
# (slipcover) does not take it for the plain one, which it would put back.
with_room.__code__ = with_room.__code__.replace(co_stacksize=LARGE, co_name="with_large_room")
