"""Shared by the commands about draws by standings: error messages."""

from tournament.draws.rules.rounds import RoundError

SENTENCES = {
    "document": "{where}: {message}.",
    "players": "A draw takes 4 to {most} players, a multiple of four; the file has {count}. Add fillers.",
    "number_twice": "A number is listed twice.",
    "bracket": "A bracket holds a multiple of four players, not {size}.",
    "place_missing": "Number {number}: place_before is missing; the method winners needs it for everybody.",
}
KINDS = ("rematch", "teams", "countries", "apart")
PAIRS = {
    "rematch": "who have met before", "teams": "of one team", "countries": "of one country", "apart": "declared apart",
}  # fmt: skip


def sentence(error: RoundError) -> str:
    """Return the error message of a RoundError."""
    if error.code != "forbidden":
        return SENTENCES[error.code].format(**error.figures)
    figures = error.figures
    text = f"{figures['first']} to {figures['last']} in the order of the draw: "
    if figures["proven"]:
        return f"{text}impossible. Some {PAIRS[figures['kind']]} must sit together; use avoid instead of forbid."
    return f"{text}no draw found that keeps all apart; {figures['pairs']} pairs {PAIRS[figures['kind']]} sit together."
