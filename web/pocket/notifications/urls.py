"""The addresses of notifications; included by those of Pocket."""

from django.urls import path

from web.pocket.notifications import notifications, renewing

urlpatterns = [
    path("e/<slug:slug>/notifications/", notifications.notifications, name="notifications"),
    path("notifications/renewed/", renewing.renewed, name="notifications-renewed"),
]
