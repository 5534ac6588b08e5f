"""URL patterns of the Desk's screens and ceremony."""

from django.urls import path

from web.desk.display import award, awards, ceremony, pictures, screen, screens

urlpatterns = [
    path("e/<slug:slug>/desk/ceremony/", ceremony.ceremony, name="ceremony"),
    path("e/<slug:slug>/desk/awards/", awards.awards, name="awards"),
    path("e/<slug:slug>/desk/awards/<number:award_id>/", award.award, name="award"),
    path("e/<slug:slug>/desk/awards/<number:award_id>/move/", award.move, name="move-award"),
    path("e/<slug:slug>/desk/awards/<number:award_id>/remove/", award.remove, name="remove-award"),
    path("e/<slug:slug>/desk/screens/", screens.screens, name="screens"),
    path("e/<slug:slug>/desk/screens/new/", screen.new_screen, name="new-screen"),
    path("e/<slug:slug>/desk/screens/at/<slug:name>/", screen.screen, name="screen"),
    path("e/<slug:slug>/desk/screens/at/<slug:name>/open/", screen.make_screen_access, name="open-screen"),
    path("e/<slug:slug>/desk/screens/at/<slug:name>/close/", screen.close, name="close-screen"),
    path("e/<slug:slug>/desk/screens/at/<slug:name>/remove/", screen.remove, name="remove-screen"),
    path("e/<slug:slug>/desk/screens/pictures/<number:picture_id>/", pictures.picture, name="screen-picture"),
    path(
        "e/<slug:slug>/desk/screens/pictures/<number:picture_id>/logo/",
        pictures.logo,
        name="screen-picture-logo",
    ),
    path(
        "e/<slug:slug>/desk/screens/pictures/<number:picture_id>/remove/",
        pictures.delete_picture,
        name="remove-screen-picture",
    ),
]
