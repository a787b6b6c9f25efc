#!/usr/bin/env bash
# fish 3.6.0: tabs in pasted text vanish, so that two words become one and a delimiter becomes nothing.
#
# Expected of a paste in brackets (ESC [ 200 ~ ... ESC [ 201 ~), which is there so that pasted text is text and no key:
# a tab in it arrives as a tab, as in bash, or at least as a space. Seen in 3.6.0 (Debian 12): it is left out, within
# quotes and outside, also where it indents a line; spaces and line ends stay. "cut -d'<tab>' -f2" from a page is then
# "cut -d'' -f2", "cp a<tab>b" copies "ab", and a line of a table is one long word. Nothing tells, and the line looks
# much as before. Who gives out a command to copy should write no tab into it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

version=3.6.0-3.1+deb12u1
for package in fish fish-common; do
  (cd "$folder" && apt-get download "$package=$version" >/dev/null 2>&1 && dpkg-deb -x "$package"_*.deb root) ||
    { echo "cannot download $package $version" >&2; exit 1; }
done
! ldd "$folder/root/usr/bin/fish" | grep 'not found' >&2 || { echo "missing: libraries of fish" >&2; exit 1; }
cat >"$folder/run.py" <<'PYTHON'
import os
import pty
import sys
import threading
import time

folder = sys.argv[1]
os.chdir(folder)
environment = {"PATH": os.environ["PATH"], "HOME": folder, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
TEXTS = {
    "words": "printf '<%s>' y\tz >text", "quoted": "printf '<%s>' 'y\tz' >text",
    "two lines": "printf '<%s>' 'y\r\tz' >text", "spaces": "printf '<%s>' 'y\r    z' >text",
}


def wait(name, condition):
    end = time.monotonic() + 10
    while not condition():
        if time.monotonic() > end:
            sys.exit(f"waited for {name}")
        time.sleep(0.05)


for name, program, option in [("bash", "/bin/bash", "--norc"), ("fish", folder + "/root/usr/bin/fish", "--private")]:
    process, terminal = pty.fork()
    if process == 0:
        os.execve(program, [name, option], environment)
    output = bytearray()

    def read():
        try:
            while data := os.read(terminal, 65536):
                output.extend(data)
        except OSError:
            pass

    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    seen = []
    for kind, text in TEXTS.items():
        # The shell turns pastes in brackets on when it is ready, and off while a command runs.
        wait(f"{name}, {kind}", lambda: output.rfind(b"\x1b[?2004h") > output.rfind(b"\x1b[?2004l"))
        time.sleep(0.3)
        os.write(terminal, b"\x1b[200~" + text.encode() + b"\x1b[201~\r")
        wait(f"{name}, text of {kind}", lambda: os.path.exists("text") and os.path.getsize("text"))
        with open("text") as file:
            seen.append(f"{kind} {file.read()!r}")
        os.remove("text")
        time.sleep(0.3)
    print(f"{name}:", ", ".join(seen), flush=True)
    os.write(terminal, b"exit\r")
    reader.join(10)
    os.waitpid(process, 0)
PYTHON
seen=$("$folder/root/usr/bin/fish" --version
  timeout 60 python3 "$folder/run.py" "$folder")
echo "$seen"
[ "$seen" = "fish, version 3.6.0
bash: words '<y><z>', quoted '<y\tz>', two lines '<y\n\tz>', spaces '<y\n    z>'
fish: words '<yz>', quoted '<yz>', two lines '<y\nz>', spaces '<y\n    z>'" ]
