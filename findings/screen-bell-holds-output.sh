#!/usr/bin/env bash
# GNU screen 4.9.0: a bell in another window holds up the program in this one, for five seconds or until a key.
#
# Expected of "Bell in window 1", which a job in the background brings up: a line over the last row, and the program in
# front goes on; msgwait says that a message stays for so long "if screen is not disturbed by other activity". Seen in
# 4.9.0 (Debian 12), without settings: while the line stands, screen reads nothing from the window in front. Its output
# stands still, a full pipe stops the program, and a question to the terminal (CSI 6 n: where is the cursor?) has no
# answer; a program that waits for it for a second gives up, and the answer arrives later as typed text. A key
# ends it at once, and so nobody who types sees it. With "hardstatus alwayslastline" the line has a row of its own and
# nothing waits. So a program that asks the terminal must take an answer that comes late, and a job should not ring.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

(cd "$folder" && apt-get download screen=4.9.0-4 >/dev/null 2>&1 && dpkg-deb -x screen_*.deb root) ||
  { echo "cannot download screen 4.9.0-4" >&2; exit 1; }
mkdir -m 700 "$folder/sockets"
# The program in front: asks where the cursor is, before and after the bell.
cat >"$folder/ask.py" <<'PYTHON'
import os
import select
import sys
import time
import tty

folder = sys.argv[1]
tty.setraw(0)


def answered(seconds):
    text = b""
    end = time.monotonic() + seconds
    while not text.endswith(b"R"):
        if not select.select([0], [], [], max(0, end - time.monotonic()))[0]:
            return False
        text += os.read(0, 100)
    return True


def ask():
    os.write(1, b"\x1b[6n")


ask()
report = ["answered" if answered(20) else "never"]
open(folder + "/ring", "w").close()
while not os.path.exists(folder + "/shown"):
    time.sleep(0.05)
ask()
if answered(2):
    report.append("answered")
else:
    report.append("nothing in 2 seconds")
    open(folder + "/waiting", "w").close()
    report.append("later" if answered(20) else "never")
with open(folder + "/report", "w") as file:
    file.write(", ".join(report))
PYTHON
cat >"$folder/run.py" <<'PYTHON'
import fcntl
import os
import pty
import struct
import sys
import termios

folder = sys.argv[1]
environment = {"PATH": os.environ["PATH"], "HOME": folder, "SCREENDIR": folder + "/sockets", "TERM": "xterm-256color",
               "LC_ALL": "C.UTF-8"}
JOB = "while [ ! -e ring ]; do sleep 0.1; done; printf '\\a'; while [ ! -e report ]; do sleep 0.1; done"


def run(name, settings, key):
    for left in ["ring", "shown", "waiting", "report"]:
        if os.path.exists(f"{folder}/{left}"):
            os.unlink(f"{folder}/{left}")
    with open(folder + "/settings", "w") as file:
        file.write(f"{settings}\nchdir {folder}\nscreen -t job 1 sh job\n"
                   f"screen -t front 0 {sys.executable} {folder}/ask.py {folder}\n")
    with open(folder + "/job", "w") as file:
        file.write(JOB)
    process, terminal = pty.fork()
    if process == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        os.execve(folder + "/root/usr/bin/screen", ["screen", "-c", folder + "/settings"], environment)
    output = b""
    pressed = False
    try:
        while data := os.read(terminal, 65536):
            output += data
            if b"Bell in window 1" in output and not os.path.exists(folder + "/shown"):
                open(folder + "/shown", "w").close()
                if key:
                    os.write(terminal, b"x")
    except OSError:
        pass
    os.close(terminal)
    os.waitpid(process, 0)
    with open(folder + "/report") as file:
        print(f"{name}: {file.read()}")


run("no settings", "", False)
run("with a key", "", True)
run("a row of its own", "hardstatus alwayslastline", False)
PYTHON
seen=$("$folder/root/usr/bin/screen" --version | cut -d ' ' -f 1-3
  timeout 110 python3 "$folder/run.py" "$folder")
echo "$seen"
[ "$seen" = "Screen version 4.09.00
no settings: answered, nothing in 2 seconds, later
with a key: answered, answered
a row of its own: answered, answered" ]
