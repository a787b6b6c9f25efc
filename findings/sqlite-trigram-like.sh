#!/usr/bin/env bash
# SQLite 3.40.1: LIKE with two letters beyond ASCII finds nothing in an FTS5 trigram table.
#
# Expected: a trigram table answers LIKE for any pattern, by its index from three characters on, by a scan
# below that. Seen in 3.40.1 (Debian 12): '%東京%' and '%ño%' find no row, although the text is there;
# '%ab%' finds its row. Short is judged by bytes there, so two letters of two or three bytes go to an index
# that has no trigram for them. From 3.41.0 on all four are found.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Prints how many rows each pattern finds: 'counts VERSION-OF-APSW', which brings that SQLite along.
counts() {
  python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore --no-deps \
    --only-binary :all: --target "$folder/$1" "apsw==$1"
  PYTHONPATH=$folder/$1 python3 - <<'PYTHON'
import apsw

cursor = apsw.Connection(":memory:").cursor()
cursor.execute("CREATE VIRTUAL TABLE t USING fts5 (body, tokenize = 'trigram')")
cursor.execute("INSERT INTO t VALUES ('東京都の天気'), ('abcdef'), ('año nuevo')")
found = []
for pattern in ["%東京%", "%東京都%", "%ño%", "%ab%"]:
    rows = cursor.execute("SELECT count(*) FROM t WHERE body LIKE ?", (pattern,)).fetchall()
    found.append(f"{pattern}={rows[0][0]}")
print(apsw.sqlitelibversion(), *found)
PYTHON
}

old=$(counts 3.40.1.0)
new=$(counts 3.41.0.0)
printf '%s\n' "$old" "$new"
[ "$old" = "3.40.1 %東京%=0 %東京都%=1 %ño%=0 %ab%=1" ]
[ "$new" = "3.41.0 %東京%=1 %東京都%=1 %ño%=1 %ab%=1" ]
