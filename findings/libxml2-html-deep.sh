#!/usr/bin/env bash
# libxml2's HTML parser: a page of more than 255 nested elements ends in the middle, with success.
#
# Expected of a page whose elements stand 300 deep, or of a mail with a <font> in each of 300 lines that nobody closes
# (so that each one lies in the one before): all of its text, or an error. Seen, through lxml with libxml2 2.10.3,
# 2.13.8 and 2.14.6: the tree ends at the 255th or 254th, without an exception; what follows is missing also where it
# stands outside of the deep part, as the end of the mail does. Only the parser's error log tells. A reader
# without a tree (SAX) is told all of it, and so is one with huge_tree=True (XML_PARSE_HUGE in C).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Prints the last words of the pages: 'pages VERSION-OF-LXML'.
pages() {
  python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore --no-deps \
    --only-binary :all: --target "$folder/$1" "lxml==$1"
  PYTHONPATH=$folder/$1 python3 - <<'PYTHON'
from lxml import etree


class Words:
    """What a reader without a tree is told."""

    def __init__(self):
        self.text = ""

    def start(self, name, attributes):
        pass

    def end(self, name):
        pass

    def data(self, text):
        self.text += text

    def comment(self, text):
        pass

    def close(self):
        return self.text


def lines(text):
    """How many lines there are, and whether the text behind them is there."""
    return f"{text.count('line')} {'and the end' if 'end' in text else 'without the end'}"


def tree(page, **settings):
    parser = etree.HTMLParser(**settings)
    text = lines("".join(etree.fromstring(page, parser).itertext()))
    return text + (" (logged)" if any(entry.level_name == "FATAL" for entry in parser.error_log) else "")


print(".".join(map(str, etree.LIBXML_VERSION)))
end = "<p>end</p>"
for name, page in [("closed", "<div>line " * 300 + "</div>" * 300 + end), ("open", "<font>line<br>" * 300 + end),
                   ("flat", "<div>line</div>" * 300 + end)]:
    without = lines(etree.fromstring(page, etree.HTMLParser(target=Words())))
    print(f"{name}: {tree(page)}; without a tree {without}; huge {tree(page, huge_tree=True)}")
PYTHON
}

seen=$(pages 4.9.4; pages 5.4.0; pages 6.1.3)
echo "$seen"
[ "$seen" = "2.10.3
closed: 255 without the end (logged); without a tree 300 and the end; huge 300 and the end
open: 255 without the end (logged); without a tree 300 and the end; huge 300 and the end
flat: 300 and the end; without a tree 300 and the end; huge 300 and the end
2.13.8
closed: 255 without the end (logged); without a tree 300 and the end; huge 300 and the end
open: 255 without the end (logged); without a tree 300 and the end; huge 300 and the end
flat: 300 and the end; without a tree 300 and the end; huge 300 and the end
2.14.6
closed: 254 without the end (logged); without a tree 300 and the end; huge 300 and the end
open: 254 without the end (logged); without a tree 300 and the end; huge 300 and the end
flat: 300 and the end; without a tree 300 and the end; huge 300 and the end" ]
