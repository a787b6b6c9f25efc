// sqlitefloor FILE count|list|show|push: the least that a command on an inbox can do.
//
// The reference for the commands: the same read or write of the same file, by SQLite alone. `push`
// stores a copy of the newest message, with its words in the full-text index, and waits until it is
// safe on disk.
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

static sqlite3 *database;

static int complain(void) {
  fprintf(stderr, "sqlitefloor: %s\n", sqlite3_errmsg(database));
  return 1;
}

// Prints the columns of each row.
static int print(const char *sql) {
  sqlite3_stmt *rows;
  if (sqlite3_prepare_v2(database, sql, -1, &rows, NULL) != SQLITE_OK) return complain();
  int code;
  while ((code = sqlite3_step(rows)) == SQLITE_ROW) {
    for (int i = 0; i < sqlite3_column_count(rows); i++) {
      const unsigned char *text = sqlite3_column_text(rows, i);
      printf("%s\t", text ? (const char *)text : "");
    }
    printf("\n");
  }
  sqlite3_finalize(rows);
  return code == SQLITE_DONE ? 0 : complain();
}

static int push(void) {
  const char *sql =
      "PRAGMA synchronous = FULL;"
      "BEGIN IMMEDIATE;"
      "CREATE TEMP TABLE copy AS SELECT * FROM message ORDER BY number DESC LIMIT 1;"
      "UPDATE copy SET id = lower(hex(randomblob(16))), number = number + 1;"
      "INSERT INTO message SELECT * FROM copy;"
      "INSERT INTO message_text (rowid, title, subtitle, body)"
      " SELECT number, title, subtitle, body FROM copy;"
      "COMMIT";
  return sqlite3_exec(database, sql, NULL, NULL, NULL) == SQLITE_OK ? 0 : complain();
}

int main(int arguments, char **values) {
  if (arguments != 3) {
    fprintf(stderr, "usage: sqlitefloor FILE count|list|show|push\n");
    return 64;
  }
  if (sqlite3_open_v2(values[1], &database, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK)
    return complain();
  const char *what = values[2];
  int code = 64;
  if (strcmp(what, "count") == 0)
    code = print("SELECT count FROM counter WHERE place = 1 AND status = 0");
  if (strcmp(what, "list") == 0)
    code = print("SELECT * FROM message WHERE place = 1 AND pinned = 0"
                 " ORDER BY sort_at DESC, number DESC LIMIT 1");
  if (strcmp(what, "show") == 0) code = print("SELECT * FROM message WHERE number = 1");
  if (strcmp(what, "push") == 0) code = push();
  sqlite3_close(database);
  return code;
}
