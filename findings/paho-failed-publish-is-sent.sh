#!/usr/bin/env bash
# paho-mqtt 2.2.0: a publish that fails with "not connected" is sent all the same when the connection is back.
#
# Expected of publish(topic, text, qos=1) without a connection: as its result has an error (rc 4), and wait_for_publish
# raises "Message publish failed", the message is not sent, and the caller may try again later or take another way.
# Seen in 2.2.0: the message is kept, and goes out at the next connect, up to hours late. A caller that tries three
# times sends it three times, and one that tells a person in another way tells him twice; after it was delivered,
# is_published() of the old result still raises. With qos=0 the same error is true: the message is gone. The result has
# no word of which it is. Where a late message is worse than none, look at is_connected() before, or use qos=0; with
# qos=1, take rc 4 for "will be sent", unless the program ends first.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

for package in mosquitto=2.0.11-1.2+deb12u2 libwrap0=7.6.q-32 libdlt2=2.18.8-6; do
  (cd "$folder" && apt-get download "$package" >/dev/null 2>&1 && dpkg-deb -x "${package%%=*}"_*.deb root) ||
    { echo "cannot download $package" >&2; exit 1; }
done
python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore --no-deps \
  --target "$folder/packages" paho-mqtt==2.2.0
cat >"$folder/publish.py" <<'PYTHON'
import importlib.metadata
import os
import queue
import socket
import subprocess
import sys
import threading
import time

import paho.mqtt.client as mqtt

folder = sys.argv[1]
with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    port = free.getsockname()[1]


class Client:
    def __init__(self, name):
        self.client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2, name)
        self.connected, self.subscribed = threading.Event(), threading.Event()
        self.client.on_connect = lambda *_: self.connected.set()
        self.client.on_subscribe = lambda *_: self.subscribed.set()

    def come(self):
        self.connected.clear()
        end = time.monotonic() + 20
        while True:
            try:
                self.client.connect("127.0.0.1", port)
                break
            except OSError:
                if time.monotonic() > end:
                    sys.exit("no server in 20 seconds")
                time.sleep(0.05)
        self.client.loop_start()
        assert self.connected.wait(10)

    def go(self):
        self.client.disconnect()
        self.client.loop_stop()


def outcome(action):
    try:
        return action()
    except RuntimeError as error:
        return type(error).__name__


def publish(client, text, qos):
    result = client.publish("alerts", text, qos)
    print(f"{text}: rc {result.rc}, waiting: {outcome(lambda: result.wait_for_publish(1))}")
    return result


def told():
    """What came before a message that is sent now."""
    sender.client.publish("alerts", "end", 1).wait_for_publish(10)
    texts = []
    while (text := alerts.get(timeout=10)) != "end":
        texts.append(text)
    return ", ".join(texts) or "nothing"


with open(folder + "/settings", "w") as file:
    file.write(f"listener {port} 127.0.0.1\nallow_anonymous true\nuser root\n")
server = subprocess.Popen(
    [folder + "/root/usr/sbin/mosquitto", "-c", folder + "/settings"], stderr=subprocess.DEVNULL,
    env=os.environ | {"LD_LIBRARY_PATH": folder + "/root/usr/lib/x86_64-linux-gnu"})
try:
    print("paho-mqtt", importlib.metadata.version("paho-mqtt"))
    alerts = queue.Queue()
    reader, sender = Client("reader"), Client("sender")
    reader.client.on_message = lambda _client, _data, message: alerts.put(message.payload.decode())
    reader.come()
    reader.client.subscribe("alerts", 1)
    assert reader.subscribed.wait(10)

    publish(sender.client, "before the first connect, qos 0", 0)
    publish(sender.client, "before the first connect, qos 1", 1)
    sender.come()
    print("told:", told())
    sender.go()
    for _ in range(3):
        last = publish(sender.client, "try while down, qos 1", 1)
    publish(sender.client, "try while down, qos 0", 0)
    sender.come()
    print("told:", told())
    print("is it published?", outcome(last.is_published))
    sender.go()
    reader.go()
finally:
    server.terminate()
    server.wait()
PYTHON
seen=$(PYTHONPATH=$folder/packages timeout 90 python3 "$folder/publish.py" "$folder")
echo "$seen"
try='try while down, qos 1'
[ "$seen" = "paho-mqtt 2.2.0
before the first connect, qos 0: rc 4, waiting: RuntimeError
before the first connect, qos 1: rc 4, waiting: RuntimeError
told: before the first connect, qos 1
$try: rc 4, waiting: RuntimeError
$try: rc 4, waiting: RuntimeError
$try: rc 4, waiting: RuntimeError
try while down, qos 0: rc 4, waiting: RuntimeError
told: $try, $try, $try
is it published? RuntimeError" ]
