#!/usr/bin/env bash
# Alertmanager 0.25.0: an alert that ends while it is silenced is never reported as resolved.
#
# Expected: a receiver that was told "firing" is told "resolved" (send_resolved), at the latest when the
# silence is over. Seen in 0.25.0 (Debian 12), for a silence that was set after the webhook had been told:
# neither then nor after the silence does the webhook hear of the alert again, and the next body of its group,
# about another alert, does not name it. The alert that was not silenced is reported. An inbox that closes a
# message at "resolved" keeps this one open for ever, and has to ask the API or let it expire.
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
        for alert in body["alerts"]:
            word = alert["labels"]["host"], alert["status"]
            if word not in told:
                told.append(word)
        self.send_response(200)
        self.end_headers()

    def log_message(self, *arguments):
        pass


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


def when(seconds):
    return (datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=seconds)).isoformat()


def alert(host, is_over):
    labels = {"alertname": "disk" if host in "ab" else "load", "host": host}
    ask("POST", "alerts", [{"labels": labels, "startsAt": when(-60), "endsAt": when(-1 if is_over else 600)}])


def silence(host):
    return ask("POST", "silences", {
        "matchers": [{"name": "host", "value": host, "isRegex": False, "isEqual": True}],
        "startsAt": when(0.5), "endsAt": when(600), "createdBy": "ann", "comment": "work"})["silenceID"]


def suppressed():
    return {entry["labels"]["host"] for entry in ask("GET", "alerts") if entry["status"]["state"] == "suppressed"}


server = subprocess.Popen(
    ["./alertmanager", "--config.file=settings.yml", "--storage.path=storage", f"--web.listen-address={address}",
     "--cluster.listen-address="], stderr=subprocess.DEVNULL)
try:
    wait("the server", is_up)
    for host in "abc":
        alert(host, False)
    wait("firing", lambda: len(told) == 3)
    # One of a group of two, and a group as a whole.
    silences = [silence(host) for host in "bc"]
    wait("silenced", lambda: suppressed() == {"b", "c"})
    for host in "bc":
        alert(host, True)
    time.sleep(5)
    for identifier in silences:
        ask("DELETE", "silence/" + identifier)
    time.sleep(5)
    alert("a", True)
    wait("a resolved", lambda: ("a", "resolved") in told)
finally:
    server.terminate()
    server.wait()
for host in "abc":
    print(host, *[status for name, status in told if name == host])
PYTHON
seen=$(timeout 110 python3 "$folder/watch.py" "$folder")
echo "$seen"
[ "$seen" = "a firing resolved
b firing
c firing" ]
