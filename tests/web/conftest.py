"""The whole program: events, body and account with every model, made once for the tests of a module."""

import shutil
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from django.test import override_settings
from django.utils import translation

from tests.support.every_address import Program, whole_program


@pytest.fixture(scope="module")
def _made_program(
    django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Program, Path]]:
    """Make the rows in a transaction around the tests of the module, each of which is rolled back by savepoint."""
    files = tmp_path_factory.mktemp("media")
    translation.deactivate()  # a request of the module before may have left its language
    with django_db_blocker.unblock(), transaction.atomic():
        with override_settings(MEDIA_ROOT=files):
            program = whole_program()
        yield program, files
        transaction.set_rollback(True)


@pytest.fixture
def program(_made_program: tuple[Program, Path], db: None, settings: Any, tmp_path: Path) -> Program:
    """Return the whole program, with files of its own."""
    made, files = _made_program
    settings.MEDIA_ROOT = shutil.copytree(files, tmp_path / "media")
    return deepcopy(made)
