"""The addresses of jobs."""

from django.urls import path

from places.jobs import views

app_name = "jobs"
urlpatterns = [
    path("<int:job_id>/", views.job, name="job"),
    path("<int:job_id>/state/", views.state, name="state"),
    path("<int:job_id>/file/", views.file, name="file"),
    path("<int:job_id>/cancel/", views.cancel, name="cancel"),
]
