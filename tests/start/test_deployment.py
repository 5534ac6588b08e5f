"""The layouts of `deploy/`, built from the files' own steps and run as processes, as no container engine is at hand."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path
from urllib.request import urlopen

import pytest
import yaml

from tests.start.processes import environment, free_port, processes_of, wait_until
from tests.support.paths import ROOT
from web.desk.handing.files import MOST_BYTES

DEPLOY = ROOT / "deploy"
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
OURS = ("prepare", "web", "worker", "beat", "metrics")
#: The file of settings as an operator gets it.
EXAMPLE = (DEPLOY / "env.example").read_text()
SETTINGS = dict(line.split("=", 1) for line in EXAMPLE.splitlines() if re.match(r"[A-Z]", line))


def instructions(name: str) -> list[str]:
    """Return what follows an instruction of the Dockerfile's last stage, continued lines joined."""
    text = (DEPLOY / "Dockerfile").read_text().replace("\\\n", " ")
    stage = text.rsplit("\nFROM ", 1)[1]
    return [line.split(" ", 1)[1].strip() for line in stage.splitlines() if line.startswith(f"{name} ")]


def command_of(instruction: str) -> list[str]:
    return json.loads(instruction[instruction.index("[") :])


def filled(value: str) -> str:
    """Put SETTINGS into ${NAME}, ${NAME:-default} and ${NAME:?message}, as compose does."""
    return re.sub(r"\$\{(\w+)(?::[-?][^}]*)?\}", lambda found: SETTINGS[found[1]], value)


def copied_program(target: Path) -> Path:
    """Copy what `COPY . .` copies: the files of the repository without those of .dockerignore."""
    ignored = [line.strip("/") for line in (ROOT / ".dockerignore").read_text().splitlines()]
    files = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True).stdout
    for name in filter(None, files.split("\0")):
        if not any(name == entry or name.startswith(f"{entry}/") for entry in ignored) and (ROOT / name).exists():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target / name)
    return target


