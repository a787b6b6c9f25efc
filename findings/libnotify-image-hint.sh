#!/usr/bin/env bash
# libnotify 0.8.1: a process's first picture has the hint's oldest name, and its last row may be short.
#
# Expected with a server that says it follows version 1.2 of the specification: the picture is in the hint
# "image-data" (width, height, rowstride, alpha, bits, channels, bytes), and there are rowstride * height
# bytes, as a receiver checks before it draws. Seen in 0.8.1 (Debian 12) with gdk-pixbuf: a picture that is set
# before anything was shown goes out as "icon_data", as the server's version is not yet known then; the next
# ones of the same process are "image-data". 50 x 50 without alpha has rowstride 152 (150 rounded up to four)
# and 7598 bytes, not 7600: the last row ends with its last pixel. With alpha, or 48 wide, nothing is missing,
# so usual icons do not show it. A receiver has to ask for rowstride * (height - 1) + width * channels.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

command -v dbus-run-session >/dev/null || { echo "missing: dbus-run-session" >&2; exit 1; }
for package in libnotify4; do
  (cd "$folder" && apt-get download "$package=0.8.1-1" >/dev/null 2>&1 && dpkg-deb -x "$package"_*.deb root) ||
    { echo "cannot download $package 0.8.1-1" >&2; exit 1; }
done
LD_LIBRARY_PATH=$(find "$folder/root" -name libnotify.so.4 -printf '%h')
python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore --no-deps \
  --target "$folder/packages" jeepney==0.9.0
cat >"$folder/send.py" <<'PYTHON'
import ctypes
import sys

notify = ctypes.CDLL("libnotify.so.4")
pixbuf = ctypes.CDLL("libgdk_pixbuf-2.0.so.0")
pixbuf.gdk_pixbuf_new.restype = ctypes.c_void_p
pixbuf.gdk_pixbuf_fill.argtypes = [ctypes.c_void_p, ctypes.c_uint32]
notify.notify_notification_new.restype = ctypes.c_void_p
notify.notify_notification_new.argtypes = [ctypes.c_char_p] * 3
notify.notify_notification_set_image_from_pixbuf.argtypes = [ctypes.c_void_p] * 2
notify.notify_notification_show.argtypes = [ctypes.c_void_p] * 2
notify.notify_init(b"test")
for width, has_alpha in [(50, 0), (50, 0), (50, 1), (48, 0)]:
    picture = pixbuf.gdk_pixbuf_new(0, has_alpha, 8, width, width)
    pixbuf.gdk_pixbuf_fill(picture, 0x11223344)
    notification = notify.notify_notification_new(b"Title", None, None)
    notify.notify_notification_set_image_from_pixbuf(notification, picture)
    notify.notify_notification_show(notification, None)
PYTHON
cat >"$folder/receive.py" <<'PYTHON'
import subprocess
import sys

from jeepney import HeaderFields, MessageType, new_method_return
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import open_dbus_connection

bus = open_dbus_connection("SESSION")
bus.send_and_get_reply(message_bus.RequestName("org.freedesktop.Notifications"))


sender = subprocess.Popen([sys.executable, sys.argv[1]])
count = 0
while count < 4:
    message = bus.receive(timeout=30)
    if message.header.message_type != MessageType.method_call:
        continue
    member = message.header.fields[HeaderFields.member]
    if member == "GetCapabilities":
        bus.send(new_method_return(message, "as", (["body"],)))
    elif member == "GetServerInformation":
        bus.send(new_method_return(message, "ssss", ("stand-in", "none", "1", "1.2")))
    elif member == "Notify":
        count += 1
        bus.send(new_method_return(message, "u", (count,)))
        for name, (kind, value) in message.body[6].items():
            if kind == "(iiibiiay)":
                width, height, rowstride, has_alpha, bits, channels, data = value
                print(f"{name}: {width}x{height}, {channels} channels, rowstride {rowstride},",
                      f"{rowstride * height} - {len(data)} = {rowstride * height - len(data)}")
sender.wait()
PYTHON
seen=$(PYTHONPATH=$folder/packages LD_LIBRARY_PATH=$LD_LIBRARY_PATH timeout 60 dbus-run-session -- \
  python3 "$folder/receive.py" "$folder/send.py" 2>"$folder/errors") ||
  { cat "$folder/errors" >&2; exit 1; }
echo "$seen"
[ "$seen" = "icon_data: 50x50, 3 channels, rowstride 152, 7600 - 7598 = 2
image-data: 50x50, 3 channels, rowstride 152, 7600 - 7598 = 2
image-data: 50x50, 4 channels, rowstride 200, 10000 - 10000 = 0
image-data: 48x48, 3 channels, rowstride 144, 6912 - 6912 = 0" ]
