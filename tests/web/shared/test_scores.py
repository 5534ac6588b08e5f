"""Signs and names of winds."""

from django.utils.translation import override

from web.shared.scores import named_wind


def test_a_wind_whose_sign_is_its_name_is_not_said_twice() -> None:
    for language, text in (("en", ">E</abbr> East"), ("zh-hans", ">东</abbr>"), ("ja", ">東</abbr>")):
        with override(language):
            assert named_wind("E").endswith(text)
