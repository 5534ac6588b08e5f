"""URL patterns of the Desk's pages that check, release and close results."""

from django.urls import path

from web.desk.results import (
    close_event,
    confirm,
    contradictions,
    report_photos,
    send,
    session_penalties,
    sessions,
    settle,
)

urlpatterns = [
    path("e/<slug:slug>/desk/contradictions/", contradictions.contradictions, name="contradictions"),
    path("e/<slug:slug>/desk/contradictions/settled/", settle.settled, name="settled"),
    path("e/<slug:slug>/desk/contradictions/<number:session>/<number:number>/", settle.settle, name="settle"),
    path("e/<slug:slug>/desk/sessions/<number:session>/confirm/", confirm.confirm, name="confirm-session"),
    path(
        "e/<slug:slug>/desk/sessions/<number:session>/penalties/", session_penalties.penalties, name="session-penalties"
    ),
    path(
        "e/<slug:slug>/desk/sessions/<number:session>/penalties/back/",
        session_penalties.remove_penalty,
        name="session-penalty-back",
    ),
    path("e/<slug:slug>/desk/sessions/", sessions.sessions, name="sessions"),
    path("e/<slug:slug>/desk/sessions/<number:number>/release/", sessions.release, name="release"),
    path("e/<slug:slug>/desk/sessions/<number:number>/retract/", sessions.retract, name="retract"),
    path("e/<slug:slug>/desk/sessions/<number:number>/official/", sessions.make_session_official, name="make-official"),
    path("e/<slug:slug>/desk/close/", close_event.close, name="close"),
    path("e/<slug:slug>/desk/send/", send.send, name="send"),
    path("e/<slug:slug>/desk/report/photos/", report_photos.photos, name="report-photos"),
    path("e/<slug:slug>/desk/report/photos/<number:photo_id>/", report_photos.change, name="report-photo"),
    path(
        "e/<slug:slug>/desk/report/photos/<number:photo_id>/remove/", report_photos.remove, name="remove-report-photo"
    ),
]
