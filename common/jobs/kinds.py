"""Kinds of jobs: each room declares its own in its ``tasks.py``."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from django.utils.functional import Promise
from django.utils.module_loading import autodiscover_modules

from common.jobs.models import Job


@dataclass(frozen=True)
class Result:
    """The result of a job: plain data, messages for the owner, and a file to download as ``file_name``.

    ``file`` is its content, or the path of a file that is then moved away. With ``data={"event": "open-2018"}`` the
    page of the job links to that event.
    """

    data: Mapping[str, Any] = field(default_factory=dict)
    messages: Sequence[str | Promise] = ()
    file: bytes | Path | None = None
    file_name: str = ""

    def __post_init__(self) -> None:
        if (self.file is not None) != bool(self.file_name):
            raise ValueError("a file and its name go together")


@dataclass(frozen=True)
class Kind:
    """A kind of job: its name, its title for people, and its function."""

    name: str
    summary: str | Promise
    run: Callable[..., Result]


KINDS: dict[str, Kind] = {}
Run = TypeVar("Run", bound=Callable[..., Result])


def job(name: str, *, summary: str | Promise) -> Callable[[Run], Run]:
    """Declare ``run(progress, **parameters) -> Result`` as the kind ``name``.

    It raises :class:`~common.actions.errors.Refused` or :class:`~common.files.json_files.FileErrors` with messages for
    the owner. Any other exception is a fault of the program and is logged.
    """

    def declare(run: Run) -> Run:
        if name in KINDS:
            raise ValueError(f"two kinds of jobs are called {name}")
        KINDS[name] = Kind(name, summary, run)
        return run

    return declare


def kind_named(name: str) -> Kind:
    """Return the kind called ``name``; KeyError if no room declares it."""
    if name not in KINDS:
        autodiscover_modules("tasks")
    return KINDS[name]


def summary(job: Job) -> str:
    """Return the title of the job in the current language; the name of its kind if no room declares it."""
    try:
        return str(kind_named(job.kind).summary)
    except KeyError:
        return job.kind
