"""What all windows of the program share: the connection to the screen, name, icon, spaces."""

import functools
import tkinter
from tkinter import ttk

from launcher.paths import ROOT
from launcher.system import prepare_window
from launcher.texts import follow_system

NAME = "Pinju 品局"
PAD = 14
#: The picture, and its side in pixels: a multiple of every size that is shown.
ICON, ICON_SIZE = ROOT / "deploy" / "one_file" / "icon.png", 1024


@functools.cache
def screen() -> tkinter.Tk:
    """Return the one connection to the screen. Raises tkinter.TclError if it cannot be opened.

    What this process says from then on is in the language of the system.
    It is kept until the process ends: Tcl aborts the process if another thread collects it as garbage.
    """
    prepare_window()
    root = tkinter.Tk()
    follow_system()
    root.withdraw()
    root.title(NAME)
    root.iconphoto(True, icon(256))
    if root.tk.call("tk", "windowingsystem") == "x11":
        ttk.Style(root).theme_use("clam")
    return root


def new_window() -> tkinter.Toplevel:
    """Return an empty window."""
    window = tkinter.Toplevel(screen(), background=ttk.Style(screen()).lookup("TFrame", "background"))
    window.title(NAME)
    window.resizable(False, False)
    return window


def run_until_closed(window: tkinter.Toplevel) -> None:
    """Handle what happens in the window until it is closed."""
    window.bind("<Destroy>", lambda event: screen().quit() if event.widget is window else None)
    screen().mainloop()


def icon(size: int) -> tkinter.PhotoImage:
    """Return the icon as a square of this many pixels."""
    return tkinter.PhotoImage(file=ICON).subsample(ICON_SIZE // size)
