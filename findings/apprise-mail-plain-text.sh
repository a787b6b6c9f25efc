#!/usr/bin/env bash
# apprise 2.3.0: the plain part of a mail has lost its line breaks and what stands in angle brackets.
#
# Expected: a text handed to notify() without a format arrives as it was given, at least in the part of the
# mail that is text/plain. Seen by mailto://: the mail has a plain and an HTML part; the plain one is one
# line without "<ann>", and the HTML one has the text as it was, not escaped, so that a browser hides "<ann>"
# as well. With body_format given as text (the command line of apprise does that) there is one plain part,
# and it is whole.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore \
  --target "$folder/packages" apprise==2.3.0 aiosmtpd==1.4.6
cat >"$folder/send.py" <<'PYTHON'
import email
import email.policy

import apprise
from aiosmtpd.controller import Controller

mails = []


class Sink:
    async def handle_DATA(self, server, session, envelope):
        mails.append(email.message_from_bytes(envelope.content, policy=email.policy.default))
        return "250 stored"


class AnyPort(Controller):
    def _trigger_server(self):
        self.port = self.server.sockets[0].getsockname()[1]
        super()._trigger_server()


sink = AnyPort(Sink(), hostname="127.0.0.1", port=0)
sink.start()
for format in [None, apprise.NotifyFormat.TEXT]:
    sender = apprise.Apprise()
    sender.add(f"mailto://127.0.0.1:{sink.port}/?from=a@example.org&to=b@example.org")
    assert sender.notify(title="Build", body="one\ntwo <ann>\nthree", body_format=format)
    for part in mails.pop().walk():
        if not part.is_multipart():
            print(format, part.get_content_type(), repr(part.get_content().strip()))
sink.stop()
PYTHON
seen=$(PYTHONPATH=$folder/packages timeout 60 python3 "$folder/send.py")
echo "$seen"
[ "$seen" = "None text/plain 'one two  three'
None text/html 'one\r\ntwo <ann>\r\nthree'
NotifyFormat.TEXT text/plain 'one\r\ntwo <ann>\r\nthree'" ]
