#!/usr/bin/env bash
# logger 2.38.1: of a long text in quotes all after 1024 bytes is lost, with success; without quotes it is whole.
#
# Expected of 'logger -t backup "$text"' with 2700 letters: the text as one message, or in several as with a file that
# is piped in, or an error. Seen in 2.38.1 (Debian 12): one message with the first 1024 bytes, exit status 0, and not a
# word; a letter that lies across the limit is cut in two, so that the message is no UTF-8. Without quotes, as one
# should not write it, the words go out in three messages and nothing is lost; the same for standard input and --file.
# The manual page has the limit at --size, as one of the whole message with its header, which it is not, and says
# nothing of what is longer. So an alert with a list of hosts or a trace loses its end, and a receiver sees no sign but
# the even number. Give --size, or use a pipe.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

(cd "$folder" && apt-get download bsdutils=1:2.38.1-5+deb12u3 >/dev/null 2>&1 && dpkg-deb -x bsdutils_*.deb root) ||
  { echo "cannot download bsdutils 1:2.38.1-5+deb12u3" >&2; exit 1; }
cat >"$folder/log.py" <<'PYTHON'
import os
import socket
import subprocess
import sys

program, folder = sys.argv[1:]
receiver = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
receiver.bind(folder + "/socket")
receiver.setblocking(False)
TEXT = "full: " + " ".join(f"host{number}" for number in range(350))
UMLAUTS = "x" + "ä" * 1000
with open(folder + "/text", "w") as file:
    file.write(TEXT + "\n")


def log(name, text, *arguments, **input):
    """Logs, and prints what the receiver has then: a datagram is there when the program has ended."""
    done = subprocess.run([program, "--socket", folder + "/socket", "--tag", "backup", *arguments],
                          capture_output=True, timeout=20, **input)
    parts = []
    while True:
        try:
            parts.append(receiver.recv(65536).split(b" backup: ", 1)[1])
        except BlockingIOError:
            break
    try:
        joined = b"".join(parts).decode()
        outcome = "all" if joined.replace(" ", "") == text.replace(" ", "") else "the beginning"
    except UnicodeDecodeError:
        outcome = "no UTF-8"
    said = done.stderr.decode().strip() or "nothing said"
    print(f"{name}: {outcome} of {len(text.encode())} bytes in {' + '.join(str(len(part)) for part in parts)},",
          f"status {done.returncode}, {said}")


log("in quotes", TEXT, TEXT)
log("in quotes, umlauts", UMLAUTS, UMLAUTS)
log("without quotes", TEXT, *TEXT.split())
log("piped", TEXT, input=TEXT.encode() + b"\n")
log("--file", TEXT, "--file", folder + "/text")
log("--size 4k", TEXT, "--size", "4k", TEXT)
PYTHON
seen=$(python3 "$folder/log.py" "$folder/root/usr/bin/logger" "$folder")
echo "$seen"
[ "$seen" = "in quotes: the beginning of 2695 bytes in 1024, status 0, nothing said
in quotes, umlauts: no UTF-8 of 2001 bytes in 1024, status 0, nothing said
without quotes: all of 2695 bytes in 1023 + 1023 + 647, status 0, nothing said
piped: all of 2695 bytes in 1024 + 1024 + 647, status 0, nothing said
--file: all of 2695 bytes in 1024 + 1024 + 647, status 0, nothing said
--size 4k: all of 2695 bytes in 2695, status 0, nothing said" ]
