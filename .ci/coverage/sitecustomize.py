"""Measure branch coverage with slipcover in every Python process of a test run.

Python imports this module at its start when this folder is in PYTHONPATH; it does nothing without COVERAGE_FOLDER. Each
process writes one file there at its end; those of xdist also when their last test is done (``write_now``), because they
are killed if their end takes long. slipcover's own runner would not reach the servers and workers that tests start.
"""

import ast
import atexit
import json
import marshal
import os
import sys
import tomllib
from collections.abc import Callable
from contextlib import suppress
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import find_spec
from pathlib import Path
from types import CodeType

ROOT = Path(__file__).resolve().parents[2]


def write_now() -> None:
    """Write what this process has measured so far."""
    for write in _writers:
        write()


_writers: list[Callable[[], None]] = []


def marked(source: bytes, path: str, folder: Path) -> CodeType:
    """Return the code of a module with marks at its branches; the first process that needs it keeps it for the others.

    To parse, mark and compile takes as long as slipcover's instrumentation, which cannot be kept.
    """
    from slipcover.branch import preinstrument

    kept = folder / path.replace(os.sep, ".")  # no name of a module has a point
    if kept.exists():
        return marshal.loads(kept.read_bytes())
    code = compile(preinstrument(ast.parse(source)), path, "exec", dont_inherit=True)
    with suppress(OSError):  # a test may give its process no room or no right to write
        part = kept.with_suffix(f".{os.getpid()}")
        part.write_bytes(marshal.dumps(code))
        part.rename(kept)
    return code


def measure(folder: Path, files: tuple[str, ...], omit: str) -> None:
    """Instrument what is imported from now on, if its path begins with one of ``files``."""
    from slipcover import Slipcover

    measured = Slipcover(branch=True)
    compiled = folder / "compiled"
    compiled.mkdir(exist_ok=True)

    class Loader(SourceFileLoader):
        def get_code(self, _fullname: str) -> object:
            return measured.instrument(marked(self.get_data(self.path), self.path, compiled))

        def exec_module(self, module: object) -> None:
            measured.register_module(module)
            super().exec_module(module)

    class Finder:
        @staticmethod
        def find_spec(name: str, path: object = None, target: object = None) -> ModuleSpec | None:
            spec = PathFinder.find_spec(name, path, target)
            if not spec or type(spec.loader) is not SourceFileLoader:
                return None
            if not spec.origin.startswith(files) or omit in spec.origin:
                return None
            spec.loader = Loader(name, spec.origin)
            return spec

    def write() -> None:
        os.chdir(ROOT)  # slipcover writes paths relative to the working directory
        file = folder / f"{process}.json"
        part = file.with_suffix(".part")
        part.write_text(json.dumps(measured.get_coverage()))
        part.rename(file)

    process = os.getpid()
    sys.meta_path.insert(0, Finder)
    _writers.append(write)
    atexit.register(lambda: write() if os.getpid() == process else None)


def start() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["pinju-coverage"]
    # xdist starts its processes by such a command.
    runs_tests = "pytest" in sys.orig_argv or "exec(eval(sys.stdin.readline()))" in sys.orig_argv[-1]
    # To instrument everything takes 4 s of each start; what servers share with the tests is measured in the tests.
    names = settings["source"] if runs_tests else settings["of_other_processes"]
    measure(Path(os.environ["COVERAGE_FOLDER"]), tuple(str(ROOT / name) for name in names), settings["omit"])


if os.environ.get("COVERAGE_FOLDER") and find_spec("slipcover"):
    start()
