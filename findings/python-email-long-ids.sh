#!/usr/bin/env bash
# Python's email 3.11: a mail that is parsed and written again has lost its thread, if the ids are long.
#
# Expected of message_from_bytes(..., policy=policy.default).as_bytes(): a valid header of one long word stays as it
# is, as it can be folded nowhere, and RFC 2047 allows encoded words in text, comments and names of people only. Seen
# in 3.11.2 (Debian 12): In-Reply-To, References and List-Unsubscribe with a word that does not fit in 78 letters are
# written as "=?utf-8?q?=3C...", in two pieces, which is no id and no address for a mail program; Message-ID stays
# whole, so a gateway or a notifier that hands mails on keeps the mails and cuts their threads, for long ids only.
# With refold_source="none" what was parsed goes out as it came; headers that a program sets need a policy
# with a greater max_line_length.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

for package in libpython3.11-minimal libpython3.11-stdlib; do
  (cd "$folder" && apt-get download "$package=3.11.2-6+deb12u9" >/dev/null 2>&1 &&
    dpkg-deb -x "$package"_*.deb root) ||
    { echo "cannot download $package 3.11.2-6+deb12u9" >&2; exit 1; }
done
mkdir "$folder/packages"
cp -R "$folder/root/usr/lib/python3.11/email" "$folder/packages"
cat >"$folder/write.py" <<'PYTHON'
import email
import re
from email.message import EmailMessage
from email.policy import default

ID = "<" + "x" * 64 + "@mail.example.org>"
NAMES = ["Message-ID", "In-Reply-To", "References"]
mail = "".join(f"{name}: {ID}\n" for name in NAMES) + f"List-Unsubscribe: <https://example.org/{'x' * 64}>\n\nHello\n"
made = {name: EmailMessage() for name in ["made", "made with long lines"]}
made["made with long lines"].policy = default.clone(max_line_length=998)
for message in made.values():
    for name in NAMES:
        message[name] = ID
parsed = {
    "parsed": email.message_from_string(mail, policy=default),
    "parsed with refold_source none": email.message_from_string(mail, policy=default.clone(refold_source="none"))}
for name, message in {**parsed, **made}.items():
    text = re.sub("x{10,}", "x..x", message.as_bytes().decode().split("\n\n")[0])
    print(name, *text.splitlines(), sep="\n")
PYTHON
seen=$(PYTHONPATH=$folder/packages python3 "$folder/write.py")
echo "$seen"
whole="Message-ID: <x..x@mail.example.org>
In-Reply-To: <x..x@mail.example.org>
References: <x..x@mail.example.org>"
cut="Message-ID: <x..x@mail.example.org>
In-Reply-To: =?utf-8?q?=3Cx..x?=
 =?utf-8?q?x..x=40mail=2Eexample=2Eorg=3E?=
References: =?utf-8?q?=3Cx..x?=
 =?utf-8?q?x..x=40mail=2Eexample=2Eorg=3E?="
[ "$seen" = "parsed
$cut
List-Unsubscribe: =?utf-8?q?=3Chttps=3A//example=2Eorg/x..x?=
 =?utf-8?q?x..x=3E?=
parsed with refold_source none
$whole
List-Unsubscribe: <https://example.org/x..x>
made
$cut
made with long lines
$whole" ]
