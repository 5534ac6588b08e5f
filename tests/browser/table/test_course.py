"""The phone's script reads the recorded tables of tests/data/tables.json as Python does."""

from django.templatetags.static import static
from playwright.sync_api import Page

from tests.scoring.game.rules.test_tables import TABLES

#: The terms of a competition (IMJ 7.1), ranks in half fans.
COMPETITION = {"start": 20_000, "lowest": 1, "highest": 30}
READ = """async ([folder, tables, COMPETITION]) => {
  const { GAMES } = await import(`${folder}games.js`);
  const { courseOf, nextHand, totals } = await import(`${folder}rules.js`);
  return tables.map((table) => {
    const game = GAMES[table.game];
    game.agree?.(table.terms ?? COMPETITION);
    const seats = Object.fromEntries([...table.seats].map((seat) => [seat, []]));
    const rounds = Object.entries(table.seated).map(([number, order]) => `${number}${order}`);
    const state = { seats, rounds, outside: {}, within: {} };
    const hands = new Map(table.hands.map((hand) => [hand.no, hand]));
    const { deals, due } = courseOf(game, state, hands);
    const all = [...deals.values()];
    const windsIn = (no) => [..."ESWN"].map((seat) => deals.get(Number(no)).winds[seat]).join("");
    const winds = Object.keys(table.winds).map((no) => [no, windsIn(no)]);
    return {
      dealers: all.map((deal) => deal.dealer).join(""),
      rounds: all.map((deal) => deal.round).join(""),
      winds: Object.fromEntries(winds),
      due,
      next: nextHand({ due }, hands),
      totals: totals(game, state, hands),
    };
  });
}"""


def test_the_script_has_the_course_and_the_totals_of_recorded_tables(page: Page) -> None:
    page.goto("/")
    read = page.evaluate(READ, [static("js/table/"), TABLES, COMPETITION])
    assert len(read) == len(TABLES) >= 5
    for table, shown in zip(TABLES, read, strict=True):
        expected = {name: table[name] for name in shown}
        expected |= {name: table[name].replace(" ", "") for name in ("dealers", "rounds")}
        assert shown == expected, table["name"]


ANSWERS = """async (folder) => {
  const { imj } = (await import(`${folder}games.js`)).GAMES;
  imj.agree({ start: 20000, lowest: 16, highest: 20 });
  const of = (points) => [imj.fault({ winner: "E", points }), imj.questions({ points }).map(([code]) => code)];
  return [4, 6, 16, 20].map(of);
}"""


def test_the_script_keeps_to_the_agreed_ranks(page: Page) -> None:
    """Eight to ten fans are agreed: two are too few, three may be a hand on flowers, ten are asked back (IMJ 7.2)."""
    page.goto("/")
    assert page.evaluate(ANSWERS, static("js/table/")) == [
        ["belowLowest", ["special-below-lowest"]],
        ["", ["special-below-lowest"]],
        ["", []],
        ["", ["limit-reached"]],
    ]
