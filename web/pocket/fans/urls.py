"""The addresses of the fan calculator."""

from django.urls import path

from web.pocket.fans import count, elements, picture, reference

app_name = "fans"
urlpatterns = [
    path("count/", count.count, name="count"),
    path("count/picture.png", picture.picture, name="picture"),
    path("fans/", reference.reference, name="reference"),
    path("elements/", elements.elements, name="elements"),
]
