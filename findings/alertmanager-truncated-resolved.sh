#!/usr/bin/env bash
# Alertmanager 0.25.0: with max_alerts a webhook reads "resolved" for a group that still fires.
#
# Expected of max_alerts in webhook_configs: the list is cut, the firing alerts come first, and "status",
# "commonLabels" and "commonAnnotations" are still those of the whole group. Seen in 0.25.0 (Debian 12), for a group of
# two with max_alerts 1: the alerts stand in the order of their labels, the cut comes first, and all else is made from
# what is left. "a" ends and "b" still fires: the status is "resolved", and the common labels name the host "a", as if
# the group had no other. That "b" fires is never told, and only "truncatedAlerts" is a sign; once "a" is gone
# it is told that "b" is resolved. A receiver that closes an incident by the status of the group closes it too early.
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

os.chdir(sys.argv[1])
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
        alerts = " ".join(f"{alert['labels']['host']} {alert['status']}" for alert in body["alerts"])
        word = (f"{self.path}: {body['status']}, common host {body['commonLabels'].get('host')}, "
                f"{alerts}, {body['truncatedAlerts']} left out")
        if word not in told:
            told.append(word)
        self.send_response(200)
        self.end_headers()

    def log_message(self, *arguments):
        pass


webhook = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Webhook)
threading.Thread(target=webhook.serve_forever, daemon=True).start()
address = f"http://127.0.0.1:{webhook.server_address[1]}"
with open("settings.yml", "w") as file:
    file.write(f"""
route:
  receiver: all
  group_by: [alertname]
  group_wait: 2s
  group_interval: 1s
  repeat_interval: 1h
  routes: [{{receiver: one, continue: true}}, {{receiver: all}}]
receivers:
- name: all
  webhook_configs: [{{url: "{address}/all"}}]
- name: one
  webhook_configs: [{{url: "{address}/one", max_alerts: 1}}]
""")
with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    server_address = "127.0.0.1:%d" % free.getsockname()[1]
opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def ask(method, path, body=None):
    request = urllib.request.Request(
        f"http://{server_address}/api/v2/{path}", json.dumps(body).encode(),
        {"Content-Type": "application/json"}, method=method)
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


def alerts(hosts, is_over):
    now = datetime.datetime.now(datetime.timezone.utc)
    start, end = (now + datetime.timedelta(seconds=seconds) for seconds in [-60, -1 if is_over else 600])
    ask("POST", "alerts", [{
        "labels": {"alertname": "disk", "host": host},
        "startsAt": start.isoformat(), "endsAt": end.isoformat()} for host in hosts])


server = subprocess.Popen(
    ["./alertmanager", "--config.file=settings.yml", "--storage.path=storage", f"--web.listen-address={server_address}",
     "--cluster.listen-address="], stderr=subprocess.DEVNULL)
try:
    wait("the server", is_up)
    alerts("ab", False)
    wait("both fire", lambda: len(told) == 2)
    alerts("a", True)
    wait("one is over", lambda: len(told) == 4)
    alerts("b", True)
    wait("the other is over", lambda: len(told) == 6)
finally:
    server.terminate()
    server.wait()
print(*sorted(told[:2]), *sorted(told[2:4]), *sorted(told[4:]), sep="\n")
PYTHON
seen=$(timeout 110 python3 "$folder/watch.py" "$folder")
echo "$seen"
[ "$seen" = "/all: firing, common host None, a firing b firing, 0 left out
/one: firing, common host a, a firing, 1 left out
/all: firing, common host None, a resolved b firing, 0 left out
/one: resolved, common host a, a resolved, 1 left out
/all: resolved, common host b, b resolved, 0 left out
/one: resolved, common host b, b resolved, 0 left out" ]
