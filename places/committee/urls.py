"""The addresses of the Committee; those of a body begin with its id."""

from django.urls import path

from places.committee import audit, bodies, certificates, events, home, persons, pins, requests, result_lists

app_name = "committee"
urlpatterns = [
    path("committee/", home.home, name="home"),
    path("committee/-/new/", bodies.new, name="new-body"),
    path("committee/<slug:slug>/", home.body, name="body"),
    path("committee/<slug:slug>/events/", events.events, name="events"),
    path("committee/<slug:slug>/events/<slug:event>/", events.event, name="event"),
    path("committee/<slug:slug>/events/<slug:event>/withdraw/", events.withdraw, name="withdraw"),
    path("committee/<slug:slug>/events/<slug:event>/certificates/", certificates.certificates, name="certificates"),
    path(
        "committee/<slug:slug>/events/<slug:event>/certificates/<int:row>.pdf",
        certificates.one,
        name="certificate",
    ),
    path("committee/<slug:slug>/events/<slug:event>/results/<int:row>/", result_lists.assign, name="assign"),
    path("committee/<slug:slug>/lists/", result_lists.upload, name="lists"),
    path("committee/<slug:slug>/lists/<int:pk>/", result_lists.preview, name="list"),
    path("committee/<slug:slug>/lists/<int:pk>/columns/", result_lists.columns, name="list-columns"),
    path("committee/<slug:slug>/lists/<int:pk>/event/", result_lists.header, name="list-event"),
    path("committee/<slug:slug>/persons/", persons.persons, name="persons"),
    path("committee/<slug:slug>/persons/evaluate/", persons.evaluate, name="evaluate"),
    path("committee/<slug:slug>/persons/<int:pk>/", persons.person, name="person"),
    path("committee/<slug:slug>/requests/", requests.requests, name="requests"),
    path("committee/<slug:slug>/requests/<int:pk>/", requests.request_page, name="request"),
    path("committee/<slug:slug>/pins/", pins.queue, name="pins"),
    path("committee/<slug:slug>/pins/grant/", pins.grant_many, name="grant-pins"),
    path("committee/<slug:slug>/pins/file.xlsx", pins.technical, name="pin-file"),
    path("committee/<slug:slug>/pins/<int:pk>/", pins.pin, name="pin"),
    path("committee/<slug:slug>/pins/<int:pk>/refuse/", pins.refuse_pin, name="refuse-pin"),
    path("committee/<slug:slug>/pins/<int:pk>/revoke/", pins.revoke_pin, name="revoke-pin"),
    path("committee/<slug:slug>/pins/<int:pk>/<slug:name>.pdf", pins.paper, name="pin-paper"),
    path("committee/<slug:slug>/body/", bodies.change, name="change"),
    path("committee/<slug:slug>/members/", bodies.members, name="members"),
    path("committee/<slug:slug>/audit/", audit.chain, name="audit"),
]
