"""The address of the page of all components."""

from django.urls import path

from web.shared.gallery import views

app_name = "gallery"
urlpatterns = [path("", views.components, name="components")]
