#!/usr/bin/env bash
# libxml2's HTML parser: what follows </html> moves from the body to a second root element in 2.13.
#
# Expected, as in browsers: text after </html> is added to the body. Mailing lists and scanners append
# such footers. Seen, through lxml and its bundled libxml2: in 2.10.3 the text stands in an element html
# inside the first one; in 2.13.8 and 2.14.6 it is a sibling of the root, so that a program that walks the
# root element, or asks for all of its text, never meets it. The document is read without any error.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Prints the text below the root and that beside it: 'texts VERSION-OF-LXML'.
texts() {
  python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore --no-deps \
    --only-binary :all: --target "$folder/$1" "lxml==$1"
  PYTHONPATH=$folder/$1 python3 - <<'PYTHON'
from lxml import etree

parser = etree.HTMLParser()
page = b"<html><body><p>order</p></body></html><p>footer</p>"
root = etree.fromstring(page, parser)
beside = ["".join(element.itertext()) for element in root.itersiblings()]
print(".".join(map(str, etree.LIBXML_VERSION)), "".join(root.itertext()), beside)
PYTHON
}

seen=$(texts 4.9.4; texts 5.4.0; texts 6.1.3)
echo "$seen"
[ "$seen" = "2.10.3 orderfooter []
2.13.8 order ['footer']
2.14.6 order ['footer']" ]
