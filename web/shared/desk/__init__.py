"""Presenters of an event's Desk: its navigation, and the steps of an event with the next one."""
