"""URL patterns of hand-overs."""

from django.urls import include, path

from web.desk.handing import compare, hand_over, take

of_event = [
    path("hand-over/", hand_over.hand_over_page, name="hand-over"),
    path("hand-over/file/", hand_over.download, name="hand-over-file"),
    path("hand-over/back/", hand_over.take_event_back, name="take-back"),
    path("hand-over/give-back/", hand_over.give_event_back, name="give-back"),
    path("hand-over/send/", hand_over.send_event_back, name="send-back"),
    path("hand-over/decide/", hand_over.decide, name="decide-back"),
    path("hand-over/set-aside/", hand_over.set_copy_aside, name="set-aside"),
    path("hand-over/<number:hand_over_id>/", compare.compare, name="compare-late"),
    path("hand-over/<number:hand_over_id>/drop/", compare.drop, name="drop-late"),
]
urlpatterns = [
    path("desk/take/", take.take, name="take"),
    path("desk/take/network/", take.fetch, name="fetch-event"),
    path("e/<slug:slug>/desk/", include(of_event)),
]
