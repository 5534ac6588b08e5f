"""The addresses of the Desk's check-in."""

from django.urls import path

from web.desk.checkin import missing, person, roll_call

urlpatterns = [
    path("e/<slug:slug>/desk/checkin/", roll_call.checkin, name="checkin"),
    path("e/<slug:slug>/desk/checkin/missing/", missing.missing, name="missing"),
    path("e/<slug:slug>/desk/checkin/out/", person.out, name="out"),
    path("e/<slug:slug>/desk/checkin/<number:number>/", person.person, name="person"),
]
