#!/usr/bin/env bash
# dunst 1.9.0: a second notification with the same text closes the first one, as if it had expired.
#
# Expected of two calls of Notify that replace nothing and never expire: two notifications that stay until a person
# closes them, also if they say the same, or one row that answers for both. Seen in 1.9.0 (Debian 12) without
# settings: the second one gets a number of its own and takes the place of the first, and NotificationClosed tells
# the sender of the first at once that it expired (reason 1), while the same words stand on the screen; what the
# person does then is told for the second number alone. Two notifications with one x-dunst-stack-tag do the same; one
# that is replaced by its number keeps it. A question that is asked twice, or a 'notify-send --wait' of two jobs
# with one text, is over for the first asker although nobody has seen it end.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

for program in dbus-run-session Xvfb; do
  command -v "$program" >/dev/null || { echo "missing: $program" >&2; exit 1; }
done
(cd "$folder" && apt-get download dunst=1.9.0-0.1 >/dev/null 2>&1 && dpkg-deb -x dunst_*.deb root) ||
  { echo "cannot download dunst 1.9.0-0.1" >&2; exit 1; }
! ldd "$folder/root/usr/bin/dunst" | grep 'not found' >&2 || { echo "missing: libraries of dunst" >&2; exit 1; }
python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore --no-deps \
  --target "$folder/packages" jeepney==0.9.0
cat >"$folder/send.py" <<'PYTHON'
import os
import subprocess
import sys
import time

from jeepney import DBusAddress, MatchRule, new_method_call
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import open_dbus_connection

NAME = "org.freedesktop.Notifications"
folder = sys.argv[1]
read, write = os.pipe()
screen = subprocess.Popen(["Xvfb", "-displayfd", str(write), "-nolisten", "tcp"], pass_fds=[write],
                          stderr=subprocess.DEVNULL)
os.environ["DISPLAY"] = ":" + os.read(read, 10).decode().strip()
open(folder + "/settings", "w").close()
server = subprocess.Popen([folder + "/root/usr/bin/dunst", "-conf", folder + "/settings"],
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
bus = open_dbus_connection("SESSION")
while not bus.send_and_get_reply(message_bus.NameHasOwner(NAME)).body[0]:
    time.sleep(0.1)
closed = MatchRule(type="signal", interface=NAME, member="NotificationClosed")
bus.send_and_get_reply(message_bus.AddMatch(closed))
reports = bus.filter(closed, bufsize=100).queue


def call(interface, member, signature=None, body=()):
    address = DBusAddress("/org/freedesktop/Notifications", bus_name=NAME, interface=interface)
    return bus.send_and_get_reply(new_method_call(address, member, signature, body)).body


def notify(title, hints=None, replaces=0):
    body = ("test", replaces, "", title, "text", ["yes", "Yes"], hints or {}, 0)
    return call(NAME, "Notify", "susssasa{sv}i", body)[0]


def signals():
    """The numbers that are reported as closed, with the reason, until two seconds bring none."""
    numbers = []
    while True:
        try:
            numbers.append(bus.recv_until_filtered(reports, timeout=2).body)
        except TimeoutError:
            return numbers


def run(name, first, second):
    ids = [first()]
    ids.append(second(ids[0]))
    names = {ids[0]: "first", ids[1]: "second"} if ids[0] != ids[1] else {ids[0]: "both"}
    steps = [[f"{names[number]} {reason}" for number, reason in signals()]]
    call(NAME, "CloseNotification", "u", (ids[0],))
    steps.append([f"{names[number]} {reason}" for number, reason in signals()])
    call("org.dunstproject.cmd0", "NotificationCloseAll")
    steps.append([f"{names[number]} {reason}" for number, reason in signals()])
    print(name + ":", ", ".join("+".join(step) or "none" for step in steps))


try:
    print(*call(NAME, "GetServerInformation")[::2])
    print("closed at once, by the sender for the first, by the person:")
    run("different", lambda: notify("One"), lambda first: notify("Two"))
    run("equal", lambda: notify("Same"), lambda first: notify("Same"))
    tag = {"x-dunst-stack-tag": ("s", "volume")}
    run("tagged", lambda: notify("40 %", tag), lambda first: notify("50 %", tag))
    run("replaced", lambda: notify("Old"), lambda first: notify("New", replaces=first))
finally:
    for process in [server, screen]:
        process.terminate()
        process.wait()
PYTHON
seen=$(PYTHONPATH=$folder/packages HOME=$folder timeout 100 dbus-run-session -- \
  python3 "$folder/send.py" "$folder" 2>"$folder/errors") || { cat "$folder/errors" >&2; exit 1; }
echo "$seen"
[ "$seen" = "dunst 1.9.0 (2022-06-27)
closed at once, by the sender for the first, by the person:
different: none, first 3, second 2
equal: first 1, none, second 2
tagged: first 1, none, second 2
replaced: none, both 3, none" ]
