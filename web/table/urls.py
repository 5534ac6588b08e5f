"""URLs of the Table."""

from django.urls import path

from web.table import card, opening, page, presence, rulings, signing, writes

app_name = "table"
TABLE = "e/<slug:slug>/table/<number:session>/<number:number>/"
urlpatterns = [
    path("t/", opening.enter, name="enter"),
    path("t/worker.js", opening.worker, name="worker"),
    path("t/<str:token>/", opening.open_by_token, name="opened"),
    path(TABLE, page.table_page, name="page"),
    path(f"{TABLE}here/", presence.all_are_here, name="here"),
    path(f"{TABLE}state/", page.table_state, name="state"),
    path(f"{TABLE}hand/", writes.hand, name="hand"),
    path(f"{TABLE}undo/", writes.undo, name="undo"),
    path(f"{TABLE}dispute/", writes.dispute, name="dispute"),
    path(f"{TABLE}decide/", writes.decide, name="decide"),
    path(f"{TABLE}call/", writes.call, name="call"),
    path(f"{TABLE}uncall/", writes.uncall, name="uncall"),
    path(f"{TABLE}period/", writes.period, name="period"),
    path(f"{TABLE}pen/", writes.pen, name="pen"),
    path(f"{TABLE}card/", card.card, name="card"),
    path(f"{TABLE}rulings/", rulings.rulings, name="rulings"),
    path(f"{TABLE}signing/", signing.signing, name="signing"),
]
