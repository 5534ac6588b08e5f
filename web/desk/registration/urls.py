"""URL patterns of the Desk's registration."""

from django.urls import path

from web.desk.registration import (
    application,
    applications,
    duplicates,
    entries,
    entry,
    line_ups,
    link_code,
    numbers,
    teams,
)
from web.desk.registration.lists import import_list

urlpatterns = [
    path("registration/", entries.entries, name="registration"),
    path("registration/new/", entry.new_entry, name="new-entry"),
    path("registration/<number:number>/", entry.entry, name="entry"),
    path("registration/<number:number>/numbers/", numbers.numbers, name="entry-numbers"),
    path("registration/<number:number>/private/", entry.private, name="entry-private"),
    path("registration/<number:number>/consents/", entry.consents, name="entry-consents"),
    path("registration/<number:number>/presence/", entry.presence, name="entry-presence"),
    path("registration/applications/", applications.applications, name="applications"),
    path("registration/applications/<number:number>/", application.application, name="application"),
    path(
        "registration/applications/<number:number>/approve/",
        application.approve,
        name="approve-application",
    ),
    path(
        "registration/applications/<number:number>/wait/",
        application.move_to_waiting_list,
        name="wait-application",
    ),
    path(
        "registration/applications/<number:number>/ask/",
        application.ask_player,
        name="ask-application",
    ),
    path(
        "registration/applications/<number:number>/decline/",
        application.decline,
        name="decline-application",
    ),
    path(
        "registration/applications/<number:number>/mail/",
        application.resend_mail,
        name="application-mail",
    ),
    path(
        "registration/applications/<number:number>/address/",
        application.new_application_key,
        name="application-key",
    ),
    path("registration/<number:number>/code/", link_code.link_code, name="link-code"),
    path("registration/units/", teams.units, name="units"),
    path("registration/teams/<number:number>/", teams.team, name="team"),
    path("registration/teams/<number:number>/merge/", teams.merge, name="merge-team"),
    path("registration/lineups/", line_ups.line_ups, name="line-ups"),
    path("registration/teams/<number:number>/lineup/", line_ups.team_line_up, name="team-line-up"),
    path("registration/groups/<number:number>/", teams.group, name="group"),
    path("registration/file/", import_list.upload, name="registration-file"),
    path(
        "registration/file/<number:preview>/",
        import_list.preview,
        name="registration-preview",
    ),
    path("registration/duplicates/", duplicates.duplicates, name="duplicates"),
]
