#!/usr/bin/env bash
# notify-send 0.8.1: backslashes in the body are read as escapes of C, those in the title are not.
#
# Expected: an argument of the command line is the text, as the manual page names no escapes; what the shell
# left in it arrives. Seen in 0.8.1 (Debian 12): in the body "\n" and "\t" become a line end and a tab,
# "\101" becomes "A", and a backslash before any other letter vanishes, so that a path of Windows or a regular
# expression arrives as another text; in the title all stays. A script that hands on a text it was given has
# to double the backslashes of the body, and only there.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

command -v dbus-run-session >/dev/null || { echo "missing: dbus-run-session" >&2; exit 1; }
for package in libnotify-bin libnotify4; do
  (cd "$folder" && apt-get download "$package=0.8.1-1" >/dev/null 2>&1 && dpkg-deb -x "$package"_*.deb root) ||
    { echo "cannot download $package 0.8.1-1" >&2; exit 1; }
done
LD_LIBRARY_PATH=$(find "$folder/root" -name libnotify.so.4 -printf '%h')
python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore --no-deps \
  --target "$folder/packages" jeepney==0.9.0
cat >"$folder/receive.py" <<'PYTHON'
import subprocess
import sys

from jeepney import HeaderFields, MessageType, new_method_return
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import open_dbus_connection

bus = open_dbus_connection("SESSION")
bus.send_and_get_reply(message_bus.RequestName("org.freedesktop.Notifications"))


def received(command):
    """Runs a program that sends one notification, as the server of notifications, and returns that."""
    sender = subprocess.Popen(command)
    notification = None
    while notification is None:
        message = bus.receive(timeout=30)
        if message.header.message_type != MessageType.method_call:
            continue
        member = message.header.fields[HeaderFields.member]
        if member == "GetCapabilities":
            bus.send(new_method_return(message, "as", (["body"],)))
        elif member == "GetServerInformation":
            bus.send(new_method_return(message, "ssss", ("stand-in", "none", "1", "1.2")))
        elif member == "Notify":
            notification = message.body
            bus.send(new_method_return(message, "u", (1,)))
    sender.wait()
    return notification


text = r"C:\temp\new \d+ \101 \\"
notification = received([sys.argv[1], text, text])
print("title:", notification[3].encode())
print("body:", notification[4].encode())
PYTHON
seen=$(PYTHONPATH=$folder/packages LD_LIBRARY_PATH=$LD_LIBRARY_PATH timeout 60 dbus-run-session -- \
  python3 "$folder/receive.py" "$folder/root/usr/bin/notify-send" 2>"$folder/errors") ||
  { cat "$folder/errors" >&2; exit 1; }
echo "$seen"
[ "$seen" = 'title: b'"'"'C:\\temp\\new \\d+ \\101 \\\\'"'"'
body: b'"'"'C:\temp\new d+ A \\'"'" ]
