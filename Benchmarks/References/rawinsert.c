// rawinsert FROM TO [BATCH]: copies the rows of one inbox database into a new file with the same schema.
//
// The reference for the import and, with fewer rows than 5000 in a transaction, for publishing: the same columns, indexes, full-text table and triggers, the same
// values, and nothing but SQLite. The time of reading FROM is part of it, as an import reads too.
// Prints the number of rows and the seconds.
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void check(sqlite3 *database, int code) {
  if (code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE) return;
  fprintf(stderr, "rawinsert: %s\n", sqlite3_errmsg(database));
  exit(1);
}

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void copy_schema(sqlite3 *from, sqlite3 *to) {
  sqlite3_stmt *schema;
  check(from, sqlite3_prepare_v2(from,
      "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'message_text_%'"
      " AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'grdb_%'"
      " ORDER BY type = 'trigger', type = 'index', rowid", -1, &schema, NULL));
  while (sqlite3_step(schema) == SQLITE_ROW)
    check(to, sqlite3_exec(to, (const char *)sqlite3_column_text(schema, 0), NULL, NULL, NULL));
  sqlite3_finalize(schema);
  check(to, sqlite3_exec(to, "INSERT INTO counter SELECT a.value, b.value, 0 FROM"
      " json_each('[0,1,2]') AS a, json_each('[0,1,2]') AS b", NULL, NULL, NULL));
}

static sqlite3_stmt *insertion(sqlite3 *to, int columns) {
  char sql[512] = "INSERT OR FAIL INTO message VALUES (?";
  for (int i = 1; i < columns; i++) strcat(sql, ",?");
  strcat(sql, ")");
  sqlite3_stmt *insert;
  check(to, sqlite3_prepare_v2(to, sql, -1, &insert, NULL));
  return insert;
}

// Ends one batch as the import does: the full-text table takes what was inserted in one statement.
static void finish_batch(sqlite3 *to, sqlite3_int64 first) {
  char sql[256];
  snprintf(sql, sizeof sql, "INSERT INTO message_text (rowid, title, subtitle, body)"
      " SELECT number, title, subtitle, body FROM message WHERE number >= %lld", first);
  check(to, sqlite3_exec(to, sql, NULL, NULL, NULL));
  check(to, sqlite3_exec(to, "COMMIT", NULL, NULL, NULL));
}

int main(int arguments, char **values) {
  long batch = arguments == 4 ? atol(values[3]) : 5000;
  if (arguments < 3 || arguments > 4 || batch < 1) {
    fprintf(stderr, "usage: rawinsert FROM TO [BATCH]\n");
    return 64;
  }
  sqlite3 *from, *to;
  check(NULL, sqlite3_open_v2(values[1], &from, SQLITE_OPEN_READWRITE, NULL));
  check(NULL, sqlite3_open(values[2], &to));
  check(to, sqlite3_exec(to, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
      " PRAGMA temp_store = MEMORY; PRAGMA cache_size = -16000", NULL, NULL, NULL));
  copy_schema(from, to);
  sqlite3_stmt *select;
  check(from, sqlite3_prepare_v2(from, "SELECT * FROM message ORDER BY number", -1, &select, NULL));
  int columns = sqlite3_column_count(select);
  sqlite3_stmt *insert = insertion(to, columns);
  double start = seconds();
  long rows = 0;
  sqlite3_int64 first = 0;
  check(to, sqlite3_exec(to, "BEGIN IMMEDIATE", NULL, NULL, NULL));
  while (sqlite3_step(select) == SQLITE_ROW) {
    for (int i = 0; i < columns; i++)
      check(to, sqlite3_bind_value(insert, i + 1, sqlite3_column_value(select, i)));
    check(to, sqlite3_step(insert));
    sqlite3_reset(insert);
    if (rows % batch == 0) first = sqlite3_column_int64(select, 0);
    if (++rows % batch == 0) {
      finish_batch(to, first);
      check(to, sqlite3_exec(to, "BEGIN IMMEDIATE", NULL, NULL, NULL));
    }
  }
  if (rows % batch != 0) finish_batch(to, first);
  else check(to, sqlite3_exec(to, "COMMIT", NULL, NULL, NULL));
  printf("%ld %.3f\n", rows, seconds() - start);
  sqlite3_finalize(select);
  sqlite3_finalize(insert);
  sqlite3_close(from);
  sqlite3_close(to);
  return 0;
}
