extension InboxSchema {
  /// What the exchange with other machines needs; its tables are empty while there is none.
  ///
  /// `status_at` is when the status was last set; NULL is before all, as in rows of older programs.
  /// `answered_by`, `answered_on` and `answered_at` are the person, machine and time of `answer`;
  /// `answered_at` is NULL for an answer from before this version. `answer_sent` is 1 while another
  /// machine, which asks, has not decided on it. `arrived_on` is the name of the machine on which
  /// the message arrived; NULL where no exchange knows it.
  ///
  /// `exchange` has one row while the inbox takes part: what was read of which stream, for whom,
  /// and when it last had read everything. `offers` is a JSON object of sources that are shared or
  /// not, `compared_at` is the time of the last reading from the beginning, `waiting_since` since
  /// when values wait to be sent. `alerts` is 1 where messages of others raise alerts. `key` is the
  /// id of the key that made the subjects, and `is_keyed` 1 where the stream names it. `peer` has
  /// the machines that take part.
  ///
  /// `register` has the values that were joined, by name, with their sequence in the stream, NULL
  /// while they never were in one. `dirty` is 1 for values to send, 2 for those whose present value
  /// in the stream must be read first, and 3 for those that the stream has refused or that are held
  /// back. 4 is for values of a purged message, which are sent once more so that they expire in the
  /// stream. Their `number` is that of the message, or minus the key in `absent`; so is that in
  /// `subject`, which has the name of each message in the stream.
  ///
  /// `absent` has what an ``AbsentMark`` says: `clock` is the timestamp of a purge, NULL until it
  /// is taken up; `source` and `id` are NULL where the message never was here.
  static let exchange = """
    ALTER TABLE message ADD COLUMN status_at INTEGER;
    ALTER TABLE message ADD COLUMN answered_by TEXT;
    ALTER TABLE message ADD COLUMN answered_on TEXT;
    ALTER TABLE message ADD COLUMN answered_at INTEGER;
    ALTER TABLE message ADD COLUMN answer_sent INTEGER;
    ALTER TABLE message ADD COLUMN arrived_on TEXT;
    CREATE INDEX message_by_machine ON message (arrived_on) WHERE arrived_on IS NOT NULL;
    CREATE TABLE exchange (
      name TEXT PRIMARY KEY,
      person TEXT NOT NULL,
      machine TEXT,
      offers TEXT,
      alerts INTEGER NOT NULL DEFAULT 1,
      key TEXT,
      is_keyed INTEGER NOT NULL DEFAULT 0,
      stream TEXT,
      created TEXT,
      sequence INTEGER NOT NULL DEFAULT 0,
      clock_offset INTEGER NOT NULL DEFAULT 0,
      joined_at INTEGER NOT NULL,
      compared_at INTEGER,
      read_at INTEGER,
      waiting_since INTEGER
    ) WITHOUT ROWID;
    CREATE TABLE peer (
      origin TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      person TEXT NOT NULL,
      seen_at INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE subject (
      subject TEXT PRIMARY KEY,
      number INTEGER NOT NULL UNIQUE
    ) WITHOUT ROWID;
    CREATE TABLE register (
      number INTEGER NOT NULL,
      name TEXT NOT NULL,
      sequence INTEGER,
      value BLOB NOT NULL,
      dirty INTEGER NOT NULL,
      PRIMARY KEY (number, name)
    ) WITHOUT ROWID;
    CREATE INDEX register_dirty ON register (dirty) WHERE dirty > 0;
    CREATE TABLE absent (
      key INTEGER PRIMARY KEY AUTOINCREMENT,
      source TEXT,
      id TEXT,
      reason TEXT NOT NULL,
      generation INTEGER NOT NULL,
      clock TEXT,
      latest TEXT,
      at INTEGER NOT NULL,
      UNIQUE (source, id)
    );
    CREATE INDEX absent_purged ON absent (at) WHERE reason = 'purged';
    """

  /// What is known of the machines of an exchange beside their names.
  ///
  /// `since` is when their inbox got its origin, and `gone_at` when somebody took them out of the
  /// list; they are in it again with a later `seen_at`. `dirty` is 1 where the others are to hear of
  /// that, and 3 where the stream has refused it.
  static let machines = """
    ALTER TABLE peer ADD COLUMN since INTEGER;
    ALTER TABLE peer ADD COLUMN gone_at INTEGER;
    ALTER TABLE peer ADD COLUMN dirty INTEGER NOT NULL DEFAULT 0;
    """
}
