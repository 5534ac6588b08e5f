"""Call a service with a form's values, and show the form again if the service refuses."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NoReturn, Protocol, runtime_checkable

from django import forms
from django.contrib import messages
from django.core.exceptions import NON_FIELD_ERRORS, PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from common.actions.engine import Service
from common.actions.errors import Conflict, Forbidden, Refused, Unusual
from common.actions.full_disk import DiskFull
from common.actions.permissions import Actor
from web.shared.forms.based import BasedForm
from web.shared.forms.questions import AskingForm

#: The code of a form's error when the disk is full.
FULL = "disk_full"
KEY = re.compile(r"[0-9a-zA-Z-]{1,64}")


@runtime_checkable
class AnswersQuestions(Protocol):
    """A form that shows the box with which a question of the service is answered."""

    def ask(self, questions: Mapping[str, str]) -> None:
        """Show the questions (code -> sentence) as errors of the box."""


@runtime_checkable
class PlacesRefusals(Protocol):
    """A form that knows which of its fields shows a refusal whose place has another name."""

    def field_at(self, where: str) -> str | None:
        """Return the name of the field; None: above the form."""


@dataclass(frozen=True)
class WriteResult:
    """Whether an action was done, and its answer, which may be empty; it has no truth value of its own."""

    done: bool
    answer: dict[str, Any]

    def __bool__(self) -> NoReturn:
        raise TypeError("Ask for .done")


NOT_DONE = WriteResult(False, {})


def key_of(request: HttpRequest, part: str = "") -> str:
    """Return the form's idempotency key; empty if the request has no valid one.

    ``part`` names one of several actions of one form; each needs its own key.
    """
    key = request.POST.get("key", "")
    if not KEY.fullmatch(key):
        return ""
    return f"{key}-{part}" if part else key


def write(
    request: HttpRequest, form: forms.Form, service: Service, actor: Actor, subject: Any = None, **payload: Any
) -> WriteResult:
    """Call the service for a valid posted form; return `NOT_DONE` if the form or the service refuses.

    A refusal is added to the form, at its field if it has one; a conflict shows both values; a question goes to the box
    that answers it. Raises PermissionDenied if the right is missing.
    """
    return write_part(request, form, "", service, actor, subject, **payload)


def write_part(
    request: HttpRequest,
    form: forms.Form,
    part: str,
    service: Service,
    actor: Actor,
    subject: Any = None,
    **payload: Any,
) -> WriteResult:
    """Do as `write`, for one of several actions of one form; ``part`` names it, as in `key_of`."""
    if request.method != "POST" or not form.is_valid():
        return NOT_DONE
    reason = form.cleaned_data.get("reason", "")
    try:
        return WriteResult(True, service(actor, subject, key=key_of(request, part), reason=reason, **payload))
    except Forbidden as forbidden:
        raise PermissionDenied from forbidden
    except Conflict as conflict:
        if not isinstance(form, BasedForm):
            raise
        form.meet(conflict)
        return NOT_DONE
    except DiskFull as full:
        form.add_error(None, forms.ValidationError(str(full.message), code=FULL))
        return NOT_DONE
    except Refused as refused:
        if isinstance(refused, Unusual) and isinstance(form, AnswersQuestions):
            form.ask(refused.questions)
            return NOT_DONE
        where: str | None = refused.where if refused.where in form.fields else None
        if where is None and isinstance(form, PlacesRefusals):
            where = form.field_at(refused.where)
        form.add_error(where, str(refused.message))
        return NOT_DONE


def put_refusal(form: AskingForm, refused: Refused) -> None:
    """Put the service's question or refusal into a form that shows its questions in its own place.

    Raises PermissionDenied if the right is missing.
    """
    if isinstance(refused, Forbidden):
        raise PermissionDenied from refused
    if isinstance(refused, Unusual):
        form.questions = refused.questions
    else:
        form.add_error(refused.where if refused.where in form.fields else None, str(refused.message))


def show(request: HttpRequest, template: str, form: forms.Form, **context: Any) -> HttpResponse:
    """Render the page with its form, with the status of ``status_of``."""
    return render(request, template, {"form": form, **context}, status=status_of(form))


def add_error_messages(request: HttpRequest, form: forms.Form) -> None:
    """Show the form's errors that belong to no field as messages."""
    for error in form.non_field_errors():
        messages.error(request, str(error))


def status_of(*shown: forms.Form | None) -> int:
    """Return the status of a page with these forms: 507 disk full, 409 conflict, 400 error, else 200."""
    present = [form for form in shown if form is not None]
    if any(form.has_error(NON_FIELD_ERRORS, FULL) for form in present):
        return DiskFull.status
    if any(isinstance(form, BasedForm) and form.in_conflict for form in present):
        return Conflict.status
    return 400 if any(form.errors for form in present) else 200
