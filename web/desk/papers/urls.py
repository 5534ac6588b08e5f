"""URL patterns of the Desk's papers."""

from django.urls import path

from web.desk.papers import address, certificates, made, packs, paper, papers

urlpatterns = [
    path("papers/", papers.papers, name="papers"),
    path("papers/address/", address.address, name="paper-address"),
    path("papers/all/", packs.make_state_papers, name="paper-state"),
    path("papers/site/", packs.make_public_site, name="public-site"),
    path("papers/packs/<slug:pack>/", packs.make_pack, name="paper-pack"),
    path("papers/sessions/<number:session>/", packs.make_session_papers, name="session-papers"),
    path("papers/files/<number:job_id>/", made.paper_file, name="paper-file"),
    path("papers/certificates/", certificates.certificates, name="certificates"),
    path("papers/<slug:name>/", paper.paper, name="paper"),
]
