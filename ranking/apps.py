"""The Django application of the ranking package."""

from django.apps import AppConfig


class RankingConfig(AppConfig):
    name = "ranking"

    def ready(self) -> None:
        """Fill the hooks of record, merged persons and webhooks; models can be imported only from here on."""
        from ranking.levels.services import mark_again
        from ranking.pins.services.claims import check_claim_waits, enter_claim_of_list
        from ranking.rankings.selectors.news import rankings_told
        from ranking.record.services import hooks
        from ranking.series.selectors.news import series_told
        from scoring.webhooks.selectors import NEWS
        from tournament.registration.services.persons import PERSONS_MERGED

        hooks.RESULTS_CHANGED.append(mark_again)
        PERSONS_MERGED.append(hooks.results_changed)
        hooks.LIST_READ.append(check_claim_waits)
        hooks.LIST_TAKEN.append(enter_claim_of_list)
        NEWS.extend([series_told, rankings_told])
