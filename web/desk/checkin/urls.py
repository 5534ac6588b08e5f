"""URL patterns of the Desk's check-in."""

from django.urls import path

from web.desk.checkin import everybody, instead, missing, person, roll_call

urlpatterns = [
    path("e/<slug:slug>/desk/checkin/", roll_call.checkin, name="checkin"),
    path("e/<slug:slug>/desk/checkin/missing/", missing.missing, name="missing"),
    path("e/<slug:slug>/desk/checkin/everybody/", everybody.everybody_but, name="everybody-but"),
    path("e/<slug:slug>/desk/checkin/out/", person.withdrawn_players, name="out"),
    path("e/<slug:slug>/desk/checkin/instead/", instead.choose_number, name="instead-number"),
    path("e/<slug:slug>/desk/checkin/<number:number>/instead/", instead.somebody_else, name="instead"),
    path("e/<slug:slug>/desk/checkin/<number:number>/", person.person, name="person"),
]
