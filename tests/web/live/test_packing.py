"""Answers packed in parts are what every browser unpacks."""

import gzip
import zlib

from hypothesis import given
from hypothesis import strategies as st

from web.live.packing import LONG, packed

#: Parts short and long, in scripts of one to four bytes a letter.
PARTS = st.lists(st.builds(lambda text, times: text * times, st.text(max_size=40), st.sampled_from([1, 30, LONG])))


@given(PARTS)
def test_packed_parts_are_the_text_again(parts):
    whole = "".join(parts).encode()
    assert gzip.decompress(packed(parts)) == whole
    # As a browser does: one file, to its last byte.
    reader = zlib.decompressobj(wbits=31)
    assert reader.decompress(packed(parts)) == whole
    assert reader.eof
    assert not reader.unused_data


def test_parts_are_packed_about_as_small_as_the_whole():
    rows = "".join(f"<tr><td>{number}</td><td>Łukasz {number * 7919 % 1000}</td></tr>" for number in range(1000))
    parts = ['<div id="live-standings">', rows, "</div>", "<p>1</p>"]
    assert len(packed(parts)) < 1.05 * len(gzip.compress("".join(parts).encode(), 6))
