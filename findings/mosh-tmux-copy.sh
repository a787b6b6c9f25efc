#!/usr/bin/env bash
# mosh 1.4.0 and tmux 3.3a: what is copied in tmux reaches the terminal's clipboard directly, but not through mosh.
#
# Both know OSC 52, the sequence that sets the clipboard. Expected of 'tmux set-buffer -w', or of copy mode: the
# terminal gets the text, through mosh as without it. Seen in Debian 12: tmux leaves the first field empty, which stands
# for the default selection, and mosh hands on a sequence only if that field is "c"; "s0", xterm's own default, and
# "pc" are lost as well, without a word. As mosh sends states and no bytes, a text that is copied twice is also
# sent once, so that the second time does not bring it back after another program has copied something.
# For tmux, an Ms with "c" in terminal-overrides helps; a program that writes OSC 52 itself has to name "c" alone.
set -euo pipefail
folder=$(mktemp -d)
trap 'tmux -S "$folder/socket" kill-server 2>/dev/null || true; rm -rf "$folder"' EXIT

for package in tmux=3.3a-3 mosh=1.4.0-1+b1 libprotobuf32=3.21.12-3+deb12u1; do
  (cd "$folder" && apt-get download "$package" >/dev/null 2>&1 && dpkg-deb -x "${package%%=*}"_*.deb root) ||
    { echo "cannot download $package" >&2; exit 1; }
done
PATH=$folder/root/usr/bin:$PATH
LD_LIBRARY_PATH=$(find "$folder/root" -name 'libprotobuf.so.32' -printf '%h')
export LD_LIBRARY_PATH
cat >"$folder/run.py" <<'PYTHON'
import base64
import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios

folder = sys.argv[1]
environment = {name: os.environ[name] for name in ["PATH", "LD_LIBRARY_PATH"]}
environment |= {"HOME": folder, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
# Seconds after which a server without its client ends.
environment |= {"MOSH_SERVER_NETWORK_TMOUT": "30", "MOSH_SERVER_SIGNAL_TMOUT": "30"}


def copies(script, is_through_mosh):
    """The selection and the text of each OSC 52 that the terminal gets while a script of the shell runs."""
    with open(folder + "/script", "w") as file:
        file.write(f"tmux() {{ command tmux -S {folder}/socket -f /dev/null \"$@\"; }}\n{script}\nsleep 1\n")
    command, variables = ["sh", folder + "/script"], environment
    if is_through_mosh:
        answer = subprocess.run(
            ["mosh-server", "new", "-i", "127.0.0.1", "-c", "256", "-p", "60000:60999", "--", *command],
            env=environment, capture_output=True, text=True).stdout
        port, key = re.search(r"MOSH CONNECT (\d+) (\S+)", answer).groups()
        command, variables = ["mosh-client", "127.0.0.1", port], environment | {"MOSH_KEY": key}
    process, terminal = pty.fork()
    if process == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        os.execvpe(command[0], command, variables)
    output = b""
    try:
        while data := os.read(terminal, 65536):
            output += data
    except OSError:
        pass
    os.close(terminal)
    os.waitpid(process, 0)
    found = re.findall(rb"\x1b\]52;([^;]*);([^\x07\x1b]*)", output)
    return " ".join(f"'{place.decode()}' {base64.b64decode(text).decode()}" for place, text in found) or "nothing"


copy = """tmux new-session -d 'sleep 60'
tmux set -s set-clipboard on
{ until [ "$(tmux list-clients)" ]; do sleep 0.1; done; sleep 1; tmux set-buffer -w one; sleep 1; tmux kill-server; } &
tmux attach"""
write = "\n".join(f"printf '\\033]52;{place};%s\\007' $(printf {text} | base64); sleep 1"
                  for place, text in [("c", "one"), ("", "two"), ("s0", "three"), ("pc", "four"), ("c", "one"),
                                      ("c", "five")])
override = "tmux set -as terminal-overrides ',*:Ms=\\E]52;c%p1%.0s;%p2%s\\007'\ntmux attach"
for name, is_through_mosh in [("directly", False), ("through mosh", True)]:
    print(f"tmux, {name}:", copies(copy, is_through_mosh))
    print(f"written, {name}:", copies(write, is_through_mosh))
print("tmux with its own Ms, through mosh:", copies(copy.replace("tmux attach", override), True))
PYTHON
seen=$(tmux -V; mosh-server --version 2>&1 | sed -nE '1s/.*(mosh [0-9.]+).*/\1/p'
  timeout 110 python3 "$folder/run.py" "$folder")
echo "$seen"
[ "$seen" = "tmux 3.3a
mosh 1.4.0
tmux, directly: '' one
written, directly: 'c' one '' two 's0' three 'pc' four 'c' one 'c' five
tmux, through mosh: nothing
written, through mosh: 'c' one 'c' five
tmux with its own Ms, through mosh: 'c' one" ]
