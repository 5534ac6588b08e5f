"""Counts of a game with periods, besides the ends of its hands, and how long its rounds were (IMJ 12, 23.10, 33)."""

from dataclasses import dataclass
from fractions import Fraction

from scoring.game.rules.games import game_of
from scoring.sheets.rules.view import View
from scoring.sheets.selectors.facts.loading import sheet_facts
from scoring.standings.selectors.hand_statistics import sheets_in
from tournament.events.models.events import Event


@dataclass(frozen=True, slots=True)
class DealFigures:
    """Counts over all tables; ``rounds``: the rounds that were begun. A hand may be counted in several ways."""

    hands: int
    bound: int
    false_wins: int
    aborted: int
    dealer_wins: int
    rounds: int

    @property
    def hands_a_round(self) -> Fraction:
        return Fraction(self.hands, self.rounds)


def deal_figures(event: Event, view: View) -> DealFigures | None:
    """Return the counts of the recorded hands in the view, in eleven queries; None for other games and without hands.

    A hand without winner and false win is aborted and replayed, also with an empty wall (23.10).
    """
    if game_of(event.rules).terms.periods == 1:
        return None
    played = []
    rounds = set()
    for facts in sheet_facts(sheets_in(event, view)):
        deals = facts.course.deals
        for hand in facts.played_hands():
            deal = deals.get(hand.no)
            played.append((hand, deal))
            if deal is not None:
                rounds.add((facts.sheet.pk, deal.period, deal.round))
    if not rounds:
        return None
    return DealFigures(
        hands=len(played),
        bound=sum(hand.bound is not None for hand, _deal in played),
        false_wins=sum(len(hand.false_wins) for hand, _deal in played),
        aborted=sum(hand.winner is None and not hand.false_wins for hand, _deal in played),
        dealer_wins=sum(deal is not None and hand.winner == deal.dealer for hand, deal in played),
        rounds=len(rounds),
    )
