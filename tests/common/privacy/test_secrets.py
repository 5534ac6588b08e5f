"""A secret is made once, also by two threads at once; only the user who runs the program can read its file."""

from pathlib import Path

import pytest

from common.privacy.secrets import kept_secret
from tests.support.threads import together


@pytest.mark.django_db(transaction=True)
def test_threads_that_ask_at_once_agree(tmp_path: Path) -> None:
    for attempt in range(20):
        file = tmp_path / f"{attempt}.txt"
        answers = together(*[lambda file=file: kept_secret(file)] * 8)
        assert answers == [file.read_text()] * 8
        assert file.stat().st_mode & 0o077 == 0
    assert len(list(tmp_path.iterdir())) == 20
