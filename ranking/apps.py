"""The Django application of the ranking package."""

from django.apps import AppConfig


class RankingConfig(AppConfig):
    name = "ranking"

    def ready(self) -> None:
        """Fill the hooks of earlier rooms and of the record; models can be imported only from here on."""
        from ranking.bodies.services import give_role_of_invitation
        from ranking.levels.services import mark_again
        from ranking.pins.services.claims import check_claim_waits, enter_claim_of_list
        from ranking.rankings.selectors.news import rankings_told
        from ranking.record.selectors.closings import against_setting_aside
        from ranking.record.services import hooks
        from ranking.series.selectors.news import series_told
        from scoring.hand_over.services.setting_aside import AGAINST_SETTING_ASIDE
        from scoring.webhooks.selectors import NEWS
        from tournament.access.services.account_invitations import INVITATION_ACCEPTED
        from tournament.registration.services.persons import PERSONS_MERGED

        INVITATION_ACCEPTED.append(give_role_of_invitation)
        hooks.RESULTS_CHANGED.append(mark_again)
        PERSONS_MERGED.append(hooks.results_changed)
        hooks.LIST_READ.append(check_claim_waits)
        hooks.LIST_TAKEN.append(enter_claim_of_list)
        AGAINST_SETTING_ASIDE.append(against_setting_aside)
        NEWS.extend([series_told, rankings_told])
