#!/usr/bin/env bash
# pyte 0.8.2: what a program asks a terminal at its start becomes text or underlines all that follows.
#
# Expected of pyte, by which tests look at the screen of a program: a sequence that it does not know is left out, as a
# terminal does. Seen in 0.8.2: it overlooks the ">" of a sequence, so that "CSI > 4;2 m", by which vim and others ask
# for more keys, underlines all text up to the next reset. At "<", "=" or a colon a sequence ends, and its rest is text:
# of "CSI < u", which puts kitty's keyboard back, "u" stays, and of "CSI 4:3 m" and "CSI 38:2::255:0:0 m", wavy lines
# and colours as the entries of newer terminals have them, "3m" and "2::255:0:0m"; with semicolons "58;5;1", the colour
# of an underline, is bold and blinking. A device control string, a title of screen (ESC k) and a picture (ESC _) leave
# their content. "CSI n b" (repeat), which xterm's entry has, and "CSI n S" (scroll) do nothing. So a test fails for
# a good program, or its expected screen holds such text. Run such tests with TERM=linux, or in tmux.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore \
  --target "$folder/packages" pyte==0.8.2 wcwidth==0.2.13
cat >"$folder/feed.py" <<'PYTHON'
import importlib.metadata

import pyte

LOOKS = ["bold", "italics", "underscore", "blink", "reverse"]

print(importlib.metadata.version("pyte"))
for name, text in [
        ("CSI > 4;2 m", "\x1b[>4;2mready"),
        ("CSI > 1 u", "\x1b[>1uready"),
        ("CSI < u", "\x1b[<uready"),
        ("CSI = 5 u", "\x1b[=5uready"),
        ("CSI 4:3 m", "\x1b[4:3mready"),
        ("CSI 38:2::255:0:0 m", "\x1b[38:2::255:0:0mready"),
        ("CSI 58;5;1 m", "\x1b[58;5;1mready"),
        ("DCS + q", "\x1bP+q544e\x1b\\ready"),
        ("ESC k", "\x1bktitle\x1b\\ready"),
        ("ESC _", "\x1b_Gi=1;AAAA\x1b\\ready"),
        ("OSC 8", "\x1b]8;;http://example.org/\x1b\\ready"),
        ("CSI 4 b", "=\x1b[4b"),
        ("CSI 1 S", "first\r\nsecond\x1b[1S")]:
    screen = pyte.Screen(40, 2)
    pyte.Stream(screen).feed(text)
    first = screen.buffer[0][0]
    print(f"{name}: {screen.display[0].rstrip()}", *(look for look in LOOKS if getattr(first, look)))
PYTHON
seen=$(PYTHONPATH=$folder/packages python3 "$folder/feed.py")
echo "$seen"
[ "$seen" = "0.8.2
CSI > 4;2 m: ready underscore
CSI > 1 u: ready
CSI < u: uready
CSI = 5 u: 5uready
CSI 4:3 m: 3mready
CSI 38:2::255:0:0 m: 2::255:0:0mready
CSI 58;5;1 m: ready bold blink
DCS + q: +q544eready
ESC k: titleready
ESC _: Gi=1;AAAAready
OSC 8: ready
CSI 4 b: =
CSI 1 S: first" ]
