"""``/api/v1/events/EVENT/…``: reading more of one event, as its pages show it."""
