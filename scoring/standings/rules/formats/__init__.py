"""Stages of an event (3.5.4): checking a format, who plays, who goes on, and what players need for it."""
