"""The addresses of an account."""

from django.contrib.auth import views as auth
from django.urls import path

from web.account import views

app_name = "account"
urlpatterns = [
    path("login/", views.SignIn.as_view(), name="login"),
    path("logout/", auth.LogoutView.as_view(), name="logout"),
    path("password/", views.PasswordChange.as_view(), name="password"),
]
