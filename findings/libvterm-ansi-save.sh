#!/usr/bin/env bash
# libvterm 0.1.4 (Neovim 0.7's terminal): CSI s and CSI u, save and restore, do nothing; with numbers CSI s goes home.
#
# Expected, as in xterm, tmux and screen: CSI s keeps the place of the cursor and CSI u goes back there, as ESC 7 and
# ESC 8 do; CSI 3;8 s, the margins of a line, counts only after CSI ? 69 h has allowed it. Seen in 0.1.4 (Debian 12),
# which Neovim's terminal and vterm of Emacs draw with: CSI s is always the margins. CSI u does not exist, so that a
# script which writes a status line by CSI s, a jump and CSI u goes on writing in the status line. CSI 3;8 s moves the
# cursor to the top left although no margins were allowed. TERM says xterm-256color there, whose entry knows ESC 7 and
# ESC 8 only (sc, rc); a script that uses tput works everywhere.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

(cd "$folder" && apt-get download libvterm0=0.1.4-1 >/dev/null 2>&1 && dpkg-deb -x libvterm0_*.deb root) ||
  { echo "cannot download libvterm0 0.1.4-1" >&2; exit 1; }
cat >"$folder/ask.py" <<'PYTHON'
import ctypes
import sys

library = ctypes.CDLL(sys.argv[1])
for function in [library.vterm_new, library.vterm_obtain_state]:
    function.restype = ctypes.c_void_p
library.vterm_input_write.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t]
library.vterm_output_read.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t]
library.vterm_output_read.restype = ctypes.c_size_t
library.vterm_free.argtypes = [ctypes.c_void_p]


def place(text):
    """Where a terminal of 80 columns says that its cursor is, after a jump to row 10 and a text."""
    terminal = ctypes.c_void_p(library.vterm_new(24, 80))
    library.vterm_state_reset(ctypes.c_void_p(library.vterm_obtain_state(terminal)), 1)
    text = b"\x1b[10;20H" + text + b"\x1b[6n"
    library.vterm_input_write(terminal, text, len(text))
    answer = ctypes.create_string_buffer(100)
    length = library.vterm_output_read(terminal, answer, len(answer))
    library.vterm_free(terminal)
    return answer.raw[:length].decode().removeprefix("\x1b[").removesuffix("R")


print("ESC 7, jump, ESC 8:", place(b"\x1b7\x1b[24;1Hstatus\x1b8"))
print("CSI s, jump, CSI u:", place(b"\x1b[s\x1b[24;1Hstatus\x1b[u"))
print("CSI 3;8 s:", place(b"\x1b[3;8s"))
PYTHON
seen=$(python3 "$folder/ask.py" "$(find "$folder/root" -name libvterm.so.0)")
echo "$seen"
[ "$seen" = "ESC 7, jump, ESC 8: 10;20
CSI s, jump, CSI u: 24;7
CSI 3;8 s: 1;1" ]
