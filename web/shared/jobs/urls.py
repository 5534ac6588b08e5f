"""The addresses of jobs."""

from django.urls import path

from web.shared.jobs import views

app_name = "jobs"
urlpatterns = [
    path("<number:job_id>/", views.job, name="job"),
    path("<number:job_id>/state/", views.state, name="state"),
    path("<number:job_id>/file/", views.file, name="file"),
    path("<number:job_id>/cancel/", views.cancel, name="cancel"),
]
