"""The addresses of the clock and of what open pages ask for."""

from django.urls import path

from web.live import clock, fragments

urlpatterns = [
    path("e/<slug:slug>/clock/", clock.clock, name="clock"),
    path("now/", clock.now, name="now"),
    path("live/<slug:slug>/version", fragments.poll, name="live-version"),
    path("live/<slug:slug>/<slug:name>", fragments.show, name="live"),
]
