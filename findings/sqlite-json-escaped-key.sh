#!/usr/bin/env bash
# SQLite up to 3.44: a key of JSON text that is written with an escape is there for json_each and for nothing else.
#
# Expected: {"gr\u00f6\u00dfe": 7}, which is how Python's json.dumps and PHP's json_encode write {"größe": 7} unless
# told otherwise, and {"a\/b": 7}, PHP's way with a slash, have the key "größe" and "a/b" in every function. Seen in
# 3.40.1 (the version of Debian 12) and 3.44.2: json_extract and ->> give NULL, also behind json(), which keeps the
# escapes; json_remove leaves the key, and json_set puts a second one of the same name beside it. json_each alone shows
# it as it is. 3.45.0 finds it everywhere. So a rule or an index on a field of a webhook's body works for one
# sender and not for the next, without an error.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

cat >"$folder/keys.py" <<'PYTHON'
import apsw

connection = apsw.Connection(":memory:")
print(apsw.sqlitelibversion())
for name, text in [("größe", '{"größe":7}'), ("größe", r'{"gr\u00f6\u00dfe":7}'), ("a/b", r'{"a\/b":7}')]:
    path = f'$."{name}"'
    seen = []
    for call in ["json_extract(:text, :path)", ":text ->> :name", "json_extract(json(:text), :path)",
                 "json_remove(:text, :path)", "json_set(:text, :path, 8)", "(SELECT key FROM json_each(:text))"]:
        row = connection.execute(f"SELECT {call}", {"text": text, "path": path, "name": name}).fetchone()
        seen.append("NULL" if row[0] is None else str(row[0]))
    print(text, *seen)
PYTHON

# Prints what each function makes of the texts: 'keys VERSION-OF-APSW', which brings that SQLite along.
keys() {
  python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore --no-deps \
    --only-binary :all: --target "$folder/$1" "apsw==$1"
  PYTHONPATH=$folder/$1 PYTHONIOENCODING=utf-8 python3 "$folder/keys.py"
}

seen=$(keys 3.40.1.0 && keys 3.44.2.0 && keys 3.45.0.0)
echo "$seen"
old='{"größe":7} 7 7 7 {} {"größe":8} größe
{"gr\u00f6\u00dfe":7} NULL NULL NULL {"gr\u00f6\u00dfe":7} {"gr\u00f6\u00dfe":7,"größe":8} größe
{"a\/b":7} NULL NULL NULL {"a\/b":7} {"a\/b":7,"a/b":8} a/b'
[ "$seen" = "3.40.1
$old
3.44.2
$old
3.45.0
{\"größe\":7} 7 7 7 {} {\"größe\":8} größe
{\"gr\\u00f6\\u00dfe\":7} 7 7 7 {} {\"gr\\u00f6\\u00dfe\":8} größe
{\"a\\/b\":7} 7 7 7 {} {\"a\\/b\":8} a/b" ]
