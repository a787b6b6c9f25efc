#!/usr/bin/env bash
# Alertmanager 0.25.0: an alert that starts in an hour is told now, with a start that is still to come.
#
# Expected of a startsAt in the future, in a POST to /api/v2/alerts: the alert waits until then, as a silence with such
# a startsAt does ("pending"), or it is refused. Seen in 0.25.0 (Debian 12): the webhook is told "firing" after
# group_wait, and the API calls the alert active. Without an endsAt the answer depends on resolve_timeout (five minutes
# by default): an alert that starts later than that is refused, as it would end before it starts, and one that starts
# sooner fires at once. So an alert can be neither planned nor put off by sending it again with a later start; and an
# inbox meets times that have not come yet, as from a sender whose clock is ahead, so that an age is below zero and
# "newest first" puts the alert above all that follows for an hour.
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
import urllib.error
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

told = {}


def minutes(time):
    """The minutes from now to a time of the API, rounded."""
    then = datetime.datetime.fromisoformat(time[:19] + "+00:00")
    return round((then - datetime.datetime.now(datetime.timezone.utc)).total_seconds() / 60)


class Webhook(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        for alert in body["alerts"]:
            told[alert["labels"]["alertname"]] = f"{alert['status']}, starts in {minutes(alert['startsAt'])} minutes"
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
  webhook_configs: [{{url: "http://127.0.0.1:{webhook.server_address[1]}"}}]
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


def inside(**times):
    """Times so many minutes from now."""
    now = datetime.datetime.now(datetime.timezone.utc)
    return {name: (now + datetime.timedelta(minutes=minutes)).isoformat() for name, minutes in times.items()}


server = subprocess.Popen(
    ["./alertmanager", "--config.file=settings.yml", "--storage.path=storage", f"--web.listen-address={server_address}",
     "--cluster.listen-address="], stderr=subprocess.DEVNULL)
try:
    wait("the server", is_up)
    for name, times in [("both", inside(startsAt=60, endsAt=120)), ("soon", inside(startsAt=3)),
                        ("late", inside(startsAt=60))]:
        try:
            ask("POST", "alerts", [{"labels": {"alertname": name}, **times}])
            wait(name, lambda: name in told)
            state = ask("GET", f"alerts?filter=alertname%3D{name}")[0]["status"]["state"]
            print(f"{name}: {told[name]}, {state}")
        except urllib.error.HTTPError as error:
            print(f"{name}: {error.code} {error.read().decode().strip()}")
    ask("POST", "silences", {"matchers": [{"name": "alertname", "value": "x", "isRegex": False}], "comment": "x",
                             "createdBy": "x", **inside(startsAt=60, endsAt=120)})
    print("silence:", ask("GET", "silences")[0]["status"]["state"])
finally:
    server.terminate()
    server.wait()
PYTHON
seen=$(timeout 110 python3 "$folder/watch.py" "$folder")
echo "$seen"
[ "$seen" = 'both: firing, starts in 60 minutes, active
soon: firing, starts in 3 minutes, active
late: 400 "start time must be before end time"
silence: pending' ]
