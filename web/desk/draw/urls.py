"""The addresses of the Desk's draw."""

from django.urls import path

from web.desk.draw import (
    candidates,
    chart,
    late_changes,
    lots_on_screen,
    overview,
    redraw_before_start,
    redraw_remaining,
    release,
    typed_lots,
    wishes,
)

urlpatterns = [
    path("e/<slug:slug>/desk/draw/", overview.draw, name="draw"),
    path("e/<slug:slug>/desk/draw/freeze/", overview.freeze, name="draw-freeze"),
    path("e/<slug:slug>/desk/draw/lots/", typed_lots.lots, name="draw-lots"),
    path("e/<slug:slug>/desk/draw/make/", overview.make, name="draw-make"),
    path("e/<slug:slug>/desk/draw/wishes/", wishes.wishes, name="draw-wishes"),
    path("e/<slug:slug>/desk/draw/instead/", late_changes.instead, name="draw-instead"),
    path("e/<slug:slug>/desk/draw/late/", late_changes.late, name="draw-late"),
    path("e/<slug:slug>/desk/draw/anew/", redraw_remaining.anew, name="draw-anew"),
    path("e/<slug:slug>/desk/draw/candidates/", candidates.candidates, name="draw-candidates"),
    path("e/<slug:slug>/desk/draw/sessions/<number:session>/", chart.chart, name="draw-chart"),
    path("e/<slug:slug>/desk/draw/players/<number:number>/", chart.player, name="draw-player"),
    path("e/<slug:slug>/desk/draw/meetings/", chart.meetings, name="draw-meetings"),
    path("e/<slug:slug>/desk/draw/swap/", chart.swap, name="draw-swap"),
    path("e/<slug:slug>/desk/draw/approve/", overview.approve, name="draw-approve"),
    path("e/<slug:slug>/desk/draw/reopen/", overview.reopen, name="draw-reopen"),
    path("e/<slug:slug>/desk/draw/discard/", overview.discard, name="draw-discard"),
    path("e/<slug:slug>/desk/draw/show/", lots_on_screen.show_lots, name="draw-show"),
    path("e/<slug:slug>/desk/draw/again/", redraw_before_start.again, name="draw-again"),
    path("e/<slug:slug>/desk/draw/release/", release.release, name="draw-release"),
    path("e/<slug:slug>/desk/draw/retract/", release.retract, name="draw-retract"),
]
