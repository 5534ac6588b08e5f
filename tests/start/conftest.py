"""Leave out the tests of the window where Python has no tkinter; with PINJU_REQUIRE=1 they fail there."""

import os
from importlib.util import find_spec

collect_ignore = []
if find_spec("_tkinter") is None and os.environ.get("PINJU_REQUIRE") != "1":
    collect_ignore.append("test_window.py")
