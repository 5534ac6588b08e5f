"""The addresses of the Committee; those of a body start with its id."""

from django.urls import include, path

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
of_body = [
    path("", home.body, name="body"),
    path("events/", events.events, name="events"),
    path("events/<slug:event>/", event.event, name="event"),
    path("events/<slug:event>/withdraw/", event.withdraw, name="withdraw"),
    path("events/<slug:event>/certificates/", certificates.certificates, name="certificates"),
    path("events/<slug:event>/results/<number:row>/", assign.assign, name="assign"),
    path("register/", sanctions.register, name="sanctions"),
    path("register/enter/", sanctions.enter, name="enter-sanction"),
    path("register/<number:pk>/withdraw/", sanctions.withdraw, name="withdraw-sanction"),
    path("lists/", upload.upload, name="lists"),
    path("lists/<number:pk>/", preview.preview, name="list"),
    path("lists/<number:pk>/columns/", columns.columns, name="list-columns"),
    path("lists/<number:pk>/event/", list_event.list_event, name="list-event"),
    path("registry/", registry.registry, name="registry"),
    path("registry/file/", registry.file, name="registry-file"),
    path("registry/remove/", registry.remove, name="registry-remove"),
    path("registry/import/", member_upload.upload, name="registry-upload"),
    path("registry/import/<number:pk>/", member_list.preview, name="registry-list"),
    path("persons/", persons.persons, name="persons"),
    path("persons/evaluate/", persons.evaluate, name="evaluate"),
    path("persons/duplicates/", duplicates.duplicates, name="duplicates"),
    path("persons/<number:pk>/", persons.person, name="person"),
    path("persons/<number:pk>/numbers/", numbers.numbers, name="person-numbers"),
    path("persons/<number:pk>/merge/", duplicates.merge, name="merge-person"),
    path("persons/<number:pk>/application/", paper_applications.enter, name="enter-application"),
    path("rankings/", rankings.rankings, name="rankings"),
    path("rankings/new/", new.new, name="new-ranking"),
    path("rankings/<slug:ranking>/", ranking.ranking, name="ranking"),
    path("rankings/<slug:ranking>/rule/", rule.rule, name="ranking-rule"),
    path("rankings/<slug:ranking>/compute/", ranking.compute, name="compute-ranking"),
    path("rankings/<slug:ranking>/remove/", ranking.remove, name="remove-ranking"),
    path("requests/", requests.requests, name="requests"),
    path("requests/<number:pk>/", requests.request_page, name="request"),
    path("pins/", pins.queue, name="pins"),
    path("pins/grant/", pins.grant_many, name="grant-pins"),
    path("pins/file.xlsx", pins.technical, name="pin-file"),
    path("pins/<number:pk>/", pins.pin, name="pin"),
    path("pins/<number:pk>/answer/", paper_applications.answer, name="enter-answer"),
    path("pins/<number:pk>/withdraw/", paper_applications.withdraw, name="enter-withdrawal"),
    path("pins/<number:pk>/scans/<number:file>/", paper_applications.scan, name="scan"),
    path("pins/<number:pk>/refuse/", pins.refuse_pin, name="refuse-pin"),
    path("pins/<number:pk>/revoke/", pins.revoke_pin, name="revoke-pin"),
    path("pins/<number:pk>/results/<number:claim>/", claims.claim, name="claim"),
    path("pins/<number:pk>/results/<number:claim>/refuse/", claims.refuse, name="refuse-claim"),
    path("pins/<number:pk>/files/<number:file>/", claims.paper, name="claim-file"),
    path("sent/", sites.sent, name="sent"),
    path("sent/<number:pk>/decline/", sites.decline, name="decline-sent"),
    path("sent/token/", sites.token, name="site-token"),
    path("sent/token/end/", sites.end, name="end-site-token"),
    path("pins/<number:pk>/<slug:name>.pdf", pins.paper, name="pin-paper"),
    path("body/", bodies.change, name="change"),
    path("seal/", seal.seal, name="seal"),
    path("seal.jpg", seal.picture, name="seal-picture"),
    path("members/", bodies.members, name="members"),
    path("members/invitations/", invitations.invitations, name="invitations"),
    path(
        "members/invitations/<number:body_invitation>/withdraw/",
        invitations.withdraw,
        name="withdraw-invitation",
    ),
    path("audit/", audit.chain, name="audit"),
]
urlpatterns = [
    path("committee/", home.home, name="home"),
    path("committee/-/new/", bodies.new, name="new-body"),
    path("committee/<slug:slug>/", include(of_body)),
]
