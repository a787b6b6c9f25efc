#!/usr/bin/env bash
# GNU screen 4.9.0: of an escape sequence of more than 768 bytes the rest stands on the screen as text.
#
# Expected of an operating system command that screen has no use for (a link, the clipboard, a notification): it is
# passed on or left out as a whole, up to its end, however long it is. Seen in 4.9.0 (Debian 12): its text goes
# to a buffer of 768 bytes, and what no longer fits in is printed like ordinary text, with success. Links may have 2083
# bytes (terminals take that much), so a link to a long address shows the end of the address before its words; a
# text for the clipboard is not copied and stands there in base 64. A device control string, the way to hand a
# sequence on to the terminal, has the same limit, so a long one has to go in several.
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


def shown(before, after, size):
    """What screen makes of a sequence whose content has a number of bytes, between two words."""
    with open(folder + "/text", "w") as file:
        file.write("begin<" + before + "x" * (size - len(before.split("\x1b", 1)[1][1:])) + after + ">end\n")
    process, terminal = pty.fork()
    if process == 0:
        # Wide enough for a line.
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 2000, 0, 0))
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
    text = output.decode().split("begin<")[1].split(">end")[0].replace("\x1b", "ESC ").replace("\x07", "BEL")
    text = re.sub(r"x{4,}", lambda run: f"{len(run[0])} x ", text)
    return text.strip() or "nothing"


for name, before, after in [
    ("link", "\x1b]8;;https://example.org/", "\x1b\\words\x1b]8;;\x1b\\"), ("clipboard", "\x1b]52;c;", "\x07"),
    ("notification", "\x1b]777;notify;Build;", "\x07"), ("handed on", "\x1bP\x1b]52;c;", "\x07\x1b\\")]:
    print(name + ":", *(f"{size} bytes {shown(before, after, size)};" for size in [700, 1000]))
PYTHON
seen=$("$folder/root/usr/bin/screen" --version | cut -d ' ' -f 1-3
  timeout 110 python3 "$folder/run.py" "$folder")
echo "$seen"
[ "$seen" = "Screen version 4.09.00
link: 700 bytes words; 1000 bytes 232 x words;
clipboard: 700 bytes nothing; 1000 bytes 232 x BEL;
notification: 700 bytes nothing; 1000 bytes 232 x BEL;
handed on: 700 bytes ESC ]52;c;693 x BEL; 1000 bytes 232 x BEL;" ]
