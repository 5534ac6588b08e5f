"""Questions that a service asks back (`common.actions.errors.Unusual`), and their answers in the form."""

import hashlib
import json
from collections.abc import Mapping

from django import forms


class AskingForm(forms.Form):
    """A form whose service may ask back; show it with components/questions.html inside its ``<form>``.

    ``questions`` (code -> sentence) are asked now. Every earlier yes is sent again with the form, so that one question
    never forgets the answer to another. A yes is valid for the values it was given for: if another field changes, the
    service asks again.
    """

    questions: Mapping[str, str] = {}
    #: Fields that may change without a question being asked again.
    not_asked_about = frozenset({"seen"})

    @property
    def acknowledged(self) -> list[str]:
        """The codes of all questions answered with yes for the form's current values."""
        asked_about = self._sent(self.asked_about_name)
        if asked_about and asked_about != [self.asked_about]:
            return []
        return sorted(set(self._sent(self.acknowledged_name)))

    @property
    def carried(self) -> list[str]:
        """The codes of earlier answers that are not asked now."""
        return [code for code in self.acknowledged if code not in self.questions]

    @property
    def asked_about(self) -> str:
        """A digest of the sent values; an empty value is the same as none, and so are both kinds of line ends."""
        sent = {name: self._sent(self.add_prefix(name)) for name in self.fields if name not in self.not_asked_about}
        lines = {name: ["\n".join(value.strip().splitlines()) for value in values] for name, values in sent.items()}
        filled = {name: [value for value in values if value] for name, values in lines.items()}
        text = json.dumps(sorted(filled.items()))
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    @property
    def acknowledged_name(self) -> str:
        """The name of the field that sends the codes."""
        return self.add_prefix("acknowledged")

    @property
    def asked_about_name(self) -> str:
        """The name of the field that sends the digest."""
        return self.add_prefix("asked_about")

    def _sent(self, name: str) -> list[str]:
        if hasattr(self.data, "getlist"):
            return [str(value) for value in self.data.getlist(name)]
        return [str(self.data[name])] if name in self.data else []
