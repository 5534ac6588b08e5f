"""No form speaks with Django's own sentences, which read unlike the page in Japanese and Chinese."""

import importlib
import pkgutil
from collections.abc import Iterator

import polib
import pytest
from django import forms
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils.translation import override

import web
from common.i18n.catalogs import catalog_file
from tests.support.ranking import new_account, new_body, new_person
from tests.web.pocket.record.test_pins import signed_in
from tournament.events.models.entries import Entry
from tournament.people.models.accounts import Account
from web.account.sign_in import OwnPasswordForm, SignInForm

LOCALES = {"ja": "ja", "zh-hans": "zh_Hans"}


def form_classes(kind: type = forms.BaseForm) -> Iterator[type[forms.BaseForm]]:
    """Yield the program's form classes, whose modules are loaded."""
    for below in kind.__subclasses__():
        if below.__module__.startswith("web."):
            yield below
        yield from form_classes(below)


@pytest.mark.parametrize("language", LOCALES)
def test_every_declared_field_has_only_the_programs_sentences(language) -> None:
    for module in pkgutil.walk_packages(web.__path__, "web."):
        importlib.import_module(module.name)
    own = {entry.msgstr for entry in polib.pofile(str(catalog_file(LOCALES[language])))}
    fields = {(form, name): field for form in form_classes() for name, field in form.base_fields.items()}
    assert len(fields) > 500
    with override(language):
        foreign = {
            f"{form.__module__}.{form.__qualname__}.{name}: {code}: {message}"
            for (form, name), field in fields.items()
            for code, message in field.error_messages.items()
            if str(message) not in own
        }
    assert not sorted(foreign)


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        (forms.CharField(), "", {"ja": "この欄を入力してください。", "zh-hans": "请填写此项。"}),
        (forms.CharField(max_length=2), "abc", {"ja": "2文字以内で入力してください（現在3文字）。"}),
        (forms.DateField(), "2019-13-01", {"zh-hans": "请填写正确的日期。"}),
        (forms.IntegerField(), "x", {"ja": "整数で入力してください。", "zh-hans": "请填写整数。"}),
        (forms.IntegerField(max_value=4), "5", {"ja": "4以下で入力してください。", "zh-hans": "不能大于4。"}),
        (forms.EmailField(), "x", {"ja": "メールアドレスを正しく入力してください。"}),
        (forms.ChoiceField(choices=[("a", "A")]), "b", {"zh-hans": "没有这个选项，请另选一项。"}),
        (forms.DecimalField(max_digits=2, decimal_places=1), "1.25", {"ja": "桁数が多すぎます。"}),
    ],
)
def test_a_wrong_value_is_refused_in_the_programs_words(field, value, words) -> None:
    for language, sentence in words.items():
        with override(language), pytest.raises(ValidationError) as refused:
            field.clean(value)
        with override(language):
            assert set(refused.value.messages) == {sentence}


@pytest.fixture
def applicant_client(settings, tmp_path) -> Client:
    """Return the client of a player who can apply for pin 9 with documents only."""
    settings.CERTIFICATE_KEYS, settings.MEDIA_ROOT = tmp_path / "keys", tmp_path / "media"
    new_body("member", name="Dutch Mahjong", countries=["NL"])
    return signed_in(new_account(new_person("Vera Nieuw", country="NL")))


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "empty", "choose", "other"),
    [
        (
            "ja",
            "この欄を入力してください。",
            "ここで選択してください。",
            "この選択肢は選べません。ほかのものを選んでください。",
        ),
        ("zh-hans", "请填写此项。", "请在此选择。", "没有这个选项，请另选一项。"),
    ],
)
def test_an_application_with_documents_is_refused_in_the_programs_words(
    applicant_client, language, empty, choose, other
) -> None:
    applicant_client.cookies["django_language"] = language
    address = reverse("record:apply-missing")
    answer = applicant_client.post(address, {})
    errors = answer.context["form"].errors
    assert answer.status_code == 400
    assert {name: list(errors[name]) for name in ("event", "document", "contact", "pin", "files")} == {
        **dict.fromkeys(("event", "document", "contact"), [empty]),
        **dict.fromkeys(("pin", "files"), [choose]),
    }
    wrong = applicant_client.post(address, {"pin": "x", "sex": "x", "day": "2019-13-01"})
    errors = wrong.context["form"].errors
    assert (list(errors["pin"]), list(errors["sex"])) == ([other], [other])
    assert "2024-05-31" in errors["day"][0]
    assert f"</span>{other}" in wrong.text


