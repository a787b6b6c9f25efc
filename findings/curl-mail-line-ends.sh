#!/usr/bin/env bash
# curl 7.88.1: a mail with line feeds goes out by SMTP as it is, and its dots are not doubled.
#
# Expected of an SMTP client with 'curl smtp://... --upload-file mail.txt': lines end in CR LF on the wire, as RFC 5321
# demands and as s-nail and swaks make them, and a dot at the beginning of a line is doubled. Seen in 7.88.1
# (Debian 12): the bytes of the file go out as they are, and only a dot behind CR LF is doubled, so that "." and ".one"
# stay as they were. A server that takes a line feed for the end of a line, as many do, reads ".one" as "one"; a
# strict one refuses the mail. With --crlf all is right, but for a file that has CR LF already: its lines
# end in CR CR LF. So the one command does not fit both kinds of files.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

for package in curl libcurl4; do
  (cd "$folder" && apt-get download "$package=7.88.1-10+deb12u15" >/dev/null 2>&1 &&
    dpkg-deb -x "$package"_*.deb root) ||
    { echo "cannot download $package 7.88.1-10+deb12u15" >&2; exit 1; }
done
cat >"$folder/send.py" <<'PYTHON'
import os
import re
import socket
import subprocess
import sys
import threading

program, library = sys.argv[1:]
listener = socket.create_server(("127.0.0.1", 0))
address = "smtp://127.0.0.1:%d" % listener.getsockname()[1]
contents = []


def serve():
    """Takes mails up to CR LF, a dot, CR LF; keeps the bytes as they came."""
    while True:
        connection = listener.accept()[0]
        with connection, connection.makefile("rb") as input:
            connection.sendall(b"220 test\r\n")
            for line in input:
                connection.sendall(b"354 go\r\n" if line == b"DATA\r\n" else b"250 ok\r\n")
                if line == b"DATA\r\n":
                    content = b""
                    while not content.endswith(b"\r\n.\r\n"):
                        content += input.read(1)
                    contents.append(content)
                    connection.sendall(b"250 stored\r\n")


threading.Thread(target=serve, daemon=True).start()


def send(name, mail, *options):
    subprocess.run(
        [program, "--silent", "--disable", "--noproxy", "*", address, "--mail-from", "a@example.org",
         "--mail-rcpt", "b@example.org", "--upload-file", "-", *options],
        input=mail, check=True, timeout=30, env=os.environ | {"LD_LIBRARY_PATH": library})
    print(f"{name}: {contents.pop()!r}")


mail = b"Subject: x\n\n.\n.one\ntwo\n"
send("line feeds", mail)
send("line feeds, --crlf", mail, "--crlf")
send("CR LF", mail.replace(b"\n", b"\r\n"))
send("CR LF, --crlf", mail.replace(b"\n", b"\r\n"), "--crlf")
PYTHON
library=$(find "$folder/root" -name 'libcurl.so.4' -printf '%h')
seen=$(LD_LIBRARY_PATH=$library "$folder/root/usr/bin/curl" --version | head -n 1 | cut -d ' ' -f 1-2
  timeout 60 python3 "$folder/send.py" "$folder/root/usr/bin/curl" "$library")
echo "$seen"
[ "$seen" = "curl 7.88.1
line feeds: b'Subject: x\n\n.\n.one\ntwo\n\r\n.\r\n'
line feeds, --crlf: b'Subject: x\r\n\r\n..\r\n..one\r\ntwo\r\n.\r\n'
CR LF: b'Subject: x\r\n\r\n..\r\n..one\r\ntwo\r\n.\r\n'
CR LF, --crlf: b'Subject: x\r\r\n\r\r\n..\r\r\n..one\r\r\ntwo\r\r\n.\r\n'" ]
