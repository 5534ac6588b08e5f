"""The queue of files: a message is there as a whole or not at all."""

from pathlib import Path

import pytest
from kombu import Connection
from kombu.exceptions import ChannelError

from common.infrastructure.file_queue import Channel
from config.celery import app


@pytest.fixture
def channel(tmp_path: Path) -> Channel:
    folders = {"data_folder_in": str(tmp_path), "data_folder_out": str(tmp_path), "control_folder": str(tmp_path / "c")}
    assert app  # names the program's transport
    return Connection("filesystem://", transport_options=folders).channel()


def messages(channel: Channel) -> list[str]:
    return [file.name for file in Path(channel.data_folder_in).iterdir() if file.is_file()]


def test_messages_come_in_the_order_in_which_they_were_sent(channel: Channel, monkeypatch: pytest.MonkeyPatch) -> None:
    assert isinstance(channel, Channel)
    for number, moment in enumerate((1_000.001, 1_000.002, 1_000.010)):
        monkeypatch.setattr("time.monotonic", lambda moment=moment: moment)
        channel._put("celery", {"name": "李", "number": number})
    assert [channel._get("celery") for _message in range(3)] == [{"name": "李", "number": n} for n in range(3)]
    assert messages(channel) == []


def test_a_message_that_cannot_be_written_is_not_in_the_queue(channel: Channel) -> None:
    with pytest.raises(TypeError):
        channel._put("celery", {"number": object()})
    assert messages(channel) == []
    channel.data_folder_out += "/missing"
    with pytest.raises(ChannelError):
        channel._put("celery", {})
