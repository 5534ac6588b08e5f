"""URL patterns of the Desk's draw."""

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
    path("draw/", overview.draw, name="draw"),
    path("draw/freeze/", overview.freeze, name="draw-freeze"),
    path("draw/lots/", typed_lots.lots, name="draw-lots"),
    path("draw/make/", overview.make, name="draw-make"),
    path("draw/wishes/", wishes.wishes, name="draw-wishes"),
    path("draw/instead/", late_changes.replace_player, name="draw-instead"),
    path("draw/late/", late_changes.add_late_player, name="draw-late"),
    path("draw/anew/", redraw_remaining.redraw_remaining_page, name="draw-anew"),
    path("draw/candidates/", candidates.candidates, name="draw-candidates"),
    path("draw/sessions/<number:session>/", chart.chart, name="draw-chart"),
    path("draw/players/<number:number>/", chart.player, name="draw-player"),
    path("draw/meetings/", chart.meetings, name="draw-meetings"),
    path("draw/swap/", chart.swap, name="draw-swap"),
    path("draw/approve/", overview.approve, name="draw-approve"),
    path("draw/reopen/", overview.reopen, name="draw-reopen"),
    path("draw/discard/", overview.discard, name="draw-discard"),
    path("draw/show/", lots_on_screen.show_lots, name="draw-show"),
    path("draw/again/", redraw_before_start.redraw_before_start_page, name="draw-again"),
    path("draw/release/", release.release, name="draw-release"),
    path("draw/retract/", release.retract, name="draw-retract"),
]
