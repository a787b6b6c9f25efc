#!/usr/bin/env bash
# SQLite: INSERT OR REPLACE leaves the replaced row's words in an FTS5 index kept by its documented triggers.
#
# Expected: with the three triggers that the FTS5 page gives for an external content table, the index follows
# each change of the table. Seen in 3.51.1: INSERT OR REPLACE deletes the old row without its delete trigger
# (that needs recursive_triggers, which is off). A replaced row of the same id is found by words that it no
# longer has; one replaced by its unique key leaves an entry behind, and a search for its words ends with
# "missing row ... from content table". The statement succeeds, PRAGMA integrity_check says "ok", and so does
# FTS5's own check unless it is asked to compare (rank 1). ON CONFLICT DO UPDATE keeps the index right.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore --no-deps \
  --only-binary :all: --target "$folder/packages" apsw==3.51.1.0
cat >"$folder/replace.py" <<'PYTHON'
import apsw


def outcome(write, recursive="OFF"):
    """Stores a row "disk full", has it replaced by "all well", and tells what is found then."""
    connection = apsw.Connection(":memory:")
    connection.execute(f"PRAGMA recursive_triggers = {recursive}")
    connection.execute("""
        CREATE TABLE message (id INTEGER PRIMARY KEY, key TEXT UNIQUE, body TEXT);
        CREATE VIRTUAL TABLE words USING fts5 (body, content = 'message', content_rowid = 'id');
        CREATE TRIGGER added AFTER INSERT ON message BEGIN
          INSERT INTO words (rowid, body) VALUES (new.id, new.body);
        END;
        CREATE TRIGGER removed AFTER DELETE ON message BEGIN
          INSERT INTO words (words, rowid, body) VALUES ('delete', old.id, old.body);
        END;
        CREATE TRIGGER changed AFTER UPDATE ON message BEGIN
          INSERT INTO words (words, rowid, body) VALUES ('delete', old.id, old.body);
          INSERT INTO words (rowid, body) VALUES (new.id, new.body);
        END;
        INSERT INTO message (id, key, body) VALUES (1, 'disk', 'disk full');""")
    connection.execute(write)

    def ask(statement):
        try:
            return [row[0] for row in connection.execute(statement)]
        except apsw.Error as error:
            return str(error).split(":")[-1].strip()

    return [ask("SELECT body FROM words WHERE words MATCH 'full'"), ask("PRAGMA integrity_check"),
            ask("INSERT INTO words (words) VALUES ('integrity-check')"),
            ask("INSERT INTO words (words, rank) VALUES ('integrity-check', 1)")]


print(apsw.sqlitelibversion())
same_id = "INSERT OR REPLACE INTO message (id, key, body) VALUES (1, 'disk', 'all well')"
print("same id:", *outcome(same_id))
print("same key:", *outcome("INSERT OR REPLACE INTO message (key, body) VALUES ('disk', 'all well')"))
print("recursive_triggers:", *outcome(same_id, "ON"))
print("upsert:", *outcome("""INSERT INTO message (key, body) VALUES ('disk', 'all well')
                             ON CONFLICT (key) DO UPDATE SET body = excluded.body"""))
PYTHON
seen=$(PYTHONPATH=$folder/packages python3 "$folder/replace.py")
echo "$seen"
[ "$seen" = "3.51.1
same id: ['all well'] ['ok'] [] database disk image is malformed
same key: missing row 1 from content table 'main'.'message' ['ok'] [] database disk image is malformed
recursive_triggers: [] ['ok'] [] []
upsert: [] ['ok'] [] []" ]
