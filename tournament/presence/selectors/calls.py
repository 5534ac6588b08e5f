"""Whether players of an event are being called."""

from django.db.models import Exists, OuterRef

from tournament.presence.models.calls import PlayerCall

#: Whether any player of an event is called.
IS_CALLING = Exists(PlayerCall.objects.filter(entry__event=OuterRef("pk")))
