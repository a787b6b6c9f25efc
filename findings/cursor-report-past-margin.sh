#!/usr/bin/env bash
# tmux 3.3a, GNU screen 4.9.0: after a full line the cursor is reported in column 81 of 80, and one step back is none.
#
# Expected, as in xterm 379, of CSI 6 n behind a line that fills all 80 columns: row 1, column 80, as the cursor stands
# on the last letter until the next one wraps; then CSI D (one to the left) is column 79. Seen in tmux 3.3a and screen
# 4.9.0 (Debian 12): column 81, which there is not, and CSI D goes to 80, so that what is written then replaces another
# letter than in xterm. CSI 81 G, the way back to where the report said, is 80. A program that reckons with the rest of
# the line gets -1, and one that looks at the column to see whether the output before it ended its line, or that moves
# back over a letter it wrote, is right in one and wrong in the other. So ask before the last column, not behind it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

command -v Xvfb >/dev/null || { echo "missing: Xvfb" >&2; exit 1; }
for package in tmux=3.3a-3 screen=4.9.0-4 xterm=379-1; do
  (cd "$folder" && apt-get download "$package" >/dev/null 2>&1 && dpkg-deb -x "${package%%=*}"_*.deb root) ||
    { echo "cannot download $package" >&2; exit 1; }
done
for program in tmux screen xterm; do
  ! ldd "$folder/root/usr/bin/$program" | grep 'not found' >&2 || { echo "missing: libraries of $program" >&2; exit 1; }
done
mkdir -m 700 "$folder/sockets"
# What runs in the terminals.
cat >"$folder/ask.py" <<'PYTHON'
import os
import re
import sys
import tty

tty.setraw(0)


def column(text):
    os.write(1, b"\x1b[H\x1b[J" + text + b"\x1b[6n")
    answer = b""
    while not answer.endswith(b"R"):
        answer += os.read(0, 100)
    return re.fullmatch(rb"\x1b\[\d+;(\d+)R", answer)[1].decode()


line = b"=" * 80
texts = {"79 letters": line[:-1], "80 letters": line, "one back": line + b"\x1b[D", "81 letters": line + b"="}
with open(sys.argv[1], "w") as file:
    file.write(", ".join(f"{name} {column(text)}" for name, text in texts.items()))
PYTHON
cat >"$folder/run.py" <<'PYTHON'
import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios

folder = sys.argv[1]
read, write = os.pipe()
display = subprocess.Popen(["Xvfb", "-displayfd", str(write), "-nolisten", "tcp"], pass_fds=[write],
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
environment = {"PATH": os.environ["PATH"], "HOME": folder, "SCREENDIR": folder + "/sockets", "TERM": "xterm-256color",
               "LC_ALL": "C.UTF-8", "DISPLAY": ":" + os.read(read, 10).decode().strip()}
try:
    for name, *arguments in [("xterm", "-geometry", "80x24", "-e"), ("screen", "-c", "/dev/null"),
                             ("tmux", "-S", folder + "/socket", "-f", "/dev/null", "new-session")]:
        process, terminal = pty.fork()
        if process == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
            program = f"{folder}/root/usr/bin/{name}"
            os.execve(program, [name, *arguments, sys.executable, folder + "/ask.py", f"{folder}/{name}"], environment)
        try:
            while os.read(terminal, 65536):
                pass
        except OSError:
            pass
        os.close(terminal)
        os.waitpid(process, 0)
        with open(f"{folder}/{name}") as file:
            print(f"{name}: {file.read()}")
finally:
    display.terminate()
    display.wait()
PYTHON
seen=$(timeout -s INT 60 python3 "$folder/run.py" "$folder")
echo "$seen"
[ "$seen" = "xterm: 79 letters 80, 80 letters 80, one back 79, 81 letters 2
screen: 79 letters 80, 80 letters 81, one back 80, 81 letters 2
tmux: 79 letters 80, 80 letters 81, one back 80, 81 letters 2" ]
