"""The window while the server runs: addresses, QR code, what the program says, and its end."""

import io
import tkinter
from collections.abc import Callable
from tkinter import ttk

import segno

from launcher.system import on_quit
from launcher.texts import gettext as _
from launcher.window.look import NAME, PAD, icon, new_window, screen

#: Pixels of the side of the QR code, at most.
QR_SIZE = 220


class View:
    """The widgets. ``local`` opens on this computer, ``network`` on others; empty lists are said."""

    def __init__(
        self, local: str, network: list[str], open_page: Callable[[], object], stop: Callable[[], object]
    ) -> None:
        self.window = new_window()
        self.stop = stop
        self.window.protocol("WM_DELETE_WINDOW", self.ask_to_stop)
        on_quit(screen(), self.ask_to_stop)
        frame = ttk.Frame(self.window, padding=PAD)
        frame.grid()
        self._put_heading(frame)
        self._put_addresses(frame, network)
        self._put_page(frame, local, open_page)
        self._put_messages(frame)
        self._put_end(frame)

    def _put_heading(self, frame: ttk.Frame) -> None:
        heading = ttk.Frame(frame)
        heading.grid(sticky="w")
        self.picture = icon(64)
        ttk.Label(heading, image=self.picture).grid(rowspan=2, padx=(0, PAD))
        ttk.Label(heading, text=NAME, font=("TkDefaultFont", 18, "bold")).grid(row=0, column=1, sticky="w")
        self.state = ttk.Label(heading, text=_("Starting…"))
        self.state.grid(row=1, column=1, sticky="w")

    def _put_addresses(self, frame: ttk.Frame, network: list[str]) -> None:
        part = ttk.LabelFrame(frame, text=_("For phones and tablets in the same network"), padding=PAD)
        part.grid(sticky="ew", pady=(PAD, 0))
        if not network:
            text = _(
                "This computer is not in a network: no other device can open Pinju. Connect it, then start Pinju again."
            )
            ttk.Label(part, text=text, wraplength=440).grid()
            return
        self.code = ttk.Label(part)
        self.code.grid(rowspan=len(network) + 1, padx=(0, PAD))
        self.address = tkinter.StringVar(value=network[0])
        for row, address in enumerate(network):
            choice = ttk.Radiobutton(part, text=address, value=address, variable=self.address, command=self._show_code)
            choice.grid(row=row, column=1, sticky="w")
        self._show_code()

    def _show_code(self) -> None:
        code, picture = segno.make_qr(self.address.get()), io.BytesIO()
        code.save(picture, kind="png", scale=QR_SIZE // code.symbol_size()[0])
        self.shown_code = tkinter.PhotoImage(data=picture.getvalue())  # Tk keeps no reference
        self.code.configure(image=self.shown_code)

    def _put_page(self, frame: ttk.Frame, local: str, open_page: Callable[[], object]) -> None:
        part = ttk.LabelFrame(frame, text=_("On this computer"), padding=PAD)
        part.grid(sticky="ew", pady=(PAD, 0))
        part.columnconfigure(0, weight=1)
        ttk.Label(part, text=local).grid(sticky="w")
        self.page = ttk.Button(part, text=_("Open in the browser"), command=open_page, state="disabled")
        self.page.grid(row=0, column=1)

    def _put_messages(self, frame: ttk.Frame) -> None:
        self.messages = tkinter.Text(
            frame, width=64, height=8, wrap="word", state="disabled", relief="flat", padx=6, pady=6
        )
        self.messages.grid(sticky="ew", pady=(PAD, 0))

    def _put_end(self, frame: ttk.Frame) -> None:
        self.end = ttk.Frame(frame)
        self.end.grid(sticky="ew", pady=(PAD, 0))
        self.end.columnconfigure(0, weight=1)
        self._offer(_("Closing this window stops Pinju."), (_("Stop Pinju"), self.ask_to_stop))

    def _offer(self, text: str, *buttons: tuple[str, Callable[[], object]]) -> None:
        """Show a sentence and buttons at the foot of the window, in place of those before."""
        for widget in self.end.winfo_children():
            widget.destroy()
        ttk.Label(self.end, text=text, wraplength=430 - 100 * len(buttons)).grid(sticky="w")
        self.buttons = [ttk.Button(self.end, text=label, command=command) for label, command in buttons]
        for column, button in enumerate(self.buttons, 1):
            button.grid(row=0, column=column, padx=(PAD // 2, 0))

    def add_message(self, line: str) -> None:
        self.messages.configure(state="normal")
        self.messages.insert("end", line + "\n")
        self.messages.configure(state="disabled")
        self.messages.see("end")

    def show_running(self) -> None:
        self.state.configure(text=_("Pinju is running."))
        self.page.configure(state="normal")

    def ask_to_stop(self) -> None:
        question = _("Stop Pinju? Phones and screens cannot read or write anything until it runs again.")
        self._offer(question, (_("Stop Pinju"), self.stop), (_("Keep it running"), self._keep_running))

    def _keep_running(self) -> None:
        self._offer(_("Closing this window stops Pinju."), (_("Stop Pinju"), self.ask_to_stop))

    def show_stopping(self) -> None:
        self.state.configure(text=_("Pinju is stopping…"))
        self.page.configure(state="disabled")
        self.window.protocol("WM_DELETE_WINDOW", lambda: None)
        self._offer("")

    def show_ended(self) -> None:
        """Say that the server has ended by itself; what it said last gives the reason."""
        self.state.configure(text=_("Pinju has ended. The reason is below."))
        self.page.configure(state="disabled")
        self.window.protocol("WM_DELETE_WINDOW", self.window.destroy)
        self._offer("", (_("Close"), self.window.destroy))
