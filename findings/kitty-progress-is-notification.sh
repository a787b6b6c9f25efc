#!/usr/bin/env bash
# kitty 0.26.5: each step of a progress bar (OSC 9;4) is a notification whose title is "4;1;50".
#
# Expected of ESC ] 9;4;1;50 ESC \, by which a program tells a terminal that half of its work is done, as new releases
# of systemd do: the progress is shown on the window, or it is left out. Seen in 0.26.5 (Debian 12): OSC 9 is a
# notification there whatever follows, so that the desktop gets "4;1;10", "4;1;20" and so on, and "4;0" at the end, each
# with a number of its own, none in place of the one before. A build of a minute fills the screen, and an inbox that
# takes the desktop's notifications. A program has to know its terminal before it writes this, and an inbox may
# drop titles of the form "4;digit;number".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

for program in Xvfb dbus-run-session; do
  command -v "$program" >/dev/null || { echo "missing: $program" >&2; exit 1; }
done
for package in kitty=0.26.5-5+deb12u1 libb2-1=0.98.1-1.1 librsync2=2.3.2-1+b1; do
  (cd "$folder" && apt-get download "$package" >/dev/null 2>&1 && dpkg-deb -x "${package%%=*}"_*.deb root) ||
    { echo "cannot download $package" >&2; exit 1; }
done
LD_LIBRARY_PATH=$(find "$folder/root" -name librsync.so.2 -printf '%h')
export LD_LIBRARY_PATH
python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore --no-deps \
  --target "$folder/packages" jeepney==0.9.0
# What runs in the terminal; it waits for each notification before it writes the next.
cat >"$folder/work.py" <<'PYTHON'
import os
import sys
import time

folder = sys.argv[1]
for number, text in enumerate(["Build done", "4;1;50", "4;1;100", "4;0"], 1):
    os.write(1, b"\x1b]9;" + text.encode() + b"\x1b\\")
    end = time.monotonic() + 20
    while not os.path.exists(f"{folder}/{number}") and time.monotonic() < end:
        time.sleep(0.05)
PYTHON
cat >"$folder/receive.py" <<'PYTHON'
import os
import subprocess
import sys

from jeepney import HeaderFields, MessageType, new_method_return
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import open_dbus_connection

folder = sys.argv[1]
read, write = os.pipe()
display = subprocess.Popen(["Xvfb", "-displayfd", str(write), "-nolisten", "tcp", "-screen", "0", "800x600x24"],
                           pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
environment = os.environ | {"HOME": folder, "LC_ALL": "C.UTF-8", "LIBGL_ALWAYS_SOFTWARE": "1",
                            "DISPLAY": ":" + os.read(read, 10).decode().strip()}
bus = open_dbus_connection("SESSION")
bus.send_and_get_reply(message_bus.RequestName("org.freedesktop.Notifications"))
kitty = folder + "/root/usr/bin/kitty"
print(*subprocess.run([kitty, "--version"], capture_output=True, text=True, check=True).stdout.split()[:2])
terminal = subprocess.Popen([kitty, "--config", "NONE", sys.executable, folder + "/work.py", folder],
                            env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
try:
    count = 0
    while terminal.poll() is None:
        try:
            message = bus.receive(timeout=1)
        except TimeoutError:
            continue
        if message.header.message_type != MessageType.method_call:
            continue
        member = message.header.fields[HeaderFields.member]
        if member == "Notify":
            count += 1
            print(f"notification {count}: '{message.body[3]}' instead of {message.body[1] or 'none'}", flush=True)
            bus.send(new_method_return(message, "u", (count,)))
            open(f"{folder}/{count}", "w").close()
        elif member == "GetCapabilities":
            bus.send(new_method_return(message, "as", (["body"],)))
finally:
    for process in [terminal, display]:
        process.terminate()
        process.wait()
PYTHON
seen=$(PYTHONPATH=$folder/packages timeout -s INT 100 dbus-run-session -- \
  python3 "$folder/receive.py" "$folder" 2>"$folder/errors") || { cat "$folder/errors" >&2; exit 1; }
echo "$seen"
[ "$seen" = "kitty 0.26.5
notification 1: 'Build done' instead of none
notification 2: '4;1;50' instead of none
notification 3: '4;1;100' instead of none
notification 4: '4;0' instead of none" ]
