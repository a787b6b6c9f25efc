#!/usr/bin/env bash
# notify-send 0.8.1: when the server of notifications restarts, a waiting question takes the answer to another one.
#
# Expected of 'notify-send --action=yes=Yes "Delete?"', which waits for the person, when the server ends (an update, a
# change of its settings): it ends with an error, as nobody can answer any more, or after --expire-time, which its
# manual page calls the longest time of a wait. Seen in 0.8.1 (Debian 12): it waits on without a word, and
# --expire-time ends no wait, with a server or without. The new server counts its notifications from the beginning
# again; when one with the same number is answered and the signal goes to everyone (dunst 1.9.0 names a receiver), the
# old question prints that answer and ends with 0. A script has to set a limit of its own, as by timeout(1), and must
# not do what cannot be undone on such a "yes".
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
cat >"$folder/serve.py" <<'PYTHON'
import subprocess
import sys
import time

from jeepney import DBusAddress, HeaderFields, MessageType, new_method_return, new_signal
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import open_dbus_connection

NAME = "org.freedesktop.Notifications"


class Server:
    """A server of notifications that gives its first one the number 1."""
    def __init__(self):
        self.bus = open_dbus_connection("SESSION")
        self.bus.send_and_get_reply(message_bus.RequestName(NAME))

    def serve(self, until, seconds):
        """Answers calls up to one of a name, or for a number of seconds."""
        end = time.monotonic() + seconds
        while (rest := end - time.monotonic()) > 0:
            try:
                message = self.bus.receive(timeout=rest)
            except TimeoutError:
                return
            if message.header.message_type != MessageType.method_call:
                continue
            member = message.header.fields[HeaderFields.member]
            signature, values = {
                "GetCapabilities": ("as", (["body", "actions"],)), "Notify": ("u", (1,)),
                "GetServerInformation": ("ssss", ("test", "test", "1", "1.2"))}.get(member, (None, ()))
            self.bus.send(new_method_return(message, signature, values))
            if member == until:
                return

    def answer(self):
        """Tells that a person chose the action of number 1, and that the notification is closed."""
        address = DBusAddress("/org/freedesktop/Notifications", interface=NAME)
        self.bus.send(new_signal(address, "ActionInvoked", "us", (1, "yes")))
        self.bus.send(new_signal(address, "NotificationClosed", "uu", (1, 2)))
        self.serve(None, 2)

    def stop(self):
        self.bus.close()


def ask(question, *options):
    return subprocess.Popen([sys.argv[1], "--action=yes=Yes", *options, question], stdout=subprocess.PIPE, text=True)


def report(name, asker, seconds):
    try:
        output = asker.communicate(timeout=seconds)[0].strip()
        print(f"{name}: ended with {asker.returncode}, {output or 'no answer'}")
    except subprocess.TimeoutExpired:
        asker.kill()
        print(f"{name}: still waits; {asker.communicate()[0].strip() or 'no answer'}")


server = Server()
asker = ask("Delete?")
server.serve("Notify", 30)
server.answer()
report("same server", asker, 10)
asker = ask("Delete?", "--expire-time=1000")
server.serve(None, 4)
report("same server, --expire-time", asker, 1)
asker = ask("Delete?", "--expire-time=1000")
server.serve("Notify", 30)
server.stop()
report("no server, --expire-time", asker, 4)
server = Server()
asker = ask("Delete?")
server.serve("Notify", 30)
server.stop()
server = Server()
other = ask("Lunch?")
server.serve("Notify", 30)
server.answer()
report("other question to a new server", other, 10)
report("first question", asker, 10)
server.stop()
PYTHON
export LD_LIBRARY_PATH
seen=$("$folder/root/usr/bin/notify-send" --version | sed 's|.*/||'
  PYTHONPATH=$folder/packages timeout 100 dbus-run-session -- \
    python3 "$folder/serve.py" "$folder/root/usr/bin/notify-send" 2>"$folder/errors") ||
  { cat "$folder/errors" >&2; exit 1; }
echo "$seen"
[ "$seen" = "notify-send 0.8.1
same server: ended with 0, yes
same server, --expire-time: still waits; no answer
no server, --expire-time: still waits; no answer
other question to a new server: ended with 0, yes
first question: ended with 0, yes" ]
