"""Kinds of jobs that tests control; the worker of a test includes this module."""

import time
from pathlib import Path

from common.actions.errors import Refused
from common.jobs import Progress, Result, job

SECONDS_AT_MOST = 30


@job("test.count", summary="Counting units")
def count(progress: Progress, *, units: int, folder: str = "") -> Result:
    """Do ``units`` units; unit n waits until the folder (if any) contains a file named n."""
    progress.total(units)
    for number in range(units):
        deadline = time.monotonic() + SECONDS_AT_MOST
        while folder and not (Path(folder) / str(number)).exists():
            if time.monotonic() > deadline:
                raise TimeoutError("the test never opened the gate")
            progress.check()
            time.sleep(0.01)
        progress.step()
    return Result(
        data={"units": units},
        messages=[f"{units} units by {progress.owner.name}"],
        file=f"{units} units".encode(),
        file_name="单位 units.txt",
    )


@job("test.refuse", summary="Refusing")
def refuse(progress: Progress) -> Result:
    from django.utils.translation import gettext as _

    raise Refused(_("Please give a reason; it is kept with the change."), where="reason")


@job("test.fault", summary="Failing")
def fault(progress: Progress, *, typed: str) -> Result:
    """Fail by a program fault whose exception contains user input."""
    raise ValueError(typed)
