"""The addresses of the interface; everything else about them stands in its description."""

from django.urls import path

from places.api.fans import router
from places.api.interface import api

api.add_router("/v1", router)
urlpatterns = [path("", api.urls)]
