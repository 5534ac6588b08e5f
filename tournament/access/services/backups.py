"""The backup folder, which the administrator chooses for the whole program."""

from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from common.actions.engine import ActionContext, Done, action
from common.actions.errors import Refused
from common.backups.models import BackupPlan
from tournament.people.services.accounts import lock_people

#: Limits of the number of backups to keep.
FEWEST, MOST = 3, 500


@action("backup.choose", summary=_("Choose where backups go"), roles=[], subject="none")
def choose_backups(context: ActionContext, _subject: None, *, folder: str, keep: int) -> Done:
    """Make backups in ``folder`` (empty: as the environment says, or nowhere), and keep the newest ``keep``.

    The next backup is due at once and may create the folder ``pinju-backup`` there; so choosing the same folder again
    accepts another stick. Raises Refused for a folder that does not exist or lies within the data.
    """
    ledger = lock_people(context)
    if folder:
        _check_folder(folder)
    if not FEWEST <= keep <= MOST:
        raise Refused(_("From %(fewest)d to %(most)d.") % {"fewest": FEWEST, "most": MOST}, where="keep")
    plan, _made = BackupPlan.objects.get_or_create(pk=BackupPlan.ONLY)
    before = {"folder": plan.folder, "keep": plan.keep}
    after = {"folder": folder, "keep": keep}
    BackupPlan(pk=plan.pk, **after).save()
    return Done({}, "backups", before, after, raises=(), ledger=ledger)


def _check_folder(folder: str) -> None:
    path = Path(folder)
    if not path.is_absolute():
        raise Refused(_("Type the full path, from the root of this machine's disk."), where="folder")
    if not path.is_dir():
        raise Refused(_("This folder does not exist on this machine. Is the USB stick plugged in?"), where="folder")
    if path.resolve().is_relative_to(settings.HOME):
        raise Refused(_("The program's data is in this folder: choose another place for backups."), where="folder")
