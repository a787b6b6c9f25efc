#!/usr/bin/env bash
# pywebpush 2.5.0: with one dictionary of claims only the push service of the first subscription takes the messages.
#
# Expected of webpush(subscription, text, vapid_claims=CLAIMS) in a loop over subscriptions, with a constant that names
# the sender: each push service gets a token of its own. Seen in 2.5.0: the address of the service ("aud") is written
# into the caller's dictionary at the first call and taken from there ever after. So all whose browser has the service
# of the first one get the message, and every other service is shown a token that is for somebody else, which RFC 8292
# tells it to refuse (403). Which browsers work depends on who came first after the start of the program; with two
# subscriptions of one browser a test sees nothing, and who forgets a subscription at 403 loses good ones. The document
# says that the dictionary is changed, and not what follows. Pass dict(CLAIMS) each time.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore \
  --target "$folder/packages" pywebpush==2.5.0 py-vapid==1.9.6
cat >"$folder/push.py" <<'PYTHON'
import base64
import http.server
import json
import os
import threading

import requests
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid
from pywebpush import WebPushException, webpush


class PushService(http.server.BaseHTTPRequestHandler):
    """Takes a message whose token is for this service, as RFC 8292 says."""

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        token = self.headers["Authorization"].split("t=")[1].split(",")[0]
        claims = json.loads(base64.urlsafe_b64decode(token.split(".")[1] + "=="))
        self.send_response(201 if claims["aud"] == address(self.server) else 403)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *arguments):
        pass


def address(server):
    return "http://127.0.0.1:%d" % server.server_address[1]


def url_base64(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


services = {}
for name in ["first", "second"]:
    services[name] = http.server.ThreadingHTTPServer(("127.0.0.1", 0), PushService)
    threading.Thread(target=services[name].serve_forever, daemon=True).start()
browser = ec.generate_private_key(ec.SECP256R1()).public_key().public_bytes(
    serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
sender = Vapid()
sender.generate_keys()
session = requests.Session()
session.trust_env = False


def push(name, claims):
    subscription = {"endpoint": address(services[name]) + "/1",
                    "keys": {"p256dh": url_base64(browser), "auth": url_base64(os.urandom(16))}}
    try:
        response = webpush(subscription, "Disk full", vapid_private_key=sender, vapid_claims=claims,
                           requests_session=session)
        return response.status_code
    except WebPushException as error:
        return error.response.status_code


claims = {"sub": "mailto:sender@example.org"}
print("one dictionary:", *(f"{name} {push(name, claims)}" for name in ["first", "second", "first", "second"]))
print("left in it:", *claims)
claims = {"sub": "mailto:sender@example.org"}
print("the other way round:", *(f"{name} {push(name, claims)}" for name in ["second", "first"]))
claims = {"sub": "mailto:sender@example.org"}
print("a copy each time:", *(f"{name} {push(name, dict(claims))}" for name in ["first", "second"]))
PYTHON
seen=$(PYTHONPATH=$folder/packages timeout 60 python3 "$folder/push.py")
echo "$seen"
[ "$seen" = "one dictionary: first 201 second 403 first 201 second 403
left in it: sub aud exp
the other way round: second 201 first 403
a copy each time: first 201 second 201" ]
