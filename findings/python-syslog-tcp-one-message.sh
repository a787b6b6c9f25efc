#!/usr/bin/env bash
# Python's SysLogHandler over TCP and rsyslog 8.2302: all that a program logs is one message, with the first level.
#
# Expected of logging.handlers.SysLogHandler(address, socktype=socket.SOCK_STREAM), and of rsyslog's imtcp at the other
# end: each call is a message, as over UDP. Seen with Python 3.11 and rsyslog 8.2302 (Debian 12): the handler ends a
# message with a zero byte and writes neither a length nor a line end (RFC 6587), and rsyslog ends a message at a line
# end. So nothing arrives until the program ends, and then one message with "#000<10>" between its parts and the level
# of the first: what was critical counts as information. A traceback is the first text with line ends: it cuts the row
# there, and its next line is a message of its own, whose first word is taken for the host. Without the zero byte
# (append_nul) the parts are as much one. A formatter that ends in a line end makes messages of one line right, and so
# does addtlFrameDelimiter="0" in imtcp. An inbox that reads syslog should end a message at a zero byte.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

for package in rsyslog=8.2302.0-1+deb12u2 libestr0=0.1.11-1 libfastjson4=1.2304.0-1; do
  (cd "$folder" && apt-get download "$package" >/dev/null 2>&1 && dpkg-deb -x "${package%%=*}"_*.deb root) ||
    { echo "cannot download $package" >&2; exit 1; }
done
cat >"$folder/send.py" <<'PYTHON'
import logging
import logging.handlers
import os
import socket
import subprocess
import sys
import time

os.chdir(sys.argv[1])
SETTINGS = """
global(net.enableDNS="off")
module(load="imtcp")
template(name="line" type="string" string="%syslogseverity-text% %hostname%/%programname%:%msg%\\n")
input(type="imtcp" address="127.0.0.1" port="0" listenPortFileName="{folder}/{name}.port" {option})
action(type="omfile" file="{folder}/{name}" template="line")
"""


def wait(what, is_true):
    end = time.monotonic() + 20
    while not is_true():
        if time.monotonic() > end:
            sys.exit("not seen in 20 seconds: " + what)
        time.sleep(0.05)


def content(name):
    try:
        with open(name) as file:
            return file.read()
    except FileNotFoundError:
        return ""


def log(name, append_nul=True, end="", option="", texts=("app: started", "app: disk is full"), count=1):
    """Logs to a server of its own, and prints what that one has before and after the end of the connection."""
    folder = os.getcwd()
    with open(name + ".conf", "w") as file:
        file.write(SETTINGS.format(folder=folder, name=name, option=option))
    library = folder + "/root/usr/lib/x86_64-linux-gnu"
    server = subprocess.Popen(
        [folder + "/root/usr/sbin/rsyslogd", "-n", "-f", f"{folder}/{name}.conf", "-i", f"{folder}/{name}.pid"],
        env=os.environ | {"LD_LIBRARY_PATH": library, "RSYSLOG_MODDIR": library + "/rsyslog"})
    try:
        wait("the server", lambda: content(name + ".port").strip().isdigit())
        handler = logging.handlers.SysLogHandler(
            ("127.0.0.1", int(content(name + ".port"))), socktype=socket.SOCK_STREAM)
        handler.append_nul = append_nul
        handler.setFormatter(logging.Formatter("%(message)s" + end))
        logger = logging.Logger(name)
        logger.addHandler(handler)
        logger.info(texts[0])
        logger.critical(texts[1])
        # What arrives without the end of the connection is given a second to do so.
        time.sleep(1)
        before = content(name).count("\n")
        handler.close()
        wait(name, lambda: content(name).count("\n") == count)
    finally:
        server.terminate()
        server.wait()
    print(f"{name}: {before} before the end, then")
    print(content(name), end="")


log("as it is")
log("traceback", texts=("app: started", "app: failed\nTraceback (most recent call last)"), count=2)
log("no zero byte", append_nul=False)
log("line end", append_nul=False, end="\n", count=2)
log("zero byte in imtcp", option='addtlFrameDelimiter="0"', count=2)
PYTHON
seen=$(timeout 110 python3 "$folder/send.py" "$folder")
echo "$seen"
[ "$seen" = "as it is: 0 before the end, then
info 127.0.0.1/app: started#000<10>app: disk is full
traceback: 1 before the end, then
info 127.0.0.1/app: started#000<10>app: failed
notice Traceback/(most: recent call last)
no zero byte: 0 before the end, then
info 127.0.0.1/app: started<10>app: disk is full
line end: 2 before the end, then
info 127.0.0.1/app: started
crit 127.0.0.1/app: disk is full
zero byte in imtcp: 2 before the end, then
info 127.0.0.1/app: started
crit 127.0.0.1/app: disk is full" ]
