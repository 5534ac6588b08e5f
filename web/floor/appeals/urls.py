"""URLs of the Floor's appeals."""

from django.urls import path

from web.floor.appeals import appeals, early_end
from web.floor.appeals import detail as appeal_page

urlpatterns = [
    path("appeals/", appeals.appeals, name="appeals"),
    path("appeals/new/", appeals.new, name="appeal-new"),
    path("appeals/leaders/", appeals.leaders, name="leader-codes"),
    path("appeals/end-early/", early_end.end_early, name="appeals-end-early"),
    path("appeals/<number:number>/", appeal_page.appeal, name="appeal"),
    path("appeals/<number:number>/decide/", appeal_page.decide, name="appeal-decide"),
    path("appeals/<number:number>/correct/", appeal_page.correct, name="appeal-correct"),
    path("appeals/<number:number>/files/<number:file>/", appeal_page.attachment, name="appeal-file"),
    path("appeals/<number:number>/<slug:what>.pdf", appeal_page.paper, name="appeal-paper"),
]
