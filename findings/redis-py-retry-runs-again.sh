#!/usr/bin/env bash
# redis-py 8.1.0: one xadd whose answers are lost adds the message eleven times, and lpop takes eleven and returns none.
#
# Expected of redis.Redis(host) when a connection ends after the server has run a command and before its answer comes (a
# proxy or a failover that closes connections): an error, so that the caller decides, as for a command that changes
# something nobody knows whether it was run; at most one try more. Seen in 8.1.0 with redis-server 7.0.15: each command
# is sent again on a new connection, ten times in five seconds, and then the error comes. incr counts eleven, xadd adds
# eleven messages, lpop takes eleven of a queue and none of them is seen by anyone; where the second answer gets
# through, the call has success, and the message is there twice. A pipeline in a transaction is run again as well. In
# 5.2.1 the same call ran once and failed. Redis(..., retry=Retry(NoBackoff(), 0)) is as before; commands that may run
# twice, such as set, need no such care.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

for package in redis-tools=5:7.0.15-1~deb12u10 liblzf1=3.6-3 libjemalloc2=5.3.0-1 libatomic1=12.2.0-14+deb12u1; do
  (cd "$folder" && apt-get download "$package" >/dev/null 2>&1 && dpkg-deb -x "${package%%=*}"_*.deb root) ||
    { echo "cannot download $package" >&2; exit 1; }
done
for version in 8.1.0 5.2.1; do
  python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore --no-deps \
    --target "$folder/$version" "redis==$version" async-timeout==5.0.1
done
cat >"$folder/retry.py" <<'PYTHON'
import os
import socket
import subprocess
import sys
import threading
import time

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

folder = sys.argv[1]
ends_after, losses = b"", 0


def pass_on(client):
    """Passes commands to the server and answers back, and ends instead of the answer to the command under test."""
    global losses
    client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    with client, socket.socket(socket.AF_UNIX) as server:
        server.connect(folder + "/socket")
        try:
            while command := client.recv(65536):
                server.sendall(command)
                answer = server.recv(65536)
                if losses and ends_after in command:
                    losses -= 1
                    return
                client.sendall(answer)
        except OSError:
            pass


def accept(listener):
    while True:
        threading.Thread(target=pass_on, args=(listener.accept()[0],), daemon=True).start()


def run(name, call, lost, **settings):
    """Calls with a client of its own, while the first answers to the command are lost."""
    global ends_after, losses
    ends_after, losses = name.encode(), lost
    try:
        outcome = call(redis.Redis(port=port, **settings))
        return "success" if name in ["XADD", "EXEC"] else outcome
    except redis.ConnectionError:
        return "error"


def transaction(client):
    with client.pipeline() as pipeline:
        return pipeline.xadd("transaction", {"text": "disk full"}).execute()


server = subprocess.Popen(
    ["redis-server", "--port", "0", "--unixsocket", folder + "/socket", "--save", "", "--dir", folder],
    executable=folder + "/root/usr/bin/redis-check-rdb", stdout=subprocess.DEVNULL,
    env=os.environ | {"LD_LIBRARY_PATH": folder + "/root/usr/lib/x86_64-linux-gnu"})
try:
    direct = redis.Redis(unix_socket_path=folder + "/socket", retry=Retry(NoBackoff(), 0))
    for _ in range(200):
        try:
            direct.ping()
            break
        except redis.ConnectionError:
            time.sleep(0.05)
    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    threading.Thread(target=accept, args=(listener,), daemon=True).start()
    direct.rpush("queue", *range(100))

    def alert(client):
        return client.xadd("alerts", {"text": "disk full"})

    print(redis.__version__)
    print("xadd:", run("XADD", alert, 100), "with", direct.xlen("alerts"), "messages")
    direct.delete("alerts")
    print("one answer lost:", run("XADD", alert, 1), "with", direct.xlen("alerts"), "messages")
    print("incr:", run("INCR", lambda client: client.incr("unread"), 100), "at", int(direct.get("unread")))
    print("lpop:", run("LPOP", lambda client: client.lpop("queue"), 100), "with", direct.llen("queue"), "of 100 left")
    print("transaction:", run("EXEC", transaction, 100), "with", direct.xlen("transaction"), "messages")
    direct.delete("alerts")
    once = run("XADD", alert, 100, retry=Retry(NoBackoff(), 0))
    print("no retry:", once, "with", direct.xlen("alerts"), "messages")
finally:
    server.terminate()
    server.wait()
PYTHON
for version in 8.1.0 5.2.1; do
  PYTHONPATH=$folder/$version timeout 90 python3 "$folder/retry.py" "$folder"
done >"$folder/seen"
seen=$(cat "$folder/seen")
echo "$seen"
[ "$seen" = "8.1.0
xadd: error with 11 messages
one answer lost: success with 2 messages
incr: error at 11
lpop: error with 89 of 100 left
transaction: error with 11 messages
no retry: error with 1 messages
5.2.1
xadd: error with 1 messages
one answer lost: error with 1 messages
incr: error at 1
lpop: error with 99 of 100 left
transaction: error with 1 messages
no retry: error with 1 messages" ]
