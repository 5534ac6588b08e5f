"""The window of the one-file program, by tkinter: where Pinju can be reached, and its end."""

from launcher.system import has_screen


def can_open() -> bool:
    """Return whether there is a screen, and tkinter, which not every Python has, can open a window on it."""
    if not has_screen():
        return False
    try:
        from tkinter import TclError

        from launcher.window.look import screen
    except ImportError:
        return False
    try:
        screen()
    except TclError:
        return False
    return True
