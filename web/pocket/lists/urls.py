"""The addresses of the lists over the whole record."""

from django.urls import path

from web.pocket.lists import hands

app_name = "lists"
urlpatterns = [
    path("record/hands/", hands.hands, name="hands"),
]
