#!/usr/bin/env bash
# libxml2's HTML parser before 2.14: one bad byte in a page of UTF-8 makes a tree that is not UTF-8.
#
# Expected: whatever the page says, the strings of the tree are UTF-8, as libxml2 documents for all of its
# strings; a bad byte is replaced or left out. Seen, through lxml: with 2.13.8 the page is read without an
# exception, and the text of an element cannot be taken out of the tree, as the byte stands in it as it
# came. With 2.14.6 it is U+FFFD, and the letters around it are untouched.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Prints what the text of the paragraph is: 'paragraph VERSION-OF-LXML'.
paragraph() {
  python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore --no-deps \
    --only-binary :all: --target "$folder/$1" "lxml==$1"
  PYTHONPATH=$folder/$1 PYTHONIOENCODING=utf-8 python3 - <<'PYTHON'
from lxml import etree

page = "<p>Grüße".encode() + b"\xe9 end</p>"
root = etree.fromstring(page, etree.HTMLParser(encoding="utf-8"))
try:
    text = root.find(".//p").text
except UnicodeDecodeError as error:
    text = f"unreadable: {error.reason}"
print(".".join(map(str, etree.LIBXML_VERSION)), text)
PYTHON
}

seen=$(paragraph 5.4.0; paragraph 6.1.3)
echo "$seen"
[ "$seen" = "2.13.8 unreadable: invalid continuation byte
2.14.6 Grüße� end" ]
