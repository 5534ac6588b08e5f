"""Whether the draw of an event is released; separate from the other selectors, which load the draw engine."""

from django.db.models import Exists, OuterRef

from tournament.draws.models.draws import Draw

#: Whether an event's draw is released: its seats are public.
IS_SEATED = Exists(Draw.objects.filter(event=OuterRef("pk"), state=Draw.State.RELEASED))
