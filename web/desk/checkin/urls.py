"""URL patterns of the Desk's check-in."""

from django.urls import path

from web.desk.checkin import everybody, instead, missing, person, roll_call

urlpatterns = [
    path("checkin/", roll_call.checkin, name="checkin"),
    path("checkin/missing/", missing.missing, name="missing"),
    path("checkin/everybody/", everybody.everybody_but, name="everybody-but"),
    path("checkin/out/", person.withdrawn_players, name="out"),
    path("checkin/instead/", instead.choose_number, name="instead-number"),
    path("checkin/<number:number>/instead/", instead.somebody_else, name="instead"),
    path("checkin/<number:number>/", person.person, name="person"),
]
