"""The addresses of an account."""

from django.contrib.auth import views as auth
from django.urls import path

from places.account import views

app_name = "account"
urlpatterns = [
    path("login/", auth.LoginView.as_view(template_name="account/login.html"), name="login"),
    path("logout/", auth.LogoutView.as_view(), name="logout"),
    path("password/", views.PasswordChange.as_view(), name="password"),
]
