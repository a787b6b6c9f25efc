#!/usr/bin/env bash
# tmux 3.3a: the answer to "report the size of the text area" (CSI 18 t) has columns before rows.
#
# Expected, as xterm documents it: CSI 8 ; ROWS ; COLUMNS t. Seen in tmux 3.3a (Debian 12), in a pane of 30
# rows and 100 columns: CSI 8 ; 100 ; 30 t. A program that takes it for its size draws a screen that is
# turned round; the size that the kernel gives is right.
set -euo pipefail
folder=$(mktemp -d)
trap 'tmux -S "$folder/socket" kill-server 2>/dev/null || true; rm -rf "$folder"' EXIT

(cd "$folder" && apt-get download tmux=3.3a-3 >/dev/null 2>&1 && dpkg-deb -x tmux_*.deb tmux)
PATH=$folder/tmux/usr/bin:$PATH
cat >"$folder/ask.py" <<'PYTHON'
import os
import select
import sys
import termios
import tty

terminal = os.open("/dev/tty", os.O_RDWR)
before = termios.tcgetattr(terminal)
tty.setraw(terminal)
os.write(terminal, b"\x1b[18t")
answer = b""
while not answer.endswith(b"t") and select.select([terminal], [], [], 10)[0]:
    answer += os.read(terminal, 100)
termios.tcsetattr(terminal, termios.TCSANOW, before)
with open(sys.argv[1] + "/part", "w") as file:
    file.write(answer.decode().replace("\x1b[", "CSI ") + " for %d columns" % os.get_terminal_size(terminal).columns)
os.rename(sys.argv[1] + "/part", sys.argv[1] + "/seen")
PYTHON
tmux -S "$folder/socket" -f /dev/null new-session -d -x 100 -y 30 \; set -g status off
tmux -S "$folder/socket" respawn-window -k "python3 $folder/ask.py $folder; sleep 60"
for _ in $(seq 200); do [ -e "$folder/seen" ] && break; sleep 0.1; done
echo "$(tmux -V): $(cat "$folder/seen")"
[ "$(tmux -V): $(cat "$folder/seen")" = "tmux 3.3a: CSI 8;100;30t for 100 columns" ]
