#!/usr/bin/env bash
# Alertmanager 0.25.0: an alert whose text changes, or that ends and starts anew, is not told again.
#
# Expected of a firing alert that comes with other annotations ("80 % full", then "99 % full"), or that ended and began
# again with a new startsAt: the webhook gets it at the next group_interval, as something has changed. Seen in 0.25.0
# (Debian 12): only which alerts fire and which are resolved counts. Changed annotations, and an end with
# a new start between two notifications, are sent with the next alert that joins the group or leaves it, or after
# repeat_interval (four hours by default); the API shows them at once. So the text of a firing alert is that of
# its beginning, and an inbox that counts starts misses some; a number that must be seen has to be a label.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

(cd "$folder" && apt-get download prometheus-alertmanager=0.25.0-1+b4 >/dev/null 2>&1 &&
  dpkg-deb -x prometheus-alertmanager_*.deb root) ||
  { echo "cannot download prometheus-alertmanager 0.25.0-1+b4" >&2; exit 1; }
cat >"$folder/watch.py" <<'PYTHON'
import datetime
import http.server
import json
import os
import socket
import subprocess
import sys
import threading
import time
import urllib.request

folder = sys.argv[1]
os.chdir(folder)
# Debian's program reads its templates from a folder of the system; this copy reads those unpacked beside it.
system = b"/usr/share/prometheus/alertmanager"
local = b"t".ljust(len(system), b"/")
os.symlink("root/usr/share/prometheus/alertmanager", "t")
with open("root/usr/bin/prometheus-alertmanager", "rb") as file:
    program = file.read().replace(system, local)
with open("alertmanager", "wb") as file:
    file.write(program)
os.chmod("alertmanager", 0o755)

told = []


class Webhook(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        told.append(", ".join(word(alert, alert["status"]) for alert in body["alerts"]))
        self.send_response(200)
        self.end_headers()

    def log_message(self, *arguments):
        pass


def word(alert, status):
    """An alert in short: when it started is the number of minutes before the first start."""
    start = round((when(alert["startsAt"]) - begin).total_seconds() / 60)
    return f"{alert['labels']['host']} {status} since {start:+} min: {alert['annotations']['text']}"


def when(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))


webhook = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Webhook)
threading.Thread(target=webhook.serve_forever, daemon=True).start()
with open("settings.yml", "w") as file:
    file.write(f"""
route: {{receiver: inbox, group_by: [alertname], group_wait: 1s, group_interval: 1s, repeat_interval: 1h}}
receivers:
- name: inbox
  webhook_configs: [{{url: "http://127.0.0.1:{webhook.server_address[1]}/", send_resolved: true}}]
""")
with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    address = "127.0.0.1:%d" % free.getsockname()[1]
opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def ask(method, path, body=None):
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(
        f"http://{address}/api/v2/{path}", json.dumps(body).encode(), headers, method=method)
    return json.loads(opener.open(request).read() or b"null")


def wait(what, is_true):
    end = time.monotonic() + 30
    while not is_true():
        if time.monotonic() > end:
            sys.exit(f"not seen in 30 seconds: {what}; told: {told}")
        time.sleep(0.2)


def is_up():
    try:
        return ask("GET", "status") is not None
    except OSError:
        return False


def alert(host, text, start, end=600):
    """An alert from a number of seconds after the beginning until one of seconds from now on."""
    return {
        "labels": {"alertname": "disk", "host": host}, "annotations": {"text": text},
        "startsAt": (begin + datetime.timedelta(seconds=start)).isoformat(),
        "endsAt": (datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=end)).isoformat()}


def tell(*alerts):
    ask("POST", "alerts", alerts)


def report(step):
    """Prints what the API shows, and what the webhook was told since the last step."""
    shown = ", ".join(word(alert, "firing") for alert in ask("GET", "alerts") if alert["labels"]["host"] == "a")
    print(f"{step}: API {shown}; told {' | '.join(told) or 'nothing'}")
    told.clear()


begin = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(minutes=60)
server = subprocess.Popen(
    ["./alertmanager", "--config.file=settings.yml", "--storage.path=storage", f"--web.listen-address={address}",
     "--cluster.listen-address="], stderr=subprocess.DEVNULL)
try:
    wait("the server", is_up)
    tell(alert("a", "80 %", 0))
    wait("the first body", lambda: told)
    report("first")
    tell(alert("a", "99 %", 0))
    time.sleep(5)
    report("changed")
    tell(alert("a", "99 %", 0, end=-600), alert("a", "50 %", 55 * 60))
    time.sleep(5)
    report("began anew")
    tell(alert("b", "full", 0))
    wait("the other alert", lambda: told)
    report("with another")
finally:
    server.terminate()
    server.wait()
PYTHON
seen=$(timeout 110 python3 "$folder/watch.py" "$folder")
echo "$seen"
[ "$seen" = "first: API a firing since +0 min: 80 %; told a firing since +0 min: 80 %
changed: API a firing since +0 min: 99 %; told nothing
began anew: API a firing since +55 min: 50 %; told nothing
with another: API a firing since +55 min: 50 %; told a firing since +55 min: 50 %, b firing since +0 min: full" ]
