"""The ratings of Weng and Lin."""

import math
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence

from research.ratings.tables import Table, logistic, result_of


class WengLin(ABC):
    """Weng and Lin (2011), a rating of groups by Bayesian approximation; the formulas of the two methods below.

    The scale is that of ``beta`` = 1: a difference of 1 is one deviation of luck at a table.
    """

    def __init__(self, sigma: float, tau: float) -> None:
        self.start, self.tau = sigma * sigma, tau * tau
        self.mean: dict[int, float] = {}
        self.variance: dict[int, float] = {}

    def of(self, player: int) -> tuple[float, float]:
        return self.mean.get(player, 0.0), self.variance.get(player, self.start)

    def wins(self, one: int, other: int) -> float:
        (first, spread), (second, other_spread) = self.of(one), self.of(other)
        return logistic((first - second) / math.sqrt(2 + spread + other_spread))

    def learn(self, table: Table) -> None:
        means, variances = zip(*(self.of(player) for player in table.players), strict=True)
        variances = tuple(variance + self.tau for variance in variances)
        for player, mean, variance, (step, shrink) in zip(
            table.players, means, variances, self.steps(means, variances, table.scores), strict=True
        ):
            self.mean[player] = mean + step
            self.variance[player] = variance * max(1 - shrink, 1e-4)

    @abstractmethod
    def steps(
        self, means: Sequence[float], variances: Sequence[float], scores: Sequence[int]
    ) -> Iterator[tuple[float, float]]:
        """Yield for each player the step of the mean, and the share by which the variance shrinks."""


class BradleyTerry(WengLin):
    """The method "Bradley-Terry, full pair" (algorithm 1)."""

    def steps(
        self, means: Sequence[float], variances: Sequence[float], scores: Sequence[int]
    ) -> Iterator[tuple[float, float]]:
        for own, (mean, variance, score) in enumerate(zip(means, variances, scores, strict=True)):
            step = shrink = 0.0
            for at, (other, spread, points) in enumerate(zip(means, variances, scores, strict=True)):
                if at == own:
                    continue
                both = math.sqrt(variance + spread + 2)
                chance = logistic((mean - other) / both)
                step += variance / both * (result_of(score, points) - chance)
                shrink += math.sqrt(variance) / both * variance / both**2 * chance * (1 - chance)
            yield step, shrink


class PlackettLuce(WengLin):
    """The method "Plackett-Luce" (algorithm 4), with shared ranks."""

    def steps(
        self, means: Sequence[float], variances: Sequence[float], scores: Sequence[int]
    ) -> Iterator[tuple[float, float]]:
        total = math.sqrt(sum(variances) + len(variances))
        strengths = [math.exp(mean / total) for mean in means]
        # For each player: the sum of those who are not ahead, and how many share the rank.
        behind = [sum(s for s, points in zip(strengths, scores, strict=True) if points <= score) for score in scores]
        shared = [scores.count(score) for score in scores]
        for own, (variance, score) in enumerate(zip(variances, scores, strict=True)):
            step = shrink = 0.0
            for at, points in enumerate(scores):
                if points < score:
                    continue
                chance = strengths[own] / behind[at]
                step += ((at == own) - chance) / shared[at]
                shrink += chance * (1 - chance) / shared[at]
            yield variance / total * step, math.sqrt(variance) / total * variance / total**2 * shrink