@pytest.mark.parametrize("language", LOCALES)
def test_signing_in_and_changing_the_password_have_only_the_programs_sentences(language) -> None:
    own = {entry.msgstr for entry in polib.pofile(str(catalog_file(LOCALES[language])))}
    password_form = OwnPasswordForm(Account(), request=RequestFactory().get("/"))
    with override(language):
        messages = [*SignInForm.error_messages.values(), *password_form.error_messages.values()]
        labels = [field.help_text for field in password_form.fields.values() if field.help_text]
        assert {str(text) for text in [*messages, *labels, password_form.fields["new_password2"].label]} <= own


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Username or password is wrong. Check capital letters too."),
        ("ja", "ユーザー名またはパスワードが違います。大文字と小文字にも注意してください。"),
        ("zh-hans", "用户名或密码不正确，请注意大小写。"),
    ],
)
def test_a_wrong_password_is_refused_in_the_programs_words(client, language, sentence) -> None:
    client.cookies["django_language"] = language
    answer = client.post("/account/login/", {"username": "referee", "password": "wrong"})
    assert answer.context["form"].non_field_errors() == [sentence]


@pytest.mark.parametrize(
    ("password", "sentences"),
    [
        (
            "ab3xq",
            {
                "en": "Too short: 5 of at least 8 characters.",
                "ja": "8文字以上で入力してください（現在5文字）。",
                "zh-hans": "至少需要8个字符，现为5个。",
            },
        ),
        (
            "password1",
            {
                "en": "Many people use this password. Choose another one.",
                "ja": "よく使われるパスワードです。別のものにしてください。",
                "zh-hans": "这个密码过于常见，请换一个。",
            },
        ),
        (
            "scorekeeper-7",
            {
                "en": "Too similar to the username or mail address. Choose another password.",
                "ja": "ユーザー名やメールアドレスに似すぎています。別のパスワードにしてください。",
                "zh-hans": "与用户名或邮箱过于相似，请换一个密码。",
            },
        ),
    ],
)
def test_a_weak_password_is_refused_in_the_programs_words(password, sentences) -> None:
    for language, sentence in sentences.items():
        with override(language), pytest.raises(ValidationError) as refused:
            validate_password(password, Account(username="scorekeeper"))
        with override(language):
            assert refused.value.messages == [sentence]


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Use only letters, digits and @ . + - _, without spaces."),
        ("ja", "使えるのは文字、数字、@ . + - _ だけです。空白は使えません。"),
        ("zh-hans", "只能使用文字、数字和@ . + - _，不能有空格。"),
    ],
)
def test_a_username_with_spaces_is_refused_in_the_programs_words(language, sentence) -> None:
    with override(language):
        with pytest.raises(ValidationError) as refused:
            Account(username="two words", password="x").clean_fields()
        assert refused.value.message_dict == {"username": [sentence]}


@pytest.mark.parametrize(
    ("column", "value", "sentences"),
    [
        ("name", "x" * 201, ("200文字以内で入力してください（現在201文字）。", "最多200个字符，现为201个。")),
        ("name", "", ("この欄を入力してください。", "请填写此项。")),
        ("number", -1, ("0以上で入力してください。", "不能小于0。")),
        ("kind", "x", ("この選択肢は選べません。ほかのものを選んでください。", "没有这个选项，请另选一项。")),
    ],
)
def test_a_row_that_a_service_checks_is_refused_in_the_programs_words(column, value, sentences) -> None:
    entry = Entry(**{"number": 1, "name": "Vera"} | {column: value})
    for language, sentence in zip(("ja", "zh-hans"), sentences, strict=True):
        with override(language):
            with pytest.raises(ValidationError) as refused:
                entry.clean_fields(exclude=["event", "person"])
            assert refused.value.message_dict[column] == [sentence]
