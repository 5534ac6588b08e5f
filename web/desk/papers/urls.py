"""URL patterns of the Desk's papers."""

from django.urls import path

from web.desk.papers import address, certificates, made, packs, paper, papers

urlpatterns = [
    path("e/<slug:slug>/desk/papers/", papers.papers, name="papers"),
    path("e/<slug:slug>/desk/papers/address/", address.address, name="paper-address"),
    path("e/<slug:slug>/desk/papers/all/", packs.make_state_papers, name="paper-state"),
    path("e/<slug:slug>/desk/papers/site/", packs.make_public_site, name="public-site"),
    path("e/<slug:slug>/desk/papers/packs/<slug:pack>/", packs.make_pack, name="paper-pack"),
    path("e/<slug:slug>/desk/papers/sessions/<number:session>/", packs.make_session_papers, name="session-papers"),
    path("e/<slug:slug>/desk/papers/files/<number:job_id>/", made.paper_file, name="paper-file"),
    path("e/<slug:slug>/desk/papers/certificates/", certificates.certificates, name="certificates"),
    path("e/<slug:slug>/desk/papers/<slug:name>/", paper.paper, name="paper"),
]
