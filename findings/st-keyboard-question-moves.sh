#!/usr/bin/env bash
# st 0.9: the question whether kitty's keyboard protocol is there (CSI ? u) moves the cursor to the place last saved.
#
# Expected of CSI ? u, which programs write at their start to ask whether keys can be told apart: a terminal that does
# not know it leaves it out, as xterm does; the protocol's document counts on that. Seen in st 0.9 (Debian 12): the
# question mark is passed over and CSI u, "back to the saved cursor", is done. What follows stands at the place of the
# last ESC 7 or CSI s, or at the top left if there was none, and the program before it on the screen is written over.
# CSI > 1 u, CSI = 1 u and CSI < u, which turn the protocol on and off, do nothing. Who draws the whole screen anew does
# not see it; a shell's prompt or a list of choices does. So the question goes between ESC 7 and ESC 8: both then
# lead back to the same place.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

command -v Xvfb >/dev/null || { echo "missing: Xvfb" >&2; exit 1; }
for package in stterm=0.9-1 xterm=379-1; do
  (cd "$folder" && apt-get download "$package" >/dev/null 2>&1 && dpkg-deb -x "${package%%=*}"_*.deb root) ||
    { echo "cannot download $package" >&2; exit 1; }
done
for program in stterm xterm; do
  ! ldd "$folder/root/usr/bin/$program" | grep 'not found' >&2 || { echo "missing: libraries of $program" >&2; exit 1; }
done
# What runs in the terminals.
cat >"$folder/ask.py" <<'PYTHON'
import os
import re
import sys
import tty

tty.setraw(0)


def place(text):
    os.write(1, text + b"\x1b[6n")
    answer = b""
    while not (found := re.search(rb"\x1b\[(\d+;\d+)R", answer)):
        answer += os.read(0, 100)
    return found[1].decode()


HERE = b"\x1b[10;20H"
texts = {
    "nothing": HERE, "nothing saved": HERE + b"\x1b[?u", "saved at 3;4": b"\x1b[3;4H\x1b7" + HERE + b"\x1b[?u",
    "on": HERE + b"\x1b[>1u", "off": HERE + b"\x1b[<u", "between": HERE + b"\x1b7\x1b[?u\x1b8",
}
with open(sys.argv[1], "w") as file:
    file.write(", ".join(f"{name} {place(text)}" for name, text in texts.items()))
PYTHON
cat >"$folder/run.py" <<'PYTHON'
import os
import subprocess
import sys

folder = sys.argv[1]
read, write = os.pipe()
display = subprocess.Popen(["Xvfb", "-displayfd", str(write), "-nolisten", "tcp", "-noreset"], pass_fds=[write],
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
environment = {"PATH": os.environ["PATH"], "HOME": folder, "LC_ALL": "C.UTF-8",
               "DISPLAY": ":" + os.read(read, 10).decode().strip()}
try:
    for name, *arguments in [("xterm", "-geometry", "80x24"), ("stterm", "-g", "80x24")]:
        subprocess.run([f"{folder}/root/usr/bin/{name}", *arguments, "-e", sys.executable, folder + "/ask.py",
                        f"{folder}/{name}"], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with open(f"{folder}/{name}") as file:
            print(f"{name}: {file.read()}")
finally:
    display.terminate()
    display.wait()
PYTHON
seen=$(timeout -s INT 60 python3 "$folder/run.py" "$folder")
echo "$seen"
[ "$seen" = "xterm: nothing 10;20, nothing saved 10;20, saved at 3;4 10;20, on 10;20, off 10;20, between 10;20
stterm: nothing 10;20, nothing saved 1;1, saved at 3;4 3;4, on 10;20, off 10;20, between 10;20" ]
