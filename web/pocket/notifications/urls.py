"""The address of notifications; included by those of Pocket."""

from django.urls import path

from web.pocket.notifications import notifications

urlpatterns = [path("e/<slug:slug>/notifications/", notifications.notifications, name="notifications")]
