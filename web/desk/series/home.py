"""The series that an account keeps."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from ranking.series.selectors.series import series_kept_by
from web.desk.series.access import series_home
from web.shared.access import account_of, signed_in
from web.shared.requests.methods import get_only


@get_only
@signed_in
def home(request: HttpRequest) -> HttpResponse:
    desk = series_home(request)
    return render(request, "desk/series/home.html", {"desk": desk, "kept": series_kept_by(account_of(request))})
