#!/usr/bin/env bash
# tomlkit 0.15.2: the comment above a table goes with the table before it.
#
# Expected of a library that keeps comments and order, and of "# Only in working hours" above [bell]: whatever is done
# to the table before, the comment stays with [bell]. Seen in 0.15.2: removing that table, or replacing it, removes
# the comment; a new key in it is written below the comment, which then speaks of that key and no longer of [bell].
# Of two [[rule]] with a comment above each, removing the first leaves its comment above the second, whose own is gone,
# and exchanging them leaves one comment at the end of the file. The values are right each time. So a program
# that edits its settings for the user misplaces notes, and a test that compares values does not see it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore --no-deps \
  --target "$folder/packages" tomlkit==0.15.2
cat >"$folder/edit.py" <<'PYTHON'
import tomlkit

TABLES = "[mail]\nhost = 'a'\n\n# Only in working hours\n[bell]\nfrom = 9\n"
RULES = "# Quiet\n[[rule]]\nn = 1\n\n# At night\n[[rule]]\nn = 2\n"


def edited(name, text, change):
    document = tomlkit.parse(text)
    change(document)
    print(f"{name}:", *(line for line in tomlkit.dumps(document).splitlines() if line), sep=" | ")


def exchange(document):
    rules = document["rule"]
    rules[0], rules[1] = rules[1], rules[0]


print(tomlkit.__version__)
edited("as it was", TABLES, lambda document: None)
edited("removed", TABLES, lambda document: document.remove("mail"))
edited("replaced", TABLES, lambda document: document.update({"mail": {"host": "b"}}))
edited("added", TABLES, lambda document: document["mail"].add("port", 25))
edited("rule removed", RULES, lambda document: document["rule"].pop(0))
edited("rules exchanged", RULES, exchange)
PYTHON
seen=$(PYTHONPATH=$folder/packages python3 "$folder/edit.py")
echo "$seen"
[ "$seen" = "0.15.2
as it was: | [mail] | host = 'a' | # Only in working hours | [bell] | from = 9
removed: | [bell] | from = 9
replaced: | [mail] | host = \"b\" | [bell] | from = 9
added: | [mail] | host = 'a' | # Only in working hours | port = 25 | [bell] | from = 9
rule removed: | # Quiet | [[rule]] | n = 2
rules exchanged: | # Quiet | [[rule]] | n = 2 | [[rule]] | n = 1 | # At night" ]
