"""The addresses of the Desk's papers."""

from django.urls import path

from web.desk.papers import address, papers

urlpatterns = [
    path("e/<slug:slug>/desk/papers/", papers.papers, name="papers"),
    path("e/<slug:slug>/desk/papers/address/", address.address, name="paper-address"),
    path("e/<slug:slug>/desk/papers/all/", papers.state, name="paper-state"),
    path("e/<slug:slug>/desk/papers/site/", papers.public_site, name="public-site"),
    path("e/<slug:slug>/desk/papers/<slug:name>/", papers.paper, name="paper"),
]
