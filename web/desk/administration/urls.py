"""The addresses of the Desk's pages for accounts, audit logs and backups."""

from django.urls import path

from web.desk.administration import accounts, audit, backups

urlpatterns = [
    path("desk/accounts/", accounts.accounts, name="accounts"),
    path("desk/accounts/<number:account_id>/", accounts.account, name="account"),
    path("desk/accounts/<number:account_id>/password/", accounts.new_password, name="new-password"),
    path("desk/backups/", backups.backups, name="backups"),
    path("desk/backups/now/", backups.now, name="backup-now"),
    path("desk/backups/state/", backups.state, name="backup-state"),
    path("e/<slug:slug>/desk/audit/", audit.chain, name="audit"),
    path("e/<slug:slug>/desk/audit/paper/", audit.paper, name="audit-paper"),
]
