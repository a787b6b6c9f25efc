#!/usr/bin/env bash
# rich 15.0.0: Text.from_ansi shows the addresses of links that "ls --hyperlink" writes, and lets coloured lines blink.
#
# Expected of Text.from_ansi, which takes the output of other programs and knows links (OSC 8): words and their look,
# and what it has no use for is left out. Seen in 15.0.0: a link whose sequences end with ST is one; where they end with
# BEL, as those of ls do, it is none, and "8;;file:///tmp" stands before its word; so does the title of a window
# ("0;my job"). Of 58;5;1, the colour of an underline, 5 and 1 count alone: the text is blinking and bold. A colour with
# colons (38:5:9) is left out, and so is a move to the right, by which two columns become one word. A viewer of logs
# that uses it shows what no terminal shows; links and titles have to be taken out before, or their BEL turned into ST.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore --no-deps \
  --target "$folder/packages" rich==15.0.0 pygments==2.21.0 markdown-it-py==4.3.0 mdurl==0.1.2
cat >"$folder/read.py" <<'PYTHON'
import importlib.metadata

from rich.text import Text

print(importlib.metadata.version("rich"))
for name, text in {
    "link with ST": "\x1b]8;;file:///tmp\x1b\\tmp\x1b]8;;\x1b\\", "link with BEL": "\x1b]8;;file:///tmp\atmp\x1b]8;;\a",
    "title with BEL": "\x1b]0;my job\atext", "title with ST": "\x1b]0;my job\x1b\\text",
    "colour of a line": "\x1b[4;58;5;1mtext", "colour with semicolons": "\x1b[38;5;9mtext",
    "colour with colons": "\x1b[38:5:9mtext", "columns": "a\x1b[5Cb",
}.items():
    read = Text.from_ansi(text)
    print(f"{name}: {read.plain!r}", *(span.style for span in read.spans))
PYTHON
seen=$(PYTHONPATH=$folder/packages python3 "$folder/read.py")
echo "$seen"
[ "$seen" = "15.0.0
link with ST: 'tmp' link file:///tmp
link with BEL: '8;;file:///tmptmp8;;'
title with BEL: '0;my jobtext'
title with ST: 'text'
colour of a line: 'text' bold underline blink
colour with semicolons: 'text' color(9)
colour with colons: 'text'
columns: 'ab'" ]
