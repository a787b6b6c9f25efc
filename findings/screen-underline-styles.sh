#!/usr/bin/env bash
# GNU screen 4.9.0: a wavy underline becomes reverse text, and a coloured one bold and blinking.
#
# Expected of SGR 4:3 (a wavy underline) and 58;5;1 (its colour), which screen has no use for: they are left out, or
# the line is a plain one; that is what the colons are for, and screen reads 38:5:1 as one colour. Seen in 4.9.0
# (Debian 12): each number that is not understood as part of a whole counts alone. 4:3 is underlined and reverse,
# 58;5;1 is bold and blinking, as 1 and 5 are, and 38;2;1;5;7, a colour where true
# colours are not turned on, is dim, bold, reverse and blinking. A program that marks errors so, as editors do,
# blinks in screen; it has to leave these out where STY is set. tmux 3.3a shows a plain underline or none.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

(cd "$folder" && apt-get download screen=4.9.0-4 >/dev/null 2>&1 && dpkg-deb -x screen_*.deb root) ||
  { echo "cannot download screen 4.9.0-4" >&2; exit 1; }
mkdir -m 700 "$folder/sockets"
cat >"$folder/run.py" <<'PYTHON'
import fcntl
import os
import pty
import re
import struct
import sys
import termios

folder = sys.argv[1]
environment = {"PATH": os.environ["PATH"], "HOME": folder, "SCREENDIR": folder + "/sockets", "TERM": "xterm-256color",
               "LC_ALL": "C.UTF-8"}
NAMES = {"1": "bold", "2": "dim", "4": "underlined", "5": "blinking", "7": "reverse", "31": "red"}


def shown(sequence):
    """The attributes that screen gives its terminal for a word behind a sequence."""
    with open(folder + "/text", "w") as file:
        file.write(f"begin{sequence}word\x1b[m\n")
    process, terminal = pty.fork()
    if process == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        os.execve(folder + "/root/usr/bin/screen",
                  ["screen", "-q", "-c", "/dev/null", "sh", "-c", f"cat {folder}/text; read line"], environment)
    # The shell reads it, and screen ends.
    os.write(terminal, b"\n")
    output = b""
    try:
        while data := os.read(terminal, 65536):
            output += data
    except OSError:
        pass
    os.close(terminal)
    os.waitpid(process, 0)
    between = re.search(r"begin(.*?)word", output.decode())[1]
    return ", ".join(sorted(NAMES.get(number, number) for number in re.findall(r"\x1b\[(\d+)m", between))) or "plain"


for sequence in ["\x1b[38:5:1m", "\x1b[4m", "\x1b[4:3m", "\x1b[58;5;1m", "\x1b[38;2;1;5;7m"]:
    print(sequence.replace("\x1b[", ""), shown(sequence), sep=": ")
PYTHON
seen=$("$folder/root/usr/bin/screen" --version | cut -d ' ' -f 1-3
  timeout 60 python3 "$folder/run.py" "$folder")
echo "$seen"
[ "$seen" = "Screen version 4.09.00
38:5:1m: red
4m: underlined
4:3m: reverse, underlined
58;5;1m: blinking, bold
38;2;1;5;7m: blinking, bold, dim, reverse" ]
