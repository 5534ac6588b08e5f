"""URL patterns of hand-overs."""

from django.urls import path

from web.desk.handing import hand_over, take

urlpatterns = [
    path("desk/take/", take.take, name="take"),
    path("e/<slug:slug>/desk/hand-over/", hand_over.hand_over_page, name="hand-over"),
    path("e/<slug:slug>/desk/hand-over/file/", hand_over.download, name="hand-over-file"),
    path("e/<slug:slug>/desk/hand-over/back/", hand_over.take_event_back, name="take-back"),
    path("e/<slug:slug>/desk/hand-over/give-back/", hand_over.give_event_back, name="give-back"),
    path("e/<slug:slug>/desk/hand-over/decide/", hand_over.decide, name="decide-back"),
]
