#!/usr/bin/env bash
# SQLite 3.54.1: an array that comes from a subselect is put into json_object as a text; in 3.54.0 it was an array.
#
# Expected of SELECT json_object('id', id, 'tags', (SELECT json_group_array(name) FROM tag WHERE tag.message =
# message.id)) FROM message, the usual way to nested JSON from two tables: {"id":1,"tags":["a","b"]} in every version,
# and no change by the last number of one. Seen, with the SQLite inside of apsw: so it is from 3.40.1 to 3.54.0, while
# the columns of a view or of a subquery in FROM count as text there already. In 3.54.1 a subselect in the place of a
# value counts as text as well: json_object, json_array, json_set and json_group_array write "[\"a\",\"b\"]", with
# success, and each reader gets a string for its list. What is made inside of one SELECT stays JSON, and json() around
# the subselect is right in all versions, so it should always stand there. A program with the system's SQLite changes by
# an update.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

cat >"$folder/nested.py" <<'PYTHON'
import apsw

TAGS = "(SELECT json_group_array(name) FROM tag WHERE tag.message = message.id)"
CASES = {
    "subselect": f"SELECT json_object('tags', {TAGS}) FROM message",
    "coalesce": f"SELECT json_object('tags', coalesce({TAGS}, '[]')) FROM message",
    "json_set": f"SELECT json_set('{{}}', '$.tags', {TAGS}) FROM message",
    "json_group_array": f"SELECT json_group_array({TAGS}) FROM message",
    "json_extract": "SELECT json_object('tags', (SELECT json_extract(body, '$.tags') FROM message))",
    "json around it": f"SELECT json_object('tags', json({TAGS})) FROM message",
    "view": "SELECT json_object('tags', tags) FROM tagged",
    "one SELECT": "SELECT json_object('tags', json_group_array(name)) FROM tag GROUP BY message"}

connection = apsw.Connection(":memory:")
connection.execute("""
    CREATE TABLE message (id INTEGER PRIMARY KEY, body TEXT);
    CREATE TABLE tag (message INTEGER, name TEXT);
    INSERT INTO message VALUES (1, '{"tags":["a","b"]}');
    INSERT INTO tag VALUES (1, 'a'), (1, 'b');
    CREATE VIEW tagged AS SELECT json_group_array(name) AS tags FROM tag GROUP BY message;
    """)
print(apsw.sqlitelibversion())
for name, query in CASES.items():
    print(f"{name}:", connection.execute(query).fetchone()[0])
PYTHON

# Prints what the queries give: 'nested VERSION-OF-APSW', which brings that SQLite along.
nested() {
  python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore --no-deps \
    --only-binary :all: --target "$folder/$1" "apsw==$1"
  PYTHONPATH=$folder/$1 python3 "$folder/nested.py"
}

seen=$(nested 3.40.1.0 && nested 3.54.0.0 && nested 3.54.1.0)
echo "$seen"
old='subselect: {"tags":["a","b"]}
coalesce: {"tags":["a","b"]}
json_set: {"tags":["a","b"]}
json_group_array: [["a","b"]]
json_extract: {"tags":["a","b"]}'
new='subselect: {"tags":"[\"a\",\"b\"]"}
coalesce: {"tags":"[\"a\",\"b\"]"}
json_set: {"tags":"[\"a\",\"b\"]"}
json_group_array: ["[\"a\",\"b\"]"]
json_extract: {"tags":"[\"a\",\"b\"]"}'
same='json around it: {"tags":["a","b"]}
view: {"tags":"[\"a\",\"b\"]"}
one SELECT: {"tags":["a","b"]}'
[ "$seen" = "3.40.1
$old
$same
3.54.0
$old
$same
3.54.1
$new
$same" ]
