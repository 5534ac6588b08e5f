"""The addresses of a player's own registration."""

from django.urls import path

from web.pocket.registration import application, register

urlpatterns = [
    path("e/<slug:slug>/register/", register.register, name="register"),
    path("e/<slug:slug>/register/mine/", application.mine, name="my-application"),
    path("e/<slug:slug>/register/mine/confirm/", application.confirm, name="confirm-application"),
    path("e/<slug:slug>/register/mine/correct/", application.correct, name="correct-application"),
    path("e/<slug:slug>/register/mine/withdraw/", application.withdraw, name="withdraw-application"),
    path("e/<slug:slug>/register/<str:token>/", application.opened, name="application"),
]
