"""URLs of the Floor's appeals."""

from django.urls import path

from web.floor.appeals import appeals, early_end
from web.floor.appeals import detail as appeal_page

APPEALS = "e/<slug:slug>/floor/appeals"
urlpatterns = [
    path(f"{APPEALS}/", appeals.appeals, name="appeals"),
    path(f"{APPEALS}/new/", appeals.new, name="appeal-new"),
    path(f"{APPEALS}/leaders/", appeals.leaders, name="leader-codes"),
    path(f"{APPEALS}/end-early/", early_end.end_early, name="appeals-end-early"),
    path(f"{APPEALS}/<number:number>/", appeal_page.appeal, name="appeal"),
    path(f"{APPEALS}/<number:number>/decide/", appeal_page.decide, name="appeal-decide"),
    path(f"{APPEALS}/<number:number>/correct/", appeal_page.correct, name="appeal-correct"),
    path(f"{APPEALS}/<number:number>/files/<number:file>/", appeal_page.attachment, name="appeal-file"),
    path(f"{APPEALS}/<number:number>/<slug:what>.pdf", appeal_page.paper, name="appeal-paper"),
]
