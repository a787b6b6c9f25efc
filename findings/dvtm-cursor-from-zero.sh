#!/usr/bin/env bash
# dvtm 0.15: the cursor is reported from row 0 and column 0, so that who goes back to the reported place is one off.
#
# Expected of CSI 6 n at the top left: CSI 1 ; 1 R, as everywhere; the rows and columns of CSI H and of the report are
# the same. Seen in dvtm 0.15 (Debian 12): CSI 0 ; 0 R. A program that keeps the place and goes back there by CSI H is
# one row too high and one column too far left, and one more each time it does so. The size, asked for by a move to
# 999;999 and a report, is 23;79 of 24;80. A parser that takes 0 for "not given" reads 1 in the first row, and is off
# everywhere but there. A program that needs the numbers may ask once at the top left and add what is missing to 1.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

for package in dvtm=0.15+40.g311a8c0-1 ncurses-term=6.4-4; do
  (cd "$folder" && apt-get download "$package" >/dev/null 2>&1 && dpkg-deb -x "${package%%=*}"_*.deb root) ||
    { echo "cannot download $package" >&2; exit 1; }
done
! ldd "$folder/root/usr/bin/dvtm" | grep 'not found' >&2 || { echo "missing: libraries of dvtm" >&2; exit 1; }
# What runs in the terminal.
cat >"$folder/ask.py" <<'PYTHON'
import os
import re
import sys
import tty

tty.setraw(0)


def place(text):
    os.write(1, text + b"\x1b[6n")
    answer = b""
    while not answer.endswith(b"R"):
        answer += os.read(0, 100)
    return re.fullmatch(rb"\x1b\[(\d+;\d+)R", answer)[1]


start = place(b"\x1b[5;10H")
back = place(b"\x1b[" + start + b"H")
again = place(b"\x1b[" + back + b"H")
with open(sys.argv[1], "w") as file:
    print("top left", place(b"\x1b[H").decode(), "size", place(b"\x1b[999;999H").decode(), file=file)
    print("at 5;10", start.decode(), "back", back.decode(), "again", again.decode(), file=file)
PYTHON
cat >"$folder/run.py" <<'PYTHON'
import fcntl
import os
import pty
import struct
import sys
import termios

folder = sys.argv[1]
environment = {"PATH": os.environ["PATH"], "HOME": folder, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8",
               "TERMINFO_DIRS": folder + "/root/usr/share/terminfo:/lib/terminfo:/usr/share/terminfo"}
process, terminal = pty.fork()
if process == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    os.execve(folder + "/root/usr/bin/dvtm",
              ["dvtm", f"{sys.executable} {folder}/ask.py {folder}/report; touch {folder}/end"], environment)
try:
    while not os.path.exists(folder + "/end") and os.read(terminal, 65536):
        pass
except OSError:
    pass
os.close(terminal)
os.waitpid(process, 0)
with open(folder + "/report") as file:
    print(file.read(), end="")
PYTHON
seen=$("$folder/root/usr/bin/dvtm" -v 2>&1 | cut -d ' ' -f 1
  timeout 60 python3 "$folder/run.py" "$folder")
echo "$seen"
[ "$seen" = "dvtm-0.15+40.g311a8c0-1
top left 0;0 size 23;79
at 5;10 4;9 back 3;8 again 2;7" ]
