#!/usr/bin/env bash
# mosquitto 2.0.11: of two readers who share a subscription, the one that is away still gets every second message.
#
# Expected of "$share/group/alerts" with two readers that keep their sessions, while one is away: the other one gets all
# messages, as a group of readers is there for; at the latest when the session of the first ends, as MQTT 5 says that a
# server should do then (4.8.2). Seen in 2.0.11 (Debian 12), with MQTT 5 and 3.1.1: the messages are dealt out to
# sessions, not to connections. Every second one waits for the absent reader, however long, and the publisher has its
# acknowledgement. When that session expires, what waited for it is gone, and only what comes afterwards goes to the
# other. So a second reader that was meant to make alerts safe loses half of them when it fails for good. Readers that
# share should end their sessions with their connections; then it is the time without any of them that loses.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

for package in mosquitto=2.0.11-1.2+deb12u2 libwrap0=7.6.q-32 libdlt2=2.18.8-6; do
  (cd "$folder" && apt-get download "$package" >/dev/null 2>&1 && dpkg-deb -x "${package%%=*}"_*.deb root) ||
    { echo "cannot download $package" >&2; exit 1; }
done
python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore --no-deps \
  --target "$folder/packages" paho-mqtt==2.1.0
cat >"$folder/share.py" <<'PYTHON'
import os
import socket
import subprocess
import sys
import threading
import time

import paho.mqtt.client as mqtt
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

folder = sys.argv[1]
with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    port = free.getsockname()[1]


class Reader:
    """A client that keeps its session and shares "alerts"; "mark" is its own, and shows that all before has come."""

    def __init__(self, name, version, group, expiry):
        self.group, self.expiry, self.alerts = group, expiry, []
        self.subscribed, self.marked = threading.Event(), threading.Event()
        options = {} if version == mqtt.MQTTv5 else {"clean_session": False}
        self.client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2, name, protocol=version, **options)
        self.client.on_message = self.take
        self.client.on_subscribe = lambda *_: self.subscribed.set()

    def take(self, _client, _data, message):
        if message.topic == "mark":
            self.marked.set()
        else:
            self.alerts.append(message.payload.decode())

    def come(self):
        options = {}
        if self.client.protocol == mqtt.MQTTv5:
            options = {"clean_start": False, "properties": Properties(PacketTypes.CONNECT)}
            options["properties"].SessionExpiryInterval = self.expiry
        self.subscribed.clear()
        self.client.connect("127.0.0.1", port, **options)
        self.client.loop_start()
        assert connected(self.client)
        self.client.subscribe([(f"$share/{self.group}/{self.group}", 1), ("mark", 1)])
        assert self.subscribed.wait(10)

    def go(self):
        self.client.disconnect()
        self.client.loop_stop()

    def all(self):
        """What came up to now."""
        self.marked.clear()
        publish("mark")
        assert self.marked.wait(10)
        alerts, self.alerts = self.alerts, []
        return " ".join(alerts) or "nothing"


def connected(client):
    end = time.monotonic() + 10
    while not client.is_connected() and time.monotonic() < end:
        time.sleep(0.02)
    return client.is_connected()


def publish(topic, text=""):
    publisher.publish(topic, text, qos=1).wait_for_publish(10)


def readers(version, group, expiry=600):
    here, away = Reader(group + "-here", version, group, 600), Reader(group + "-away", version, group, expiry)
    away.come()
    here.come()
    away.go()
    for number in range(6):
        publish(group, str(number))
    return here, away


with open(folder + "/settings", "w") as file:
    file.write(f"listener {port} 127.0.0.1\nallow_anonymous true\nuser root\n")
server = subprocess.Popen(
    [folder + "/root/usr/sbin/mosquitto", "-c", folder + "/settings"], stderr=subprocess.DEVNULL,
    env=os.environ | {"LD_LIBRARY_PATH": folder + "/root/usr/lib/x86_64-linux-gnu"})
try:
    publisher = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2, "publisher")
    end = time.monotonic() + 20
    while True:
        try:
            publisher.connect("127.0.0.1", port)
            break
        except OSError:
            if time.monotonic() > end:
                sys.exit("no server in 20 seconds")
            time.sleep(0.05)
    publisher.loop_start()
    assert connected(publisher)

    for name, version in [("MQTT 5", mqtt.MQTTv5), ("MQTT 3.1.1", mqtt.MQTTv311)]:
        here, away = readers(version, "kept" + str(int(version)))
        print(f"{name}: here {here.all()};", end=" ")
        away.come()
        print(f"back {away.all()}")
        here.go()
        away.go()

    here, away = readers(mqtt.MQTTv5, "expired", expiry=1)
    print(f"before the session expires: here {here.all()}")
    # Two in a row reach the reader that is here once the session of the other has expired.
    end = time.monotonic() + 30
    while True:
        publish("expired", "probe")
        publish("expired", "probe")
        if here.all() == "probe probe":
            break
        if time.monotonic() > end:
            sys.exit("the session has not expired in 30 seconds")
        time.sleep(0.2)
    for number in range(6, 10):
        publish("expired", str(number))
    print(f"after it: here {here.all()};", end=" ")
    away.come()
    print(f"back {away.all()}")
    here.go()
    away.go()
    publisher.disconnect()
    publisher.loop_stop()
finally:
    server.terminate()
    server.wait()
PYTHON
seen=$(PYTHONPATH=$folder/packages timeout 100 python3 "$folder/share.py" "$folder")
echo "$seen"
[ "$seen" = "MQTT 5: here 1 3 5; back 0 2 4
MQTT 3.1.1: here 1 3 5; back 0 2 4
before the session expires: here 1 3 5
after it: here 6 7 8 9; back nothing" ]
