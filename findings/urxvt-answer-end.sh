#!/usr/bin/env bash
# urxvt 9.30: the answer to a question that ends with ST ends with an escape alone, and takes the next key along.
#
# Expected of ESC ] 4;1;? ESC \ (which red is colour 1?), as xterm answers: the same end as the question's, ESC \. Seen
# in urxvt 9.30 (Debian 12), for OSC 4 and for OSC 702, its version: ESC ] 4;1;rgb:cdcd/0000/0000 ESC, without the
# backslash. Who reads up to ESC \ waits until its time is up and has the next key in its answer; who reads as
# terminals do takes that escape and the next letter for a key with Alt. A question that ends with BEL is answered with
# BEL. So ask with BEL, put a question behind that every terminal answers (CSI 5 n), and take any escape for the end.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

command -v Xvfb >/dev/null || { echo "missing: Xvfb" >&2; exit 1; }
for package in rxvt-unicode=9.30-2+b4 libptytty0=2.0-1+b1 libstartup-notification0=0.12-6+b1 xterm=379-1; do
  (cd "$folder" && apt-get download "$package" >/dev/null 2>&1 && dpkg-deb -x "${package%%=*}"_*.deb root) ||
    { echo "cannot download $package" >&2; exit 1; }
done
# A program with the rights of a group takes no libraries from elsewhere.
chmod g-s "$folder/root/usr/bin/urxvt"
LD_LIBRARY_PATH=$(find "$folder/root" -name libptytty.so.0 -printf '%h')
PERL5LIB=$LD_LIBRARY_PATH/urxvt
export LD_LIBRARY_PATH PERL5LIB
for program in urxvt xterm; do
  ! ldd "$folder/root/usr/bin/$program" | grep 'not found' >&2 || { echo "missing: libraries of $program" >&2; exit 1; }
done
# What runs in the terminals.
cat >"$folder/ask.py" <<'PYTHON'
import os
import sys
import tty

tty.setraw(0)


def answer(question):
    os.write(1, question + b"\x1b[5n")
    text = b""
    while not text.endswith(b"\x1b[0n"):
        text += os.read(0, 100)
    text = text.removesuffix(b"\x1b[0n").decode()
    return text.replace("\x1b", " ESC ").replace("\x07", " BEL").strip() or "nothing"


QUESTIONS = {"colour, ST": b"\x1b]4;1;?\x1b\\", "colour, BEL": b"\x1b]4;1;?\x07", "version, ST": b"\x1b]702;?\x1b\\"}
with open(sys.argv[1], "w") as file:
    for name, question in QUESTIONS.items():
        file.write(f"{name}: {answer(question)}\n")
PYTHON
cat >"$folder/run.py" <<'PYTHON'
import os
import subprocess
import sys

folder = sys.argv[1]
read, write = os.pipe()
display = subprocess.Popen(["Xvfb", "-displayfd", str(write), "-nolisten", "tcp", "-noreset"], pass_fds=[write],
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
environment = os.environ | {"HOME": folder, "LC_ALL": "C.UTF-8", "DISPLAY": ":" + os.read(read, 10).decode().strip()}
try:
    for name in ["xterm", "urxvt"]:
        subprocess.run([f"{folder}/root/usr/bin/{name}", "-geometry", "80x24", "-e", sys.executable,
                        folder + "/ask.py", f"{folder}/{name}"], env=environment, stderr=subprocess.DEVNULL)
        with open(f"{folder}/{name}") as file:
            print(name, file.read(), sep="\n", end="")
finally:
    display.terminate()
    display.wait()
PYTHON
seen=$(timeout -s INT 60 python3 "$folder/run.py" "$folder")
echo "$seen"
[ "$seen" = 'xterm
colour, ST: ESC ]4;1;rgb:cdcd/0000/0000 ESC \
colour, BEL: ESC ]4;1;rgb:cdcd/0000/0000 BEL
version, ST: nothing
urxvt
colour, ST: ESC ]4;1;rgb:cdcd/0000/0000 ESC
colour, BEL: ESC ]4;1;rgb:cdcd/0000/0000 BEL
version, ST: ESC ]702;rxvt-unicode;urxvt;9;3 ESC' ]
