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
    path("contradictions/", contradictions.contradictions, name="contradictions"),
    path("contradictions/settled/", settle.settled, name="settled"),
    path("contradictions/<number:session>/<number:number>/", settle.settle, name="settle"),
    path("sessions/<number:session>/confirm/", confirm.confirm, name="confirm-session"),
    path("sessions/<number:session>/penalties/", session_penalties.penalties, name="session-penalties"),
    path(
        "sessions/<number:session>/penalties/back/",
        session_penalties.remove_penalty,
        name="session-penalty-back",
    ),
    path("sessions/", sessions.sessions, name="sessions"),
    path("sessions/<number:number>/release/", sessions.release, name="release"),
    path("sessions/<number:number>/retract/", sessions.retract, name="retract"),
    path("sessions/<number:number>/official/", sessions.make_session_official, name="make-official"),
    path("close/", close_event.close, name="close"),
    path("send/", send.send, name="send"),
    path("report/photos/", report_photos.photos, name="report-photos"),
    path("report/photos/<number:photo_id>/", report_photos.change, name="report-photo"),
    path("report/photos/<number:photo_id>/remove/", report_photos.remove, name="remove-report-photo"),
]
