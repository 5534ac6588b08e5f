"""Stages of an event (3.5.4): who plays, who goes on, what is carried over and frozen, and the final ranks. Pure."""
