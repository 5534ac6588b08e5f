"""URL patterns of the Desk's screens and ceremony."""

from django.urls import path

from web.desk.display import award, awards, ceremony, pictures, screen, screens

urlpatterns = [
    path("ceremony/", ceremony.ceremony, name="ceremony"),
    path("awards/", awards.awards, name="awards"),
    path("awards/<number:award_id>/", award.award, name="award"),
    path("awards/<number:award_id>/move/", award.move, name="move-award"),
    path("awards/<number:award_id>/remove/", award.remove, name="remove-award"),
    path("screens/", screens.screens, name="screens"),
    path("screens/new/", screen.new_screen, name="new-screen"),
    path("screens/at/<slug:name>/", screen.screen, name="screen"),
    path("screens/at/<slug:name>/open/", screen.make_screen_access, name="open-screen"),
    path("screens/at/<slug:name>/close/", screen.close, name="close-screen"),
    path("screens/at/<slug:name>/remove/", screen.remove, name="remove-screen"),
    path("screens/pictures/<number:picture_id>/", pictures.picture, name="screen-picture"),
    path(
        "screens/pictures/<number:picture_id>/logo/",
        pictures.logo,
        name="screen-picture-logo",
    ),
    path(
        "screens/pictures/<number:picture_id>/remove/",
        pictures.delete_picture,
        name="remove-screen-picture",
    ),
]
