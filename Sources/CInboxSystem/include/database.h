// A call of SQLite's that takes a variable number of arguments, which Swift does not import.
#ifndef INBOX_DATABASE_H
#define INBOX_DATABASE_H

struct sqlite3;
int sqlite3_db_config(struct sqlite3 *, int, ...);

/// Has a connection close without a checkpoint, so that the write-ahead log stays as it is.
static inline void inbox_database_keep_log(void *connection) {
  int set = 0;
  const int no_checkpoint_on_close = 1006;  // SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE
  sqlite3_db_config((struct sqlite3 *)connection, no_checkpoint_on_close, 1, &set);
}

#endif
