"""Add up the coverage that the processes of a test run measured, print it and compare it with the limits.

report.py FOLDER: modules below 100 % with their missing lines and branches; the status is 1 below a limit of
pyproject.toml ([tool.pinju-coverage]).
"""

import json
import re
import sys
import tomllib
from collections import defaultdict
from pathlib import Path
from typing import Any

import slipcover

ROOT = Path(__file__).resolve().parents[2]
LINES, BRANCHES = ("executed_lines", "missing_lines"), ("executed_branches", "missing_branches")


def merged(folder: Path, source: list[str], omit: str) -> dict[str, Any]:
    """Return the coverage of all files in ``source``, also of those that no process imported."""
    packages = [name for name in source if (ROOT / name).is_dir()]
    total = slipcover.Slipcover(branch=True, source=packages, omit=[f"*{omit}*"]).get_coverage()
    # All processes at once: slipcover's merge of two takes 0.2 s, and a run has hundreds of processes.
    files: dict[str, dict[str, set[Any]]] = defaultdict(lambda: defaultdict(set))
    for file in folder.glob("*.json"):
        for name, measured in json.loads(file.read_text())["files"].items():
            for part in LINES:
                files[name][part].update(measured[part])
            for part in BRANCHES:
                files[name][part].update(map(tuple, measured[part]))
    return slipcover.merge_coverage(total, total | {"files": files})


def percent(files: list[dict[str, Any]]) -> float:
    """Return the executed share of lines and branches."""
    executed = sum(len(file["executed_lines"]) + len(file["executed_branches"]) for file in files)
    missing = sum(len(file["missing_lines"]) + len(file["missing_branches"]) for file in files)
    return 100 * executed / (executed + missing) if executed + missing else 100.0


def main(folder: str) -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["pinju-coverage"]
    coverage = merged(Path(folder), settings["source"], settings["omit"])
    slipcover.print_coverage(coverage, skip_covered=True)
    whole = percent([*coverage["files"].values()])
    rules = {name: percent([file]) for name, file in coverage["files"].items() if re.match(settings["rules"], name)}
    low = {name: share for name, share in sorted(rules.items()) if share < settings["fail_under_rules"]}
    for name, share in low.items():
        print(f"{name}: {share:.2f} %, rules need {settings['fail_under_rules']} %")
    print(f"Lines and branches of the whole program: {whole:.2f} % of {settings['fail_under']} % that are needed.")
    sys.exit(bool(low) or whole < settings["fail_under"])


if __name__ == "__main__":
    main(sys.argv[1])
