#!/usr/bin/env bash
# cmark-gfm 0.29.0 and comrak: of "2~3 h left, 4~5 done" the middle is struck through.
#
# Expected of GitHub's Markdown: "~~gone~~" is struck through, and a single tilde is a letter like others, as in "~3 h",
# or in a range as Chinese, Japanese and Korean texts have it. Seen in cmark-gfm 0.29.0.gfm.6 (Debian 12), in the one
# inside of cmarkgfm 2025.10.22 and in comrak 0.0.16 of PyPI: two single tildes strike through as well, also inside of
# words, and are not shown, so that two ranges read as "23 h left, 45 done" where there is no such style, as in a plain
# title. One range in a paragraph stays as it is, and so does "~/a to ~/b", so that a try with one sees nothing.
# markdown-it and mistune want two tildes, so a message depends on who shows it. cmark-gfm has an option for that
# (--strikethrough-double-tilde); a sender can write "\~".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

for package in cmark-gfm libcmark-gfm0.29.0.gfm.6 libcmark-gfm-extensions0.29.0.gfm.6; do
  (cd "$folder" && apt-get download "$package=0.29.0.gfm.6-6" >/dev/null 2>&1 && dpkg-deb -x "$package"_*.deb root) ||
    { echo "cannot download $package 0.29.0.gfm.6-6" >&2; exit 1; }
done
python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore \
  --target "$folder/packages" cmarkgfm==2025.10.22 comrak==0.0.16 markdown-it-py==4.3.0 mistune==3.4.0
cat >"$folder/render.py" <<'PYTHON'
import sys

import cmarkgfm
import comrak
import markdown_it
import mistune

text = sys.stdin.read()
extensions = comrak.ExtensionOptions()
extensions.strikethrough = True
print("cmarkgfm:", cmarkgfm.github_flavored_markdown_to_html(text), end="")
print("comrak:", comrak.render_markdown(text, extension_options=extensions), end="")
print("markdown-it:", markdown_it.MarkdownIt("commonmark").enable("strikethrough").render(text), end="")
print("mistune:", mistune.create_markdown(plugins=["strikethrough"])(text), end="")
PYTHON
library=$(find "$folder/root" -name 'libcmark-gfm.so*' -printf '%h\n' | head -n 1)
cmark() { LD_LIBRARY_PATH=$library "$folder/root/usr/bin/cmark-gfm" --extension strikethrough "$@"; }

seen=$(for text in '2~3 h left, 4~5 done' 'only 2~3 h left' 'from ~/a to ~/b' '2\~3 h left, 4\~5 done' '~~gone~~'; do
  echo "cmark-gfm: $(cmark <<<"$text")"
  echo "double: $(cmark --strikethrough-double-tilde <<<"$text")"
  PYTHONPATH=$folder/packages python3 "$folder/render.py" <<<"$text"
done)
echo "$seen"
single='<p>2~3 h left, 4~5 done</p>'
struck='<p>2<del>3 h left, 4</del>5 done</p>'
# Prints the six lines of a text: 'six CMARK DOUBLE CMARKGFM COMRAK MARKDOWN-IT MISTUNE'.
six() { printf '%s\n' "cmark-gfm: $1" "double: $2" "cmarkgfm: $3" "comrak: $4" "markdown-it: $5" "mistune: $6"; }
same() { six "$1" "$1" "$1" "$1" "$1" "$1"; }
[ "$seen" = "$(six "$struck" "$single" "$struck" "$struck" "$single" "$single"
  same '<p>only 2~3 h left</p>'
  same '<p>from ~/a to ~/b</p>'
  same "$single"
  six '<p><del>gone</del></p>' '<p><del>gone</del></p>' '<p><del>gone</del></p>' '<p><del>gone</del></p>' \
    '<p><s>gone</s></p>' '<p><del>gone</del></p>')" ]
