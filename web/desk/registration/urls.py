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
    path("e/<slug:slug>/desk/registration/", entries.entries, name="registration"),
    path("e/<slug:slug>/desk/registration/new/", entry.new_entry, name="new-entry"),
    path("e/<slug:slug>/desk/registration/<number:number>/", entry.entry, name="entry"),
    path("e/<slug:slug>/desk/registration/<number:number>/numbers/", numbers.numbers, name="entry-numbers"),
    path("e/<slug:slug>/desk/registration/<number:number>/private/", entry.private, name="entry-private"),
    path("e/<slug:slug>/desk/registration/<number:number>/consents/", entry.consents, name="entry-consents"),
    path("e/<slug:slug>/desk/registration/<number:number>/presence/", entry.presence, name="entry-presence"),
    path("e/<slug:slug>/desk/registration/applications/", applications.applications, name="applications"),
    path("e/<slug:slug>/desk/registration/applications/<number:number>/", application.application, name="application"),
    path(
        "e/<slug:slug>/desk/registration/applications/<number:number>/approve/",
        application.approve,
        name="approve-application",
    ),
    path(
        "e/<slug:slug>/desk/registration/applications/<number:number>/wait/",
        application.move_to_waiting_list,
        name="wait-application",
    ),
    path(
        "e/<slug:slug>/desk/registration/applications/<number:number>/ask/",
        application.ask_player,
        name="ask-application",
    ),
    path(
        "e/<slug:slug>/desk/registration/applications/<number:number>/decline/",
        application.decline,
        name="decline-application",
    ),
    path(
        "e/<slug:slug>/desk/registration/applications/<number:number>/mail/",
        application.resend_mail,
        name="application-mail",
    ),
    path(
        "e/<slug:slug>/desk/registration/applications/<number:number>/address/",
        application.new_application_key,
        name="application-key",
    ),
    path("e/<slug:slug>/desk/registration/<number:number>/code/", link_code.link_code, name="link-code"),
    path("e/<slug:slug>/desk/registration/units/", teams.units, name="units"),
    path("e/<slug:slug>/desk/registration/teams/<number:number>/", teams.team, name="team"),
    path("e/<slug:slug>/desk/registration/teams/<number:number>/merge/", teams.merge, name="merge-team"),
    path("e/<slug:slug>/desk/registration/lineups/", line_ups.line_ups, name="line-ups"),
    path("e/<slug:slug>/desk/registration/teams/<number:number>/lineup/", line_ups.team_line_up, name="team-line-up"),
    path("e/<slug:slug>/desk/registration/groups/<number:number>/", teams.group, name="group"),
    path("e/<slug:slug>/desk/registration/file/", import_list.upload, name="registration-file"),
    path(
        "e/<slug:slug>/desk/registration/file/<number:preview>/",
        import_list.preview,
        name="registration-preview",
    ),
    path("e/<slug:slug>/desk/registration/duplicates/", duplicates.duplicates, name="duplicates"),
]
