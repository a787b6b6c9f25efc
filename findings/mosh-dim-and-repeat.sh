#!/usr/bin/env bash
# mosh 1.4.0: the server says that it is xterm-256color, and shows dim text as normal and a repeated letter once.
#
# Expected of a program that sets TERM for its shell: what the terminfo entry of that name promises works. Seen in 1.4.0
# (Debian 12): 'mosh-server new -c 256' sets TERM to xterm-256color, whose entry in ncurses 6.4 has dim (SGR 2) and
# rep (REP, "the letter before, 19 times more"). Dim is left out, so that text which differs by it alone looks like all
# other text; crossed out and colours with colons (38:5:200) as well, while italic and 38;5;200 arrive. REP is left
# out too: a line of twenty is one letter long, and what follows it stands too far to the left. A program
# cannot tell from TERM; what matters should differ by more than dim, and a line should be written out.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

for package in mosh=1.4.0-1+b1 libprotobuf32=3.21.12-3+deb12u1 ncurses-bin=6.4-4 ncurses-base=6.4-4; do
  (cd "$folder" && apt-get download "$package" >/dev/null 2>&1 && dpkg-deb -x "${package%%=*}"_*.deb root) ||
    { echo "cannot download $package" >&2; exit 1; }
done
PATH=$folder/root/usr/bin:$PATH
LD_LIBRARY_PATH=$(find "$folder/root" -name 'libprotobuf.so.32' -printf '%h')
TERMINFO=$folder/root/lib/terminfo
export LD_LIBRARY_PATH TERMINFO
cat >"$folder/script" <<'SH'
echo "TERM $TERM"
printf 'normal %sdim%s %sitalic%s ' "$(tput dim)" "$(tput sgr0)" "$(tput sitm)" "$(tput sgr0)"
printf '\033[9mcrossed\033[m \033[38:5:200mcolons\033[m \033[38;5;200msemicolons\033[m\n'
printf '<%s>\n' "$(tput rep 61 20)"
sleep 1
SH
cat >"$folder/run.py" <<'PYTHON'
import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios

script = sys.argv[1] + "/script"
# Seconds after which a server without its client ends.
environment = os.environ | {"LC_ALL": "C.UTF-8", "TERM": "xterm-256color", "MOSH_SERVER_NETWORK_TMOUT": "30",
                            "MOSH_SERVER_SIGNAL_TMOUT": "30"}


def run(name, command, variables):
    """Prints what the terminal gets, with attributes in words."""
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
    os.waitpid(process, 0)
    text = output.decode().replace("\x1b(B", "")
    text = text[text.index("TERM"):text.index(">") + 1].replace("\r", "")
    # 0 stands for the end of all attributes, alone or before others.
    text = re.sub(r"\x1b\[(0;)?([0-9:;]*)m", lambda found: f"[{found[2].lstrip('0')}]", text)
    print(f"{name}: {text}".replace("\x1b[", "CSI "))


run("directly", ["sh", script], environment)
answer = subprocess.run(
    ["mosh-server", "new", "-i", "127.0.0.1", "-c", "256", "-p", "60000:60999", "--", "sh", script],
    env=environment | {"TERM": "xterm"}, capture_output=True, text=True).stdout
port, key = re.search(r"MOSH CONNECT (\d+) (\S+)", answer).groups()
run("through mosh", ["mosh-client", "127.0.0.1", port], environment | {"MOSH_KEY": key})
PYTHON
seen=$(mosh-server --version 2>&1 | sed -nE '1s/.*(mosh [0-9.]+).*/\1/p'
  timeout 100 python3 "$folder/run.py" "$folder")
echo "$seen"
[ "$seen" = "mosh 1.4.0
directly: TERM xterm-256color
normal [2]dim[] [3]italic[] [9]crossed[] [38:5:200]colons[] [38;5;200]semicolons[]
<=CSI 19b>
through mosh: TERM xterm-256color
normal dim [3]italic[] crossed colons [38;5;200]semicolons
[]<=>" ]
