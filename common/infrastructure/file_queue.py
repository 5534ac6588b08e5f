"""The queue of one machine: kombu's transport by files, with messages that appear whole."""

import time
import uuid
from pathlib import Path
from typing import Any

from kombu.exceptions import ChannelError
from kombu.transport import filesystem
from kombu.utils.json import dumps


class Channel(filesystem.Channel):
    """Write a message under a temporary name and rename it: a worker that reads a half-written file would stop."""

    def _put(self, queue: str, message: dict[str, Any], **_options: Any) -> None:  # type: ignore[override]
        """Add a message to the queue. Raises ChannelError if it cannot be written."""
        text: str = dumps(message)  # type: ignore[no-untyped-call]
        # kombu reads in the order of the names.
        part = Path(self.data_folder_out) / f"{round(time.monotonic() * 1000)}_{uuid.uuid4()}.part"
        try:
            part.write_text(text, encoding="utf-8")
            part.rename(part.with_suffix(f".{queue}.msg"))
        except OSError as error:
            part.unlink(missing_ok=True)
            raise ChannelError(f"Cannot add a message to {self.data_folder_out}") from error


class Transport(filesystem.Transport):
    """Kombu's transport by files with the channel above."""

    Channel = Channel
