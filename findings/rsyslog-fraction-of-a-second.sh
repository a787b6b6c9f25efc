#!/usr/bin/env bash
# rsyslog 8.2302: a time with more than six digits of a second is accepted, and written on with a byte that is none.
#
# Expected of "2026-07-01T12:00:00.1234567Z" (.NET writes seven digits, Go up to nine), a valid time by RFC 3339: it is
# kept, or cut to the six digits that RFC 5424 allows, or taken for no time, as other forms are: then the whole line is
# the text, and its time is that of arrival. Seen in 8.2302 (Debian 12), in the form of RFC 5424 and in the old one with
# an ISO time: the line is taken as it is, and what stands before the last digits is added to the letter "0" as one
# number. Seven digits become one byte, here B7, and nine become one byte and two digits, in files, in
# RSYSLOG_SyslogProtocol23Format for the next server, and in templates for JSON. Who reads that meets a time that is
# none in a line that is not UTF-8, as part of a document that says it is JSON. Senders should cut to six digits.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

for package in rsyslog=8.2302.0-1+deb12u2 libestr0=0.1.11-1 libfastjson4=1.2304.0-1; do
  (cd "$folder" && apt-get download "$package" >/dev/null 2>&1 && dpkg-deb -x "${package%%=*}"_*.deb root) ||
    { echo "cannot download $package" >&2; exit 1; }
done
cat >"$folder/rsyslog.conf" <<CONF
module(load="imtcp")
template(name="json" type="list" option.jsonf="on") {
  property(outname="time" name="timereported" dateFormat="rfc3339" format="jsonf")
  property(outname="text" name="msg" format="jsonf")
}
input(type="imtcp" address="127.0.0.1" port="0" listenPortFileName="$folder/port")
action(type="omfile" file="$folder/file" template="RSYSLOG_FileFormat")
action(type="omfile" file="$folder/forward" template="RSYSLOG_SyslogProtocol23Format")
action(type="omfile" file="$folder/json" template="json")
CONF
cat >"$folder/send.py" <<'PYTHON'
import os
import socket
import subprocess
import sys
import time

os.chdir(sys.argv[1])
LINES = [b"<13>1 2026-07-01T12:00:00.123456Z host app - - - six",
         b"<13>1 2026-07-01T12:00:00.1234567Z host app - - - seven",
         b"<13>1 2026-07-01T12:00:00.123456789Z host app - - - nine",
         b"<13>2026-07-01T12:00:00.1234567Z host app: old form"]


def wait(what, is_true):
    end = time.monotonic() + 30
    while not is_true():
        if time.monotonic() > end:
            sys.exit("not seen in 30 seconds: " + what)
        time.sleep(0.05)


def content(name):
    try:
        with open(name, "rb") as file:
            return file.read()
    except FileNotFoundError:
        return b""


library = os.path.abspath("root/usr/lib/x86_64-linux-gnu")
server = subprocess.Popen(
    [os.path.abspath("root/usr/sbin/rsyslogd"), "-n", "-f", os.path.abspath("rsyslog.conf"), "-i",
     os.path.abspath("pid")], env=os.environ | {"LD_LIBRARY_PATH": library, "RSYSLOG_MODDIR": library + "/rsyslog"})
try:
    wait("the server", lambda: content("port").strip().isdigit())
    with socket.create_connection(("127.0.0.1", int(content("port")))) as sender:
        for line in LINES:
            sender.sendall(line + b"\n")
    for name in ["file", "forward", "json"]:
        wait(name, lambda: content(name).count(b"\n") == len(LINES))
finally:
    server.terminate()
    server.wait()
for name in ["file", "forward", "json"]:
    print(name + ":")
    for line in content(name).splitlines():
        print(" ", line.decode("ascii", "backslashreplace"))
PYTHON
seen=$(timeout 60 python3 "$folder/send.py" "$folder")
echo "$seen"
[ "$seen" = 'file:
  2026-07-01T12:00:00.123456Z host app six
  2026-07-01T12:00:00.\xb7Z host app seven
  2026-07-01T12:00:00.\xb789Z host app nine
  2026-07-01T12:00:00.\xb7Z host app: old form
forward:
  <13>1 2026-07-01T12:00:00.123456Z host app - - - six
  <13>1 2026-07-01T12:00:00.\xb7Z host app - - - seven
  <13>1 2026-07-01T12:00:00.\xb789Z host app - - - nine
  <13>1 2026-07-01T12:00:00.\xb7Z host app - - -  old form
json:
  {"time":"2026-07-01T12:00:00.123456Z", "text":"six"}
  {"time":"2026-07-01T12:00:00.\xb7Z", "text":"seven"}
  {"time":"2026-07-01T12:00:00.\xb789Z", "text":"nine"}
  {"time":"2026-07-01T12:00:00.\xb7Z", "text":" old form"}' ]
