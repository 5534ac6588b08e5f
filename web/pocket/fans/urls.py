"""The addresses of the fan calculator."""

from django.urls import path

from web.pocket.fans import count, reference

app_name = "fans"
urlpatterns = [
    path("count/", count.count, name="count"),
    path("fans/", reference.reference, name="reference"),
]
