"""The addresses of the lists over the whole record."""

from django.urls import path

from web.pocket.lists import hands, players

app_name = "lists"
urlpatterns = [
    path("record/hands/", hands.hands, name="hands"),
    path("record/hands/<number:pk>/", hands.hand, name="hand"),
    path("record/hands/<number:pk>/picture.png", hands.picture, name="hand-picture"),
    path("record/players/", players.players, name="players"),
    path("record/players.csv", players.as_csv, name="players-csv"),
]
