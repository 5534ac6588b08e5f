"""URL patterns of the Desk's papers."""

from django.urls import path

from web.desk.papers import address, paper, papers

urlpatterns = [
    path("e/<slug:slug>/desk/papers/", papers.papers, name="papers"),
    path("e/<slug:slug>/desk/papers/address/", address.address, name="paper-address"),
    path("e/<slug:slug>/desk/papers/all/", papers.make_state_papers, name="paper-state"),
    path("e/<slug:slug>/desk/papers/site/", papers.make_public_site, name="public-site"),
    path("e/<slug:slug>/desk/papers/<slug:name>/", paper.paper, name="paper"),
]
