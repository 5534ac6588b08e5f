"""Hand out a stored file after the permission check."""

from django.conf import settings
from django.core.files.storage import default_storage
from django.http import FileResponse, Http404, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.utils.http import content_disposition_header


def stored_file(
    name: str | None, file_name: str, *, content_type: str = "", as_download: bool = True
) -> HttpResponseBase:
    """Return the file to show or to download; a file in a bucket by a redirect to an address valid for minutes.

    Raises Http404 without a name, or if a file on the disk is not there.
    """
    if not name:
        raise Http404
    if settings.BUCKET_ORIGIN:
        shown_as = {"ResponseContentDisposition": content_disposition_header(as_download, file_name)}
        if content_type:
            shown_as["ResponseContentType"] = content_type
        address = default_storage.url(name, parameters=shown_as)  # type: ignore[call-arg]
        return HttpResponseRedirect(address, headers={"Cache-Control": "private, no-store"})
    try:
        file = default_storage.open(name)
    except FileNotFoundError as gone:
        raise Http404 from gone
    more = {"content_type": content_type} if content_type else {}
    return FileResponse(file, as_attachment=as_download, filename=file_name, **more)
