#!/usr/bin/env bash
# CloudEvents' Python SDK 2.2.0: an event whose data is a list goes on as text that is no JSON.
#
# Expected of a gateway that reads an event in binary mode (from_http_event) and hands it on in the same mode
# (to_binary_event), with content type application/json: the body says the same as before, whatever JSON value it is, as
# the specification allows any. Seen in 2.2.0: an object and a number do. A list and a truth value are written as Python
# prints them (['disk', 'full'], True), a text without its quotes, so that "12" is the number 12 behind the second
# gateway, and null and "" as no body at all. Reading takes what is no JSON for a text, so each call has success, and
# the content type says JSON all the way. Structured mode keeps all but null. A test with the usual object does not see
# it; a gateway should hand on the body as the bytes that it got, and a receiver keep a body that is no JSON.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore \
  --target "$folder/packages" cloudevents==2.2.0 python-dateutil==2.9.0.post0
cat >"$folder/forward.py" <<'PYTHON'
import json

from cloudevents.core.bindings.http import HTTPMessage, from_http_event, to_binary_event, to_structured_event

HEADERS = {"ce-specversion": "1.0", "ce-id": "1", "ce-type": "disk.full", "ce-source": "/host",
           "content-type": "application/json"}


def forward(body):
    message = to_binary_event(from_http_event(HTTPMessage(HEADERS, body)))
    assert message.headers["content-type"] == "application/json", message.headers
    return message.body


for body in [b'{"disk": "full"}', b'["disk", "full"]', b'12', b'true', b'"full"', b'"12"', b'""', b'null']:
    once = forward(body)
    structured = json.loads(to_structured_event(from_http_event(HTTPMessage(HEADERS, body))).body)
    try:
        outcome = "same" if json.loads(once) == json.loads(body) else "another value"
    except ValueError:
        outcome = "no JSON"
    print(body.decode(), "->", once.decode() or "nothing", f"({outcome}), structured",
          json.dumps(structured["data"]) if "data" in structured else "left out")
PYTHON
seen=$(PYTHONPATH=$folder/packages python3 "$folder/forward.py")
echo "$seen"
[ "$seen" = '{"disk": "full"} -> {"disk": "full"} (same), structured {"disk": "full"}
["disk", "full"] -> ['"'disk', 'full'"'] (no JSON), structured ["disk", "full"]
12 -> 12 (same), structured 12
true -> True (no JSON), structured true
"full" -> full (no JSON), structured "full"
"12" -> 12 (another value), structured "12"
"" -> nothing (no JSON), structured ""
null -> nothing (no JSON), structured left out' ]
