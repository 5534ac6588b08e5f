"""nginx with the site of deploy/nginx.conf, at a free port of 127.0.0.1."""

import getpass

from benchmarks.faults.servers import ROOT, Process, free_port

CONFIGURATION = """
daemon off;
user {user};
pid {folder}/nginx.pid;
error_log stderr;
worker_processes 2;
events {{ worker_connections 20000; }}
http {{
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    {site}
}}
"""


def made_proxy(folder, web_port):
    """Return nginx as a `Process`, and its port. Each answer says in X-Cache whether it came from the cache."""
    port = free_port()
    replaced = {
        "listen 80;": f"listen 127.0.0.1:{port};\n    add_header X-Cache $upstream_cache_status always;",
        "127.0.0.1:8001": f"127.0.0.1:{web_port}",
        "/var/cache/nginx-pinju": str(folder / "cache"),
    }
    site = (ROOT / "deploy/nginx.conf").read_text()
    for text, other in replaced.items():
        assert text in site, text
        site = site.replace(text, other)
    file = folder / "nginx.conf"
    file.write_text(CONFIGURATION.format(folder=folder, site=site, user=getpass.getuser()))
    return Process("nginx", ["nginx", "-c", str(file), "-e", "stderr"], folder / "nginx.log"), port
