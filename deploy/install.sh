#!/usr/bin/env bash
# Install or update Pinju as services of this machine (Debian 12 or newer), from a checkout; run as root.
#
#   deploy/install.sh SITE          such as pinju.example
#
# Needs nothing but the network. Installs PostgreSQL, Redis and nginx from Debian, the program into /srv/pinju/program and
# its data into /srv/pinju/data, and the command pinju; writes /etc/pinju.env and nginx's site only if they are missing. Run it
# again to update.
set -euo pipefail
site=${1:?usage: deploy/install.sh SITE}
source=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
program=/srv/pinju/program data=/srv/pinju/data
[ "$(id -u)" = 0 ] || { echo "Run this as root."; exit 1; }
say() { printf '\n== %s\n' "$*"; }
booted() { [ -d /run/systemd/system ]; }

say "Debian packages"
apt-get update -qq
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
    python3-venv postgresql redis-server nginx-light rsync >/dev/null

say "User and folders"
id -u pinju >/dev/null 2>&1 || useradd --system --home-dir /srv/pinju --shell /usr/sbin/nologin pinju
install -d -m 0755 /srv/pinju "$program"
install -d -m 0700 -o pinju -g pinju "$data" "$data/home" "$data/backups"
left_out=(.git .github .ci .venv var /tests /research /benchmarks __pycache__) # as the image of the containers
rsync --archive --delete "${left_out[@]/#/--exclude=}" "$source/" "$program/"
chown -R root:root "$program"

say "Packages of the program"
[ -x "$program/.venv/bin/python" ] || /usr/bin/python3 -m venv "$program/.venv" # Debian's, which the units can read
"$program/.venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-compile --requirement "$program/requirements-server.txt"
"$program/.venv/bin/python" -m compileall -q -j 0 "$program" || true # the services cannot write there

say "Database"
pg_isready -q || { booted && systemctl start postgresql; } || pg_ctlcluster "$(pg_lsclusters -h | awk 'NR==1{print $1}')" main start
as_postgres() { (cd / && setpriv --reuid=postgres --regid=postgres --init-groups psql -tAqc "$1"); }
[ "$(as_postgres "SELECT 1 FROM pg_roles WHERE rolname = 'pinju'")" = 1 ] || as_postgres "CREATE ROLE pinju LOGIN"
[ "$(as_postgres "SELECT 1 FROM pg_database WHERE datname = 'pinju'")" = 1 ] ||
    as_postgres "CREATE DATABASE pinju OWNER pinju ENCODING 'UTF8' TEMPLATE template0"

say "Settings"
if [ ! -e /etc/pinju.env ]; then
    sed "s/^ALLOWED_HOSTS=.*/ALLOWED_HOSTS=$site/" "$source/deploy/pinju.env.example" >/etc/pinju.env
    chown root:pinju /etc/pinju.env
    chmod 0640 /etc/pinju.env
fi
if [ ! -e /etc/nginx/sites-available/pinju ]; then
    sed "s/pinju\.example/$site/" "$source/deploy/nginx.conf" >/etc/nginx/sites-available/pinju
    ln -sf ../sites-available/pinju /etc/nginx/sites-enabled/pinju
fi

install -m 0755 "$source/deploy/pinju" /usr/local/sbin/pinju

say "Tables and the first administrator"
pinju migrate --no-input --verbosity 0
pinju ensure_admin
pinju check --deploy --fail-level WARNING

say "Services"
cp -r "$source"/deploy/systemd/. /etc/systemd/system/
if booted; then
    systemctl daemon-reload
    systemctl enable --now redis-server nginx pinju-sweep.timer
    systemctl enable pinju-web.service pinju-worker.service pinju-metrics.service
    systemctl restart pinju-web.service pinju-worker.service pinju-metrics.service
    systemctl reload nginx
    sleep 6 # the worker's first sign of life
else
    echo "systemd does not run here: start the units' commands yourself."
fi

say "Everything checked"
pinju doctor || true
