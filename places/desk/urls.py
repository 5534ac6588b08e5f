"""The addresses of the Desk."""

from django.urls import path

from places.desk import accounts, audit, contradictions, home, importing, overview, roles, sessions

app_name = "desk"
urlpatterns = [
    path("desk/", home.home, name="home"),
    path("desk/import/", importing.import_event, name="import"),
    path("desk/accounts/", accounts.accounts, name="accounts"),
    path("desk/accounts/<int:account_id>/", accounts.account, name="account"),
    path("desk/accounts/<int:account_id>/password/", accounts.new_password, name="new-password"),
    path("e/<slug:slug>/desk/", overview.event, name="event"),
    path("e/<slug:slug>/desk/contradictions/", contradictions.contradictions, name="contradictions"),
    path("e/<slug:slug>/desk/sessions/", sessions.sessions, name="sessions"),
    path("e/<slug:slug>/desk/sessions/<int:number>/release/", sessions.release, name="release"),
    path("e/<slug:slug>/desk/sessions/<int:number>/retract/", sessions.retract, name="retract"),
    path("e/<slug:slug>/desk/roles/", roles.roles, name="roles"),
    path("e/<slug:slug>/desk/roles/revoke/", roles.revoke, name="revoke"),
    path("e/<slug:slug>/desk/audit/", audit.chain, name="audit"),
    path("e/<slug:slug>/desk/file/", importing.event_file, name="file"),
]
