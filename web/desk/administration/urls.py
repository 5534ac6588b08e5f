"""URL patterns of the Desk's pages for accounts, audit logs, backups and the server."""

from django.urls import include, path

from web.desk.administration import (
    accounts,
    api_tokens,
    archives,
    audit,
    backups,
    registries,
    server,
    webhooks,
)

of_event = [
    path("audit/", audit.audit_log, name="audit"),
    path("audit/paper/", audit.start_audit_paper, name="audit-paper"),
]
urlpatterns = [
    path("desk/accounts/", accounts.accounts, name="accounts"),
    path("desk/accounts/<number:account_id>/", accounts.account, name="account"),
    path("desk/accounts/<number:account_id>/second-factor/", accounts.remove_factor, name="remove-second-factor"),
    path("desk/accounts/<number:account_id>/password/", accounts.new_password, name="new-password"),
    path("desk/tokens/", api_tokens.api_tokens, name="api-tokens"),
    path("desk/tokens/<number:token_id>/revoke/", api_tokens.revoke, name="revoke-api-token"),
    path("desk/registries/", registries.registries_page, name="registries"),
    path("desk/registries/file/", registries.load_file, name="load-registry"),
    path("desk/registries/servers/<number:source_id>/fetch/", registries.fetch, name="fetch-registries"),
    path("desk/registries/servers/<number:source_id>/remove/", registries.forget_source, name="remove-registry-source"),
    path("desk/registries/<number:registry_id>/remove/", registries.remove, name="remove-registry"),
    path("desk/webhooks/", webhooks.webhooks_page, name="webhooks"),
    path("desk/webhooks/<number:webhook_id>/test/", webhooks.test, name="test-webhook"),
    path("desk/webhooks/<number:webhook_id>/remove/", webhooks.remove, name="remove-webhook"),
    path("desk/backups/", backups.backups, name="backups"),
    path("desk/backups/now/", backups.back_up_now, name="backup-now"),
    path("desk/backups/state/", backups.state_poll, name="backup-state"),
    path("desk/archives/", archives.archives, name="archives"),
    path("desk/archives/<number:archive_id>/back/", archives.bring_archive_back, name="bring-archive-back"),
    path("desk/server/", server.server, name="server"),
    path("e/<slug:slug>/desk/", include(of_event)),
]
