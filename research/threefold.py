"""A difference matrix over Z_2^5 with many common opponents: ``python -m research.threefold [SEED]``.

128 players over 15 sessions; any two strangers have the published chart's 14 common opponents. A map of order three
permutes the sessions, so that five of them generate the others. The search finds in a minute what ``subspaces`` does
not find among linear sessions (``threefold.c``; needs a C compiler as ``cc``). It prints an entry for
``tournament/draws/rules/data/chosen_charts.json``.
"""

import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

from research.subspaces import with_spare_and_numbers

GOAL, DIGITS = 14, 5


def searched_sessions(seed: str) -> list[list[int]]:
    """The sessions that the program finds, entries by column, the first made 0."""
    with tempfile.TemporaryDirectory() as folder:
        program, source = f"{folder}/threefold", Path(__file__).with_name("threefold.c")
        subprocess.run(["cc", "-O2", "-ffp-contract=off", "-o", program, str(source)], check=True)
        out = subprocess.run([program, str(GOAL), seed], check=True, stdout=subprocess.PIPE, text=True).stdout
    sessions = [[int(word) for word in line.split()] for line in out.splitlines()]
    return [[entry ^ session[0] for entry in session] for session in sessions]


def main() -> None:
    seed = (sys.argv[1:2] or ["1"])[0]
    print(json.dumps({"matrix": with_spare_and_numbers(searched_sessions(seed), DIGITS, random.Random(int(seed)))}))


if __name__ == "__main__":
    main()
