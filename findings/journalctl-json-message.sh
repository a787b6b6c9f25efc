#!/usr/bin/env bash
# journalctl -o json (systemd 252): MESSAGE is a text, a list of numbers, a list of texts, or null.
#
# Expected: MESSAGE is a string; what cannot stand in JSON is escaped, as JSON can do for ESC and CR.
# Seen in 252 (Debian 12): a line with a colour (ESC) or a carriage return (a progress bar) is a list of byte
# values, a line of 5000 bytes is null (the manual page gives 4096 as the limit), with exit status 0 and no
# word, and a field that an entry has twice is a list of texts. With --all the long line is there, and the
# colour is still a list of numbers. A program that reads .MESSAGE as a string loses just these lines.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

for package in systemd=252.39-1~deb12u2 libsystemd-shared=252.39-1~deb12u2 systemd-journal-remote=252.39-1~deb12u2 \
  libmicrohttpd12=0.9.75-6; do
  (cd "$folder" && apt-get download "$package" >/dev/null 2>&1 && dpkg-deb -x "${package%%=*}"_*.deb root) ||
    { echo "cannot download $package" >&2; exit 1; }
done
LD_LIBRARY_PATH=$(find "$folder/root" \( -name 'libsystemd-shared-*.so' -o -name 'libmicrohttpd.so.12' \) -printf '%h:')
export LD_LIBRARY_PATH

# Entries in the journal's export format, made to a journal file.
python3 - >"$folder/entries" <<'PYTHON'
import struct
import sys

boot = "3c5d7e9f1a2b4c6d8e0f1a2b3c4d5e6f"
entries = [["plain"], ["\x1b[31mred\x1b[0m"], ["50%\r60%"], ["x" * 5000], ["one", "two"], ["Grün\n\tend"]]
for number, messages in enumerate(entries, 1):
    print(f"__CURSOR=s={boot};i={number:x};b={boot};m={number:x};t={1795860000000000 + number:x};x={number:x}")
    print(f"__REALTIME_TIMESTAMP={1795860000000000 + number}\n__MONOTONIC_TIMESTAMP={number}\n_BOOT_ID={boot}")
    for message in messages:
        sys.stdout.flush()
        message = message.encode()
        sys.stdout.buffer.write(b"MESSAGE\n" + struct.pack("<Q", len(message)) + message + b"\n")
        sys.stdout.buffer.flush()
    print()
PYTHON
"$folder/root/lib/systemd/systemd-journal-remote" -o "$folder/entries.journal" "$folder/entries" >/dev/null 2>&1
messages() {
  "$folder/root/bin/journalctl" --file "$folder/entries.journal" -o json --output-fields=MESSAGE "$@" | python3 -c '
import json, sys
for line in sys.stdin:
    message = json.dumps(json.loads(line)["MESSAGE"], ensure_ascii=False)
    print(message if len(message) < 60 else f"a text of {len(message) - 2}")'
}
seen=$("$folder/root/bin/journalctl" --version | head -n 1 | cut -d ' ' -f 1-2
  messages
  echo --all
  messages --all | sed -n '2p;4p')
echo "$seen"
[ "$seen" = 'systemd 252
"plain"
[27, 91, 51, 49, 109, 114, 101, 100, 27, 91, 48, 109]
[53, 48, 37, 13, 54, 48, 37]
null
["one", "two"]
"Grün\n\tend"
--all
[27, 91, 51, 49, 109, 114, 101, 100, 27, 91, 48, 109]
a text of 5000' ]
