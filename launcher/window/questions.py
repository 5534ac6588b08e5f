"""A sentence in a window of its own, with buttons to answer it."""

from functools import partial
from tkinter import ttk

from launcher.texts import gettext as _
from launcher.window.look import PAD, new_window, run_until_closed


def ask(text: str, *answers: str) -> int:
    """Show the text until a button is chosen; return its position, or that of the last button for a closed window."""
    chosen = len(answers) - 1

    def choose(position: int) -> None:
        nonlocal chosen
        chosen = position
        window.destroy()

    window = new_window()
    frame = ttk.Frame(window, padding=PAD)
    frame.grid()
    ttk.Label(frame, text=text, wraplength=420).grid(sticky="w", pady=(0, PAD))
    buttons = ttk.Frame(frame)
    buttons.grid(sticky="e")
    for position, answer in enumerate(answers):
        button = ttk.Button(buttons, text=answer, command=partial(choose, position))
        button.grid(row=0, column=position, padx=(PAD // 2, 0))
        if position == 0:
            button.focus()
            window.bind("<Return>", lambda _event: choose(0))
    run_until_closed(window)
    return chosen


def tell(text: str) -> None:
    """Show the text until it is read."""
    ask(text, _("Close"))
