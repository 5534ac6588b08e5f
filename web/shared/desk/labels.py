"""The words of the steps of an event, and what a page shows of them."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from web.shared.access import EventAccess
from web.shared.desk.facts import EventFacts, event_facts
from web.shared.desk.path import Phase, Step, following, next_step, phases_done

Label = str | Promise
#: Code of a step -> its heading, one sentence, and the label of its button.
WORDS: Mapping[str, tuple[Label, Label, Label]] = {
    "players": (
        gettext_lazy("Register the players"),
        gettext_lazy("Import the list that you have, or register them one by one."),
        gettext_lazy("Import a list"),
    ),
    "times": (
        gettext_lazy("Set the days and times"),
        gettext_lazy("Players and papers show when each session starts."),
        gettext_lazy("Set the times"),
    ),
    "check-in": (
        gettext_lazy("Check in the players"),
        gettext_lazy("%(here)d of %(count)d players are here."),
        gettext_lazy("Open check-in"),
    ),
    "draw": (
        gettext_lazy("Draw the seats"),
        gettext_lazy("%(count)d players sit at %(tables)d tables. Draw when the list of players is complete."),
        gettext_lazy("Open the draw"),
    ),
    "mix": (
        gettext_lazy("Draw the chart"),
        gettext_lazy("The list of players is frozen."),
        gettext_lazy("Open the draw"),
    ),
    "choose": (
        gettext_lazy("Choose a chart"),
        gettext_lazy("Several charts are drawn; choose one of them."),
        gettext_lazy("Open the draw"),
    ),
    "approve": (
        gettext_lazy("Approve the chart"),
        gettext_lazy("Look at the tables of each session, then approve the chart."),
        gettext_lazy("Open the draw"),
    ),
    "release-draw": (
        gettext_lazy("Release the draw"),
        gettext_lazy("Everybody can look up their seats then."),
        gettext_lazy("Release the draw"),
    ),
    "print": (
        gettext_lazy("Print the papers"),
        gettext_lazy("Seats by name and chart for the hall, score sheets for the tables."),
        gettext_lazy("Open the papers"),
    ),
    "draw-session": (
        gettext_lazy("Draw the seats of session %(number)d"),
        gettext_lazy("This session has no tables yet."),
        gettext_lazy("Open the draw"),
    ),
    "play": (
        gettext_lazy("Play session %(number)d"),
        gettext_lazy("Enter the scores of its %(tables)d tables when the sheets come in."),
        gettext_lazy("Enter scores"),
    ),
    "enter": (
        gettext_lazy("Enter the scores of session %(number)d"),
        gettext_lazy("%(missing)d of %(tables)d sheets are not signed yet."),
        gettext_lazy("Enter scores"),
    ),
    "resolve": (
        gettext_lazy("Resolve the discrepancies of session %(number)d"),
        gettext_lazy("Tables that do not add up: %(count)d. After that the session can be released."),
        gettext_lazy("Check results"),
    ),
    "confirm": (
        gettext_lazy("Confirm the sheets of session %(number)d"),
        gettext_lazy("%(waiting)d of %(tables)d sheets are signed but not confirmed."),
        gettext_lazy("Confirm sheets"),
    ),
    "release": (
        gettext_lazy("Release session %(number)d"),
        gettext_lazy("All sheets are confirmed (%(tables)d). The standings become public."),
        gettext_lazy("Release session %(number)d"),
    ),
    "awards": (
        gettext_lazy("Prepare the award ceremony"),
        gettext_lazy("Session %(number)d is kept for the ceremony. Add the awards first."),
        gettext_lazy("Add awards"),
    ),
    "ceremony": (
        gettext_lazy("Hold the award ceremony"),
        gettext_lazy("Its last step releases session %(number)d."),
        gettext_lazy("Open the ceremony"),
    ),
    "show-awards": (
        gettext_lazy("Hold the award ceremony"),
        gettext_lazy("All results are public. The ceremony shows the winners on the screen, one by one."),
        gettext_lazy("Open the ceremony"),
    ),
    "wait": (
        gettext_lazy("Wait for the end of the appeal time"),
        gettext_lazy("Results can be appealed until %(time)s. After that the event can be closed."),
        gettext_lazy("See what is open"),
    ),
    "close": (
        gettext_lazy("Close the event"),
        gettext_lazy("All sessions are released. Closing makes the results final."),
        gettext_lazy("Close the event"),
    ),
    "send": (
        gettext_lazy("Send the results"),
        gettext_lazy("The event is closed. Send the workbook and the dossier, and publish the pages."),
        gettext_lazy("Open the files"),
    ),
    "held": (
        gettext_lazy("Go on where the event is"),
        gettext_lazy("All its data is entered at “%(holder)s”. Here you can only read it."),
        gettext_lazy("See where the event is"),
    ),
    "rehearsed": (
        gettext_lazy("The rehearsal is complete"),
        gettext_lazy("All its sessions are released. Go back to the real event."),
        gettext_lazy("All events"),
    ),
}
#: Code of a step -> its short name among the steps that follow.
_SHORT: Mapping[str, Label] = {
    "times": gettext_lazy("Set the times"),
    "check-in": gettext_lazy("Check-in"),
    "draw": pgettext_lazy("menu", "Draw"),
    "release-draw": gettext_lazy("Release the draw"),
    "print": pgettext_lazy("menu", "Print"),
    "enter": gettext_lazy("Score entry"),
    "confirm": pgettext_lazy("menu", "Confirm"),
    "release": pgettext_lazy("menu", "Release"),
    "ceremony": gettext_lazy("Award ceremony"),
    "close": gettext_lazy("Close the event"),
    "send": gettext_lazy("Send the results"),
}
SHORT: Mapping[str, Label] = {**_SHORT, "awards": _SHORT["ceremony"], "play": _SHORT["enter"]}
PHASES: Mapping[Phase, Label] = {
    Phase.PREPARE: pgettext_lazy("phase", "Prepare"),
    Phase.SEAT: pgettext_lazy("phase", "Seat"),
    Phase.PLAY: pgettext_lazy("phase", "Play"),
    Phase.COUNT: pgettext_lazy("phase", "Count"),
    Phase.FINISH: pgettext_lazy("phase", "Finish"),
}


@dataclass(frozen=True)
class ShownStep:
    """The next step in words; ``href`` is empty where another role does it."""

    title: str
    text: str
    href: str
    button: str
    then: list[Label]


@dataclass(frozen=True)
class ShownPhase:
    """A phase: ``state`` is "done", "now" or "" (to come); ``note`` says how far it is."""

    label: Label
    state: str
    note: str


@dataclass(frozen=True)
class EventPath:
    """The next step and the phases of an event."""

    code: str
    step: ShownStep
    phases: list[ShownPhase]
    facts: EventFacts


def event_path(desk: EventAccess) -> EventPath:
    """Return the path of the event as this account sees it."""
    facts = event_facts(desk.event)
    step = next_step(facts)
    return EventPath(step.code, _shown(desk, step, facts), _phases(step, facts), facts)


def _shown(desk: EventAccess, step: Step, facts: EventFacts) -> ShownStep:
    title, text, button = (str(words) % step.figures for words in WORDS[step.code])
    return ShownStep(title, text, _address(desk, step), button, [SHORT[code] for code in following(step, facts)])


def _address(desk: EventAccess, step: Step) -> str:
    if step.needs and not getattr(desk, step.needs):
        return ""
    arguments = [] if step.page == "desk:home" else [desk.event.slug]
    return reverse(step.page, args=arguments if step.session is None else [*arguments, step.session]) + step.query


def _phases(step: Step, facts: EventFacts) -> list[ShownPhase]:
    done = phases_done(facts)
    notes = _notes(facts)
    states = {phase: "now" if phase is step.phase else "done" if phase in done else "" for phase in Phase}
    return [ShownPhase(PHASES[phase], states[phase], notes[phase]) for phase in Phase]


def _notes(facts: EventFacts) -> dict[Phase, str]:
    sessions = facts.progress.sessions
    released = sum(session.released_at is not None for session in sessions)
    played = sum(bool(session.released_at or session.signed) for session in sessions)
    figures = {"count": len(sessions), "released": released, "played": played}
    players = ngettext("%(count)d player", "%(count)d players", facts.players) % {"count": facts.players}
    return {
        Phase.PREPARE: players if facts.players else "",
        Phase.SEAT: _("seats drawn") if facts.seated else "",
        Phase.PLAY: _("%(played)d of %(count)d sessions") % figures if facts.seated else "",
        Phase.COUNT: _("%(released)d of %(count)d released") % figures if facts.seated else "",
        Phase.FINISH: pgettext("event", "closed") if facts.closed else "",
    }
