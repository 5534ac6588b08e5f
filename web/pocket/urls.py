"""URLs of Pocket."""

from django.urls import include, path

from web.pocket import about, appeals, events, guide, home, notices, phone, rules
from web.pocket.embedding import embed, frames

app_name = "pocket"
urlpatterns = [
    path("", include("web.live.urls")),
    path("", events.events, name="events"),
    path("about/", about.about, name="about"),
    path("", include("web.pocket.sharing.urls")),
    path("e/<slug:slug>/", home.event, name="event"),
    path("e/<slug:slug>/standings/frame/", frames.standings, name="frame"),
    path("e/<slug:slug>/standings/embed/", embed.standings, name="embed"),
    path("e/<slug:slug>/notices/", notices.notices, name="notices"),
    path("e/<slug:slug>/appeals/", appeals.appeals, name="appeals"),
    path("e/<slug:slug>/appeals/new/", appeals.new, name="appeal-new"),
    path("e/<slug:slug>/appeals/<number:number>/", appeals.appeal, name="appeal"),
    path("e/<slug:slug>/appeals/<number:number>/files/<number:file>/", appeals.attachment, name="appeal-file"),
    path("e/<slug:slug>/appeals/<number:number>/<slug:what>.pdf", appeals.paper, name="appeal-paper"),
    path("e/<slug:slug>/be/", phone.set_current_player, name="set-current-player"),
    path("e/<slug:slug>/follow/", phone.follow, name="follow"),
    path("e/<slug:slug>/rules/", rules.rules, name="rules"),
    path("guide/<slug:name>/", guide.guide, name="guide"),
    path("guide/<slug:language>/<slug:name>/", guide.guide_text, name="guide-text"),
    path("guide/<slug:language>/pictures/<slug:name>.png", guide.guide_picture, name="guide-picture"),
    path("", include("web.pocket.notifications.urls")),
    path("", include("web.pocket.registration.urls")),
    path("", include("web.pocket.results.urls")),
    path("", include("web.pocket.published.urls")),
    path("", include("web.pocket.seating.urls")),
]
