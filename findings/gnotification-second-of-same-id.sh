#!/usr/bin/env bash
# GLib 2.74.6: a GNotification that is sent twice with one id, or withdrawn, within a moment stays, with success.
#
# Expected of g_application_send_notification(app, "build", ...) and the same id again: the second one replaces the
# first, as the document says; and withdraw_notification right behind it closes it. Seen in 2.74.6 (Debian 12) with a
# server of org.freedesktop.Notifications: the number by which one is replaced and closed is in the server's answer, and
# nothing waits for that. Sent twice before it came, both are new ones; the last number alone is remembered, so that
# the first can never be closed. Withdrawn before it came, it is not closed. After the answer all works. A program that
# shows "running" and at once "done", or whose job ends in a blink, leaves both on the screen; it has to let
# the main loop run in between, or to wait with the first one until the job has taken a second.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

command -v dbus-run-session >/dev/null || { echo "missing: dbus-run-session" >&2; exit 1; }
python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore --no-deps \
  --target "$folder/packages" jeepney==0.9.0
cat >"$folder/send.py" <<'PYTHON'
import ctypes
import sys
import time

gio = ctypes.CDLL("libgio-2.0.so.0")
glib = ctypes.CDLL("libglib-2.0.so.0")
gio.g_application_new.restype = ctypes.c_void_p
gio.g_application_register.argtypes = [ctypes.c_void_p] * 3
gio.g_notification_new.restype = ctypes.c_void_p
gio.g_application_send_notification.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
gio.g_application_withdraw_notification.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
application = gio.g_application_new(b"org.example.Test", 0)
gio.g_application_register(application, None, None)


def send(id, title):
    gio.g_application_send_notification(application, id, gio.g_notification_new(title))


def withdraw(id):
    gio.g_application_withdraw_notification(application, id)


def loop():
    """Lets the main loop run until the answers are there."""
    end = time.monotonic() + 1
    while time.monotonic() < end:
        glib.g_main_context_iteration(None, False)
        time.sleep(0.01)


for id, step in [(b"slow", loop), (b"quick", lambda: None)]:
    send(id, id + b" running")
    step()
    send(id, id + b" done")
    loop()
    withdraw(id)
    loop()
send(b"blink", b"blink")
withdraw(b"blink")
loop()
PYTHON
cat >"$folder/receive.py" <<'PYTHON'
import ctypes
import subprocess
import sys

from jeepney import HeaderFields, MessageType, new_method_return
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import open_dbus_connection

version = [ctypes.c_uint.in_dll(ctypes.CDLL("libglib-2.0.so.0"), f"glib_{part}_version").value
           for part in ["major", "minor", "micro"]]
print("GLib", ".".join(map(str, version)))
bus = open_dbus_connection("SESSION")
bus.send_and_get_reply(message_bus.RequestName("org.freedesktop.Notifications"))
sender = subprocess.Popen([sys.executable, sys.argv[1]])
shown = {}
while True:
    try:
        message = bus.receive(timeout=0.2)
    except TimeoutError:
        if sender.poll() is not None:
            break
        continue
    if message.header.message_type != MessageType.method_call:
        continue
    member = message.header.fields[HeaderFields.member]
    if member == "Notify":
        number = message.body[1] or len(shown) + 1
        shown[number] = message.body[3]
        print("shown:", shown[number], "instead of", message.body[1] or "none")
        bus.send(new_method_return(message, "u", (number,)))
    elif member == "CloseNotification":
        print("closed:", shown[message.body[0]])
        bus.send(new_method_return(message))
PYTHON
seen=$(PYTHONPATH=$folder/packages timeout 60 dbus-run-session -- \
  python3 "$folder/receive.py" "$folder/send.py" 2>"$folder/errors") || { cat "$folder/errors" >&2; exit 1; }
echo "$seen"
[ "$seen" = "GLib 2.74.6
shown: slow running instead of none
shown: slow done instead of 1
closed: slow done
shown: quick running instead of none
shown: quick done instead of none
closed: quick done
shown: blink instead of none" ]
