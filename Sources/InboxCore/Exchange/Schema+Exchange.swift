extension InboxSchema {
  /// What the exchange with other machines needs; its tables are empty while there is none.
  ///
  /// `status_at` is when the status was last set; NULL is before all, as in rows of older programs.
  /// `answered_by`, `answered_on` and `answered_at` are the person, machine and time of `answer`;
  /// `answered_at` is NULL for an answer from before this version.
  ///
  /// `exchange` has one row while the inbox takes part: what was read of which stream, for whom, and
  /// when it last had read everything. `register` has the values that were joined, by name, with
  /// their sequence in the stream; dirty ones are not sent yet. Their `number` is that of the
  /// message, or minus the key in `absent`.
  ///
  /// `absent` has what an ``AbsentMark`` says: `clock` is the timestamp of a purge, NULL until it is
  /// sent; `subject` is NULL until the exchange has computed it, and `source` and `id` where the
  /// message never was here.
  static let exchange = """
    ALTER TABLE message ADD COLUMN status_at INTEGER;
    ALTER TABLE message ADD COLUMN answered_by TEXT;
    ALTER TABLE message ADD COLUMN answered_on TEXT;
    ALTER TABLE message ADD COLUMN answered_at INTEGER;
    CREATE TABLE exchange (
      name TEXT PRIMARY KEY,
      person TEXT NOT NULL,
      stream TEXT,
      created TEXT,
      sequence INTEGER NOT NULL DEFAULT 0,
      joined_at INTEGER NOT NULL,
      read_at INTEGER
    ) WITHOUT ROWID;
    CREATE TABLE register (
      number INTEGER NOT NULL,
      name TEXT NOT NULL,
      sequence INTEGER,
      value BLOB NOT NULL,
      dirty INTEGER NOT NULL,
      PRIMARY KEY (number, name)
    ) WITHOUT ROWID;
    CREATE INDEX register_dirty ON register (dirty) WHERE dirty = 1;
    CREATE TABLE absent (
      key INTEGER PRIMARY KEY AUTOINCREMENT,
      subject TEXT UNIQUE,
      source TEXT,
      id TEXT,
      reason TEXT NOT NULL,
      generation INTEGER NOT NULL,
      clock TEXT,
      latest TEXT,
      at INTEGER NOT NULL,
      UNIQUE (source, id)
    );
    """
}
