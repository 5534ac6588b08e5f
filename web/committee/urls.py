"""The addresses of the Committee; those of a body start with its id."""

from django.urls import path

from web.committee import (
    audit,
    bodies,
    certificates,
    claims,
    home,
    invitations,
    paper_applications,
    pins,
    requests,
    sanctions,
    seal,
    sites,
)
from web.committee.events import event, events
from web.committee.persons import duplicates, numbers, persons
from web.committee.rankings import new, ranking, rankings, rule
from web.committee.registry import preview as member_list
from web.committee.registry import registry
from web.committee.registry import upload as member_upload
from web.committee.result_lists import assign, columns, preview, upload
from web.committee.result_lists import event as list_event

app_name = "committee"
urlpatterns = [
    path("committee/", home.home, name="home"),
    path("committee/-/new/", bodies.new, name="new-body"),
    path("committee/<slug:slug>/", home.body, name="body"),
    path("committee/<slug:slug>/events/", events.events, name="events"),
    path("committee/<slug:slug>/events/<slug:event>/", event.event, name="event"),
    path("committee/<slug:slug>/events/<slug:event>/withdraw/", event.withdraw, name="withdraw"),
    path("committee/<slug:slug>/events/<slug:event>/certificates/", certificates.certificates, name="certificates"),
    path("committee/<slug:slug>/events/<slug:event>/results/<number:row>/", assign.assign, name="assign"),
    path("committee/<slug:slug>/register/", sanctions.register, name="sanctions"),
    path("committee/<slug:slug>/register/enter/", sanctions.enter, name="enter-sanction"),
    path("committee/<slug:slug>/register/<number:pk>/withdraw/", sanctions.withdraw, name="withdraw-sanction"),
    path("committee/<slug:slug>/lists/", upload.upload, name="lists"),
    path("committee/<slug:slug>/lists/<number:pk>/", preview.preview, name="list"),
    path("committee/<slug:slug>/lists/<number:pk>/columns/", columns.columns, name="list-columns"),
    path("committee/<slug:slug>/lists/<number:pk>/event/", list_event.list_event, name="list-event"),
    path("committee/<slug:slug>/registry/", registry.registry, name="registry"),
    path("committee/<slug:slug>/registry/file/", registry.file, name="registry-file"),
    path("committee/<slug:slug>/registry/remove/", registry.remove, name="registry-remove"),
    path("committee/<slug:slug>/registry/import/", member_upload.upload, name="registry-upload"),
    path("committee/<slug:slug>/registry/import/<number:pk>/", member_list.preview, name="registry-list"),
    path("committee/<slug:slug>/persons/", persons.persons, name="persons"),
    path("committee/<slug:slug>/persons/evaluate/", persons.evaluate, name="evaluate"),
    path("committee/<slug:slug>/persons/duplicates/", duplicates.duplicates, name="duplicates"),
    path("committee/<slug:slug>/persons/<number:pk>/", persons.person, name="person"),
    path("committee/<slug:slug>/persons/<number:pk>/numbers/", numbers.numbers, name="person-numbers"),
    path("committee/<slug:slug>/persons/<number:pk>/merge/", duplicates.merge, name="merge-person"),
    path("committee/<slug:slug>/persons/<number:pk>/application/", paper_applications.enter, name="enter-application"),
    path("committee/<slug:slug>/rankings/", rankings.rankings, name="rankings"),
    path("committee/<slug:slug>/rankings/new/", new.new, name="new-ranking"),
    path("committee/<slug:slug>/rankings/<slug:ranking>/", ranking.ranking, name="ranking"),
    path("committee/<slug:slug>/rankings/<slug:ranking>/rule/", rule.rule, name="ranking-rule"),
    path("committee/<slug:slug>/rankings/<slug:ranking>/compute/", ranking.compute, name="compute-ranking"),
    path("committee/<slug:slug>/rankings/<slug:ranking>/remove/", ranking.remove, name="remove-ranking"),
    path("committee/<slug:slug>/requests/", requests.requests, name="requests"),
    path("committee/<slug:slug>/requests/<number:pk>/", requests.request_page, name="request"),
    path("committee/<slug:slug>/pins/", pins.queue, name="pins"),
    path("committee/<slug:slug>/pins/grant/", pins.grant_many, name="grant-pins"),
    path("committee/<slug:slug>/pins/file.xlsx", pins.technical, name="pin-file"),
    path("committee/<slug:slug>/pins/<number:pk>/", pins.pin, name="pin"),
    path("committee/<slug:slug>/pins/<number:pk>/answer/", paper_applications.answer, name="enter-answer"),
    path("committee/<slug:slug>/pins/<number:pk>/withdraw/", paper_applications.withdraw, name="enter-withdrawal"),
    path("committee/<slug:slug>/pins/<number:pk>/scans/<number:file>/", paper_applications.scan, name="scan"),
    path("committee/<slug:slug>/pins/<number:pk>/refuse/", pins.refuse_pin, name="refuse-pin"),
    path("committee/<slug:slug>/pins/<number:pk>/revoke/", pins.revoke_pin, name="revoke-pin"),
    path("committee/<slug:slug>/pins/<number:pk>/results/<number:claim>/", claims.claim, name="claim"),
    path("committee/<slug:slug>/pins/<number:pk>/results/<number:claim>/refuse/", claims.refuse, name="refuse-claim"),
    path("committee/<slug:slug>/pins/<number:pk>/files/<number:file>/", claims.paper, name="claim-file"),
    path("committee/<slug:slug>/sent/", sites.sent, name="sent"),
    path("committee/<slug:slug>/sent/<number:pk>/decline/", sites.decline, name="decline-sent"),
    path("committee/<slug:slug>/sent/token/", sites.token, name="site-token"),
    path("committee/<slug:slug>/sent/token/end/", sites.end, name="end-site-token"),
    path("committee/<slug:slug>/pins/<number:pk>/<slug:name>.pdf", pins.paper, name="pin-paper"),
    path("committee/<slug:slug>/body/", bodies.change, name="change"),
    path("committee/<slug:slug>/seal/", seal.seal, name="seal"),
    path("committee/<slug:slug>/seal.jpg", seal.picture, name="seal-picture"),
    path("committee/<slug:slug>/members/", bodies.members, name="members"),
    path("committee/<slug:slug>/members/invitations/", invitations.invitations, name="invitations"),
    path(
        "committee/<slug:slug>/members/invitations/<number:body_invitation>/withdraw/",
        invitations.withdraw,
        name="withdraw-invitation",
    ),
    path("committee/<slug:slug>/audit/", audit.chain, name="audit"),
]
