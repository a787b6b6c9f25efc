#!/usr/bin/env bash
# chafa 1.12.4: the rows of a picture are rounded down, so that a small one loses its shape.
#
# Expected: of 4 columns and 2 rows, whose cells are 9 pixels wide and 20 high, a square image takes 4 columns and
# 1.8 rows, so 2. Seen in chafa 1.12.4 (Debian 12): 1 row, which shows a square nearly twice as wide as high. With
# cells of 10 × 20 pixels it is 2 rows. A caller that wants small pictures chooses their rows itself, and gives
# --stretch.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

(cd "$folder" && apt-get download chafa=1.12.4-1+b1 libchafa0=1.12.4-1+b1 >/dev/null 2>&1 &&
  for package in *.deb; do dpkg-deb -x "$package" .; done)
export LD_LIBRARY_PATH=$folder/usr/lib/$(uname -m)-linux-gnu
python3 - "$folder/square.png" <<'PYTHON'
import struct
import sys
import zlib


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


rows = (b"\0" + b"\xff\0\0" * 200) * 200
with open(sys.argv[1], "wb") as file:
    file.write(
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", struct.pack(">IIBBBBB", 200, 200, 8, 2, 0, 0, 0))
        + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))
PYTHON
rows() {
  "$folder/usr/bin/chafa" --format symbols --animate off --colors none --symbols block --size 4x2 "$@" \
    "$folder/square.png" | sed 's/\x1b\[[0-9;?]*[a-zA-Z]//g' | grep -c .
}
seen="$("$folder/usr/bin/chafa" --version | head -n 1): $(rows --font-ratio 9/20) row of cells 9/20,"
seen="$seen $(rows --font-ratio 10/20) of 10/20, $(rows --font-ratio 9/20 --stretch) stretched"
echo "$seen"
[ "$seen" = "Chafa version 1.12.4: 1 row of cells 9/20, 2 of 10/20, 2 stretched" ]
