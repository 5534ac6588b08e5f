"""URLs of the Table."""

from django.urls import include, path

from web.table import card, opening, page, presence, rulings, signing, writes

app_name = "table"
of_table = [
    path("", page.table_page, name="page"),
    path("here/", presence.all_are_here, name="here"),
    path("state/", page.table_state, name="state"),
    path("hand/", writes.hand, name="hand"),
    path("undo/", writes.undo, name="undo"),
    path("dispute/", writes.dispute, name="dispute"),
    path("decide/", writes.decide, name="decide"),
    path("call/", writes.call, name="call"),
    path("uncall/", writes.uncall, name="uncall"),
    path("period/", writes.period, name="period"),
    path("pen/", writes.pen, name="pen"),
    path("card/", card.card, name="card"),
    path("rulings/", rulings.rulings, name="rulings"),
    path("signing/", signing.signing, name="signing"),
]
urlpatterns = [
    path("t/", opening.enter, name="enter"),
    path("t/worker.js", opening.worker, name="worker"),
    path("t/<str:token>/", opening.open_by_token, name="opened"),
    path("e/<slug:slug>/table/<number:session>/<number:number>/", include(of_table)),
]