class Layout:
    """The image's folder and the services of compose.yaml as processes with local servers in place of the others."""

    def __init__(self, folder: Path) -> None:
        self.program = copied_program(folder / "program")
        self.home, self.port, self.processes = folder / "data" / "pinju", free_port(), []
        service = COMPOSE["services"]["web"]
        assert service["env_file"] == [".env"]
        declared = SETTINGS | {key: filled(value) for key, value in service["environment"].items()}
        local = ("DATABASE_URL", "CACHE_URL", "CELERY_BROKER_URL")  # SQLite and files: no server is needed
        named = {key: value for key, value in declared.items() if key not in local}
        python = Path(sys.executable).parent
        self.metrics = named["PINJU_METRICS"] = f"127.0.0.1:{free_port()}"
        named["PINJU_BACKUP"] = str(folder / "backups")
        (folder / "backups").mkdir()
        self.environment = environment(self.home, **named, PYTHONDONTWRITEBYTECODE="1")
        self.environment = {key: value for key, value in self.environment.items() if key not in local}
        self.environment["PATH"] = f"{python}{os.pathsep}{os.environ['PATH']}"
        compiled = self.run(*instructions("RUN")[-1].split())
        assert compiled.returncode == 0, compiled.stderr
        self.files = self._files()

    def _files(self) -> set[Path]:
        return {path for path in self.program.rglob("*") if path.is_file()}

    def local(self, command: list[str]) -> list[str]:
        """Return a command of the image with the port and folder of this test."""
        return [part.replace(":8000", f":{self.port}").replace("/tmp/", f"{self.home.parent}/") for part in command]

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            self.local(list(command)),
            cwd=self.program,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )

    def start(self, name: str) -> None:
        command = COMPOSE["services"][name].get("command") or command_of(instructions("CMD")[-1])
        with (self.home.parent / f"{name}.log").open("w") as log:
            process = subprocess.Popen(
                self.local(command),
                cwd=self.program,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self.processes.append(process)

    def end(self) -> None:
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            process.wait(30)


@pytest.mark.server
def test_the_services_of_the_containers_work_and_write_only_their_data(tmp_path: Path, prepared_home: Path) -> None:
    layout = Layout(tmp_path)
    shutil.copytree(prepared_home, layout.home, dirs_exist_ok=True)  # spares the migrations
    prepared = layout.run(*COMPOSE["services"]["prepare"]["command"])
    assert prepared.returncode == 0, prepared.stderr
    try:
        for name in ("web", "worker", "beat", "metrics"):
            layout.start(name)
        wait_until(lambda: "Listening at" in (layout.home.parent / "web.log").read_text())
        healthy = command_of(instructions("HEALTHCHECK")[0])
        wait_until(lambda: layout.run(*healthy).returncode == 0)

        wait_until((layout.home / "worker-seen").exists)
        checks = json.loads(layout.run("python", "manage.py", "doctor", "--json").stdout)["checks"]
        states = {name: check["state"] for name, check in checks.items()}
        assert "failed" not in states.values(), states
        assert states["hosts"] == "ok"

        with urlopen(f"http://{layout.metrics}/metrics", timeout=30) as answer:
            metrics = answer.read().decode()
        assert 'pinju_check{check="worker"} 1.0' in metrics
        # Counted by the server's processes, read by another one.
        assert 'pinju_requests_total{kind="page",status="2xx"}' in metrics
    finally:
        layout.end()
        for pid in processes_of(layout.home):
            os.kill(pid, signal.SIGKILL)
    assert layout._files() == layout.files  # its file system may be read-only
    lines = [json.loads(line) for line in (layout.home.parent / "web.log").read_text().splitlines()]
    assert {"Listening at", "Shutting down: Master"} <= {line["message"].split(": http")[0] for line in lines}


def test_our_containers_have_no_rights_and_wait_for_what_they_need() -> None:
    services = COMPOSE["services"]
    for name in OURS:
        assert services[name]["read_only"], name
        assert services[name]["cap_drop"] == ["ALL"], name
        assert all(needed in services for needed in services[name]["depends_on"]), name
        assert services[name]["environment"] == services["web"]["environment"], name
    assert instructions("USER") == ["10001"]
    assert "ports" not in services["web"]  # only the proxy reaches the server


def test_one_file_has_all_settings_of_the_containers() -> None:
    """The file fills compose.yaml, and sets what the program's guide explains and compose.yaml leaves open."""
    names = set(re.findall(r"^#?([A-Z_]+)=", EXAMPLE, re.MULTILINE))
    fills = set(re.findall(r"\$\{(\w+)", (DEPLOY / "compose.yaml").read_text()))
    assert fills <= names
    guide = (ROOT / "docs" / "deployment.md").read_text()
    assert [name for name in names - fills if f"`{name}`" not in guide and f"\n{name}=" not in guide] == []
    assert not names & set(COMPOSE["services"]["web"]["environment"])


@pytest.mark.parametrize(
    ("file", "setting"), [("Caddyfile", "max_size"), ("nginx.conf", "client_max_body_size")], ids=["caddy", "nginx"]
)
def test_the_proxies_let_the_largest_file_through(file: str, setting: str) -> None:
    [megabytes] = re.findall(rf"{setting} (\d+)m", (DEPLOY / file).read_text(), re.IGNORECASE)
    assert int(megabytes) * 1_000_000 >= MOST_BYTES + 1_000_000  # the form around it


def test_the_command_of_the_services_runs_both_programs_with_their_settings(tmp_path: Path) -> None:
    """Run deploy/pinju with the folders and settings of this test, and as this user."""
    settings = tmp_path / "pinju.env"
    home = tmp_path / "home of the data"
    settings.write_text(f"# settings\nPINJU_HOME={home}\nALLOWED_HOSTS=pinju.example $(touch {tmp_path}/run)\n")
    text = (DEPLOY / "pinju").read_text()
    text = text.replace("/etc/pinju.env", str(settings)).replace("/srv/pinju/program", str(ROOT))
    text = text.replace("setpriv --reuid=pinju --regid=pinju --init-groups ", "").replace(
        '"$program/.venv/bin/python"', f'"{sys.executable}"'
    )
    command = tmp_path / "pinju"
    command.write_text(text)
    show = "from django.conf import settings; print(settings.ALLOWED_HOSTS)"
    run = partial(subprocess.run, cwd=tmp_path, env=environment(tmp_path), capture_output=True, text=True, check=False)
    shown = run(["bash", command, "shell", "--no-imports", "-v", "0", "-c", show])
    assert f"pinju.example $(touch {tmp_path}/run)" in shown.stdout, shown.stderr
    restored = run(["bash", command, "restore", "--help"])
    assert (restored.returncode, "--replace" in restored.stdout) == (0, True), restored.stderr
    assert not (tmp_path / "run").exists()


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd-analyze on this machine")
def test_the_units_are_valid_and_harden_every_service(tmp_path: Path) -> None:
    units = shutil.copytree(DEPLOY / "systemd", tmp_path / "units")
    for unit in units.glob("*.service"):  # the program is not at /srv here
        unit.write_text(unit.read_text().replace("/srv/pinju/program/.venv/bin/python", sys.executable))
    checked = subprocess.run(
        ["systemd-analyze", "verify", *sorted(map(str, units.glob("pinju-[a-z]*.*")))],
        env={**os.environ, "SYSTEMD_UNIT_PATH": f"{units}:"},
        capture_output=True,
        text=True,
        check=False,
    )
    ours = [line for line in checked.stderr.splitlines() if "pinju" in line]
    assert ours == []


def test_the_settings_of_the_units_are_documented() -> None:
    documented = (ROOT / "docs" / "deployment.md").read_text()
    lines = (DEPLOY / "pinju.env.example").read_text().splitlines()
    assert [line for line in lines if "=" in line and f"`{line.split('=')[0]}`" not in documented] == []
