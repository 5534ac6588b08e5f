"""URLs of pictures, icons, calendars and feeds, and of what search engines read."""

from django.urls import path

from web.pocket.sharing import calendar, feed, install, previews, searching

EVENT = "e/<slug:slug>/"
urlpatterns = [
    path("robots.txt", searching.robots, name="robots"),
    path("sitemap.xml", searching.sitemap, name="sitemap"),
    path("favicon.ico", install.favicon, name="favicon"),
    path("icons/<number:size>.png", install.icon_picture, name="icon"),
    path("icons/<number:size>-maskable.png", install.icon_picture, {"maskable": "1"}, name="icon-maskable"),
    path("offline-worker.js", install.offline_worker, name="offline-worker"),
    path(f"{EVENT}app.webmanifest", install.event_manifest, name="manifest"),
    path(f"{EVENT}event.ics", calendar.event_calendar, name="calendar"),
    path(f"{EVENT}feed.xml", feed.event_feed, name="feed"),
    path(f"{EVENT}picture.png", previews.event_picture, name="event-picture"),
    path(f"{EVENT}standings/picture.png", previews.standings_picture, name="standings-picture"),
    path(f"{EVENT}players/<number:number>/picture.png", previews.player_picture, name="player-picture"),
]
