#!/usr/bin/env bash
# Alertmanager 0.25.0, Apprise 2.3.0: a webhook behind a redirect gets an empty GET, and that counts as delivered.
#
# Expected, when the address of a webhook answers 301 or 302 (http to https, a path without its last slash, a
# server that moved): the POST goes on to the new address, or the notification has failed and is tried again. Seen in
# Alertmanager 0.25.0 (Debian 12) and Apprise 2.3.0 (json://): both follow as a browser does, by GET without a body.
# Where a page answers that with 200, as the front page of an inbox does, Alertmanager does not try again and counts
# no failure, and notify() of Apprise is a success. With 308 the POST arrives. So the front of an inbox has to
# redirect with 308 only, and a path that takes webhooks must not answer GET with 200.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

(cd "$folder" && apt-get download prometheus-alertmanager=0.25.0-1+b4 >/dev/null 2>&1 &&
  dpkg-deb -x prometheus-alertmanager_*.deb root) ||
  { echo "cannot download prometheus-alertmanager 0.25.0-1+b4" >&2; exit 1; }
python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore \
  --target "$folder/packages" apprise==2.3.0
cat >"$folder/send.py" <<'PYTHON'
import datetime
import http.server
import json
import os
import re
import socket
import subprocess
import sys
import threading
import time
import urllib.request

import apprise

os.chdir(sys.argv[1])
# Debian's program reads its templates from a folder of the system; this copy reads those unpacked beside it.
system = b"/usr/share/prometheus/alertmanager"
os.symlink("root/usr/share/prometheus/alertmanager", "t")
with open("root/usr/bin/prometheus-alertmanager", "rb") as file:
    program = file.read().replace(system, b"t".ljust(len(system), b"/"))
with open("alertmanager", "wb") as file:
    file.write(program)
os.chmod("alertmanager", 0o755)

requests = []


class Server(http.server.BaseHTTPRequestHandler):
    """Answers /302 with that status and the address /new, and /new with a page."""
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        requests.append(f"{self.command} {self.path} {'body' if body else 'empty'}")
        status = 200 if self.path == "/new" else int(self.path.strip("/"))
        self.send_response(status)
        if status != 200:
            self.send_header("Location", "/new")
        self.send_header("Content-Length", "0")
        self.end_headers()

    do_GET = do_POST

    def log_message(self, *arguments):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()
inbox = f"127.0.0.1:{server.server_address[1]}"
opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def apprise_sends(status):
    sender = apprise.Apprise()
    sender.add(f"json://{inbox}/{status}")
    return "success" if sender.notify(title="Disk", body="full") else "failure"


def alertmanager_sends(status):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = "127.0.0.1:%d" % free.getsockname()[1]
    with open("settings.yml", "w") as file:
        file.write(f"""
route: {{receiver: inbox, group_wait: 0s, group_interval: 1s, repeat_interval: 1h}}
receivers:
- name: inbox
  webhook_configs: [{{url: "http://{inbox}/{status}"}}]
""")

    def ask(path, body=None):
        headers = {"Content-Type": "application/json"}
        return opener.open(urllib.request.Request(f"http://{address}{path}", body, headers)).read().decode()

    manager = subprocess.Popen(
        ["./alertmanager", "--config.file=settings.yml", f"--storage.path=storage-{status}",
         f"--web.listen-address={address}", "--cluster.listen-address="], stderr=subprocess.DEVNULL)
    try:
        end = time.monotonic() + 30
        while True:
            try:
                ask("/-/ready")
                break
            except OSError:
                assert time.monotonic() < end, "Alertmanager does not start"
                time.sleep(0.1)
        now = datetime.datetime.now(datetime.timezone.utc)
        ask("/api/v2/alerts", json.dumps([{
            "labels": {"alertname": "disk"}, "startsAt": now.isoformat(),
            "endsAt": (now + datetime.timedelta(hours=1)).isoformat()}]).encode())
        # Long enough for several tries.
        time.sleep(6)
        counts = re.findall(r'^alertmanager_notifications(_failed)?_total\{.*"webhook"\} (\d+)$', ask("/metrics"), re.M)
        return "{} sent, {} failed".format(*(number for name, number in sorted(counts)))
    finally:
        manager.terminate()
        manager.wait()


for status in [301, 302, 308]:
    for name, send in [("Apprise", apprise_sends), ("Alertmanager", alertmanager_sends)]:
        outcome = send(status)
        print(f"{name}: {', '.join(requests)}: {outcome}")
        requests.clear()
PYTHON
seen=$(PYTHONPATH=$folder/packages timeout 110 python3 "$folder/send.py" "$folder" 2>/dev/null)
echo "$seen"
[ "$seen" = "Apprise: POST /301 body, GET /new empty: success
Alertmanager: POST /301 body, GET /new empty: 1 sent, 0 failed
Apprise: POST /302 body, GET /new empty: success
Alertmanager: POST /302 body, GET /new empty: 1 sent, 0 failed
Apprise: POST /308 body, POST /new body: success
Alertmanager: POST /308 body, POST /new body: 1 sent, 0 failed" ]
