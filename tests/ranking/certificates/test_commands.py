"""Certificates are checked by the command and by the script of docs/certificates.md, without network and database."""

import json
import re
import subprocess
import sys
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from common.privacy.signing_keys import current_key, public_keys, sign
from ranking.pins.rules.signing import NAMES, qr_text, text_of, unpadded
from tests.support.paths import ROOT

DOCUMENT = ROOT / "docs" / "certificates.md"


@pytest.fixture
def signed(settings, tmp_path) -> str:
    """Return the content of a QR code; no test here has a database."""
    folder = settings.CERTIFICATE_KEYS = tmp_path / "keys"
    key = current_key(folder)
    facts = dict.fromkeys(NAMES, "") | {"key": key, "name": "王伟", "level": "9", "date": "2026-05-01"}
    text = text_of(facts)
    (tmp_path / "keys.json").write_text(json.dumps({"keys": public_keys(folder)}), encoding="utf-8")
    return qr_text("http://10.0.0.5:8000/c/abc/", text, unpadded(sign(folder, key, text)))


def checked(content: str, **options) -> tuple[str, str]:
    out, err = StringIO(), StringIO()
    call_command("check_certificate", content, stdout=out, stderr=err, **options)
    return out.getvalue(), err.getvalue()


def test_the_command_checks_a_text_a_file_and_foreign_keys(signed: str, settings, tmp_path) -> None:
    output = checked(signed)
    assert json.loads(output[0])["name"] == "王伟"
    assert "genuine on its date 2026-05-01; revocation not checked" in output[1]
    (tmp_path / "code.txt").write_text(f"{signed}\n", encoding="utf-8")
    assert checked(str(tmp_path / "code.txt")) == output
    settings.CERTIFICATE_KEYS = tmp_path / "elsewhere"
    with pytest.raises(CommandError, match="not among the public keys"):
        checked(signed)
    assert checked(signed, keys=tmp_path / "keys.json") == output


def test_the_command_rejects_a_changed_certificate(signed: str, settings) -> None:
    address, text, _signature = signed.partition("#")[0], *signed.partition("#")[2].split(".")
    wrong_signature = unpadded(b"\0" * 64)
    for content, message in [
        (f"{address}#{text}.{wrong_signature}", "NOT GENUINE"),
        (f"{address}#{text[:-3]}", "no signature"),
        (address + "#" + text[:-9] + "." + wrong_signature, "cannot be read"),
    ]:
        with pytest.raises(CommandError, match=message) as error:
            checked(content)
        assert error.value.returncode == 1


def test_rotating_the_key_keeps_the_public_keys(signed: str, settings) -> None:
    out = StringIO()
    call_command("rotate_certificate_key", stdout=out)
    keys = public_keys(settings.CERTIFICATE_KEYS)
    assert len(keys) == 2
    assert out.getvalue().strip() == current_key(settings.CERTIFICATE_KEYS)
    assert "genuine" in checked(signed)[1]


def test_the_documented_script_agrees_with_the_command(signed: str, tmp_path) -> None:
    [script] = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    (tmp_path / "check.py").write_text(script, encoding="utf-8")

    def run(text: str) -> subprocess.CompletedProcess:
        command = [sys.executable, "-X", "utf8", "check.py", text]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, encoding="utf-8")

    genuine = run(signed)
    assert (genuine.returncode, "name: 王伟" in genuine.stdout) == (0, True)
    assert "genuine on its date; revocation not checked" in genuine.stdout
    changed = run(signed.rpartition(".")[0] + "." + unpadded(b"\0" * 64))
    assert (changed.returncode, changed.stderr.strip()) == (1, "NOT GENUINE")
