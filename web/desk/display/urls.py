"""The addresses of the Desk's screens and ceremony."""

from django.urls import path

from web.desk.display import ceremony, screens

urlpatterns = [
    path("e/<slug:slug>/desk/ceremony/", ceremony.ceremony, name="ceremony"),
    path("e/<slug:slug>/desk/ceremony/<number:award_id>/", ceremony.award, name="award"),
    path("e/<slug:slug>/desk/ceremony/<number:award_id>/move/", ceremony.move, name="move-award"),
    path("e/<slug:slug>/desk/ceremony/<number:award_id>/remove/", ceremony.remove, name="remove-award"),
    path("e/<slug:slug>/desk/screens/", screens.screens, name="screens"),
    path("e/<slug:slug>/desk/screens/new/", screens.new_screen, name="new-screen"),
    path("e/<slug:slug>/desk/screens/at/<slug:name>/", screens.screen, name="screen"),
    path("e/<slug:slug>/desk/screens/at/<slug:name>/open/", screens.open_it, name="open-screen"),
    path("e/<slug:slug>/desk/screens/at/<slug:name>/close/", screens.close, name="close-screen"),
    path("e/<slug:slug>/desk/screens/at/<slug:name>/remove/", screens.remove, name="remove-screen"),
    path("e/<slug:slug>/desk/screens/pictures/<number:picture_id>/", screens.picture, name="screen-picture"),
    path(
        "e/<slug:slug>/desk/screens/pictures/<number:picture_id>/remove/",
        screens.picture_away,
        name="remove-screen-picture",
    ),
]
