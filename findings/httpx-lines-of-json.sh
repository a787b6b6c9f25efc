#!/usr/bin/env bash
# httpx 0.28.1, requests 2.34.2: iter_lines cuts a line of JSON in two at a character inside of a text.
#
# Expected of iter_lines() on a stream of JSON lines, the form of many servers that push: one line for each line feed,
# as JSON never holds one inside of a text. Seen: httpx decodes first and splits as Python's str.splitlines does, so
# that U+2028, U+2029 and U+0085 end a line, too, which JSON may hold as they are and copied text brings along. Both
# halves are no JSON; a reader that passes over bad lines loses the message, and one that does not ends. iter_lines() of
# requests splits bytes and is right, and does the same with decode_unicode=True; aiohttp and urllib are right, and
# httpx-sse 0.4.3 has a way of its own and is right as well. JavaScript and jq write these letters as they are, Python's
# json.dumps escapes them, so that a test in Python alone does not see it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore \
  --target "$folder/packages" httpx==0.28.1 requests==2.34.2 aiohttp==3.14.5 httpx-sse==0.4.3
cat >"$folder/lines.py" <<'PYTHON'
import asyncio
import http.server
import json
import threading
import urllib.request

import aiohttp
import httpx
import httpx_sse
import requests

TEXTS = ["one line", "two\nlines", "from a phone\u2028next", "paragraph\u2029next", "old\u0085next"]
LINES = "".join(json.dumps({"message": text}, ensure_ascii=False) + "\n" for text in TEXTS)
EVENTS = "".join(f"data: {line}\n\n" for line in LINES.split("\n")[:-1])


class Server(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        name, text = ("event-stream", EVENTS) if self.path == "/events" else ("x-ndjson", LINES)
        body = text.encode()
        self.send_response(200)
        self.send_header("Content-Type", ("text/" if name == "event-stream" else "application/") + name)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()
address = f"http://127.0.0.1:{server.server_address[1]}/"


def tell(name, lines):
    good = []
    lines = [line for line in lines if line.strip()]
    for line in lines:
        try:
            good.append(json.loads(line)["message"])
        except ValueError:
            pass
    print(f"{name}: {len(TEXTS)} messages in {len(lines)} lines, {sum(text in good for text in TEXTS)} read")


with httpx.Client(trust_env=False) as client:
    with client.stream("GET", address) as response:
        tell("httpx iter_lines", list(response.iter_lines()))
    with httpx_sse.connect_sse(client, "GET", address + "events") as source:
        tell("httpx-sse", [event.data for event in source.iter_sse()])
session = requests.Session()
session.trust_env = False
for options in [{}, {"decode_unicode": True}]:
    response = session.get(address, stream=True)
    response.encoding = "utf-8"
    tell(f"requests iter_lines {options or ''}".strip(), list(response.iter_lines(**options)))


async def lines():
    async with aiohttp.ClientSession() as session:
        async with session.get(address) as response:
            return [line async for line in response.content]

tell("aiohttp content", asyncio.run(lines()))
opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
tell("urllib", list(opener.open(address)))
PYTHON
seen=$(PYTHONPATH=$folder/packages timeout 60 python3 "$folder/lines.py")
echo "$seen"
[ "$seen" = "httpx iter_lines: 5 messages in 8 lines, 2 read
httpx-sse: 5 messages in 5 lines, 5 read
requests iter_lines: 5 messages in 5 lines, 5 read
requests iter_lines {'decode_unicode': True}: 5 messages in 8 lines, 2 read
aiohttp content: 5 messages in 5 lines, 5 read
urllib: 5 messages in 5 lines, 5 read" ]
