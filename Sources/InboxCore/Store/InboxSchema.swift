import InboxText
/// The schema of an inbox, by version.
///
/// Times are milliseconds since 1970; lists and free values are JSON text, NULL when empty.
/// `user_version` holds the number of the last migration, so that opening a current database
/// costs one read; `application_id` marks the file as ours.
enum InboxSchema {
  /// Marks a file as an inbox: "BELL".
  static let applicationID: Int32 = 0x4245_4C4C
  /// The newest schema that this code knows.
  static var version: Int { migrations.count }

  /// What each version adds to the one before it, as statements.
  static let migrations = [
    [messages, labels, search, counters, log],
    version2,
  ]

  /// The messages, with where each stands.
  ///
  /// `place` is a ``Place``, settled as far as the clock goes; `next_at` is when the clock next
  /// moves it. `placed_at` is where arrival put it in the order, which a merge does not move; `sort_at` is
  /// that or the end of a snooze. `prior_status` is what restore returns to. What conditions look
  /// at comes first, so that they do not walk over long texts.
  private static let messages = """
    CREATE TABLE message (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      place INTEGER NOT NULL,
      status INTEGER NOT NULL,
      pinned INTEGER NOT NULL,
      priority INTEGER NOT NULL,
      delivery INTEGER NOT NULL,
      prior_status INTEGER,
      partial INTEGER NOT NULL,
      sort_at INTEGER NOT NULL,
      placed_at INTEGER NOT NULL,
      next_at INTEGER,
      sent_at INTEGER,
      received_at INTEGER NOT NULL,
      starts_at INTEGER,
      expires_at INTEGER,
      snoozed_until INTEGER,
      badge INTEGER,
      source TEXT NOT NULL,
      id TEXT NOT NULL,
      thread TEXT,
      glyph TEXT,
      sound TEXT,
      tap TEXT,
      categories TEXT,
      tags TEXT,
      conversion_tags TEXT,
      title TEXT,
      subtitle TEXT,
      attachments TEXT,
      actions TEXT,
      body TEXT,
      custom TEXT,
      UNIQUE (source, id)
    );
    -- The list and the trash, newest or oldest first, and the hidden ones.
    CREATE INDEX message_by_time ON message (place, pinned, sort_at);
    -- One status of the list, newest or oldest first; the two halves of "unread first".
    CREATE INDEX message_by_status ON message (place, status, pinned, sort_at);
    -- Most urgent first, and the priority filters.
    CREATE INDEX message_by_priority ON message (place, pinned, priority, sort_at);
    -- Oldest arrival of a status, for pruning.
    CREATE INDEX message_by_arrival ON message (status);
    -- Alert-only and expired ones, for pruning.
    CREATE INDEX message_alert_only ON message (delivery) WHERE delivery = 2;
    CREATE INDEX message_by_expiry ON message (expires_at) WHERE expires_at IS NOT NULL;
    -- What the clock moves next.
    CREATE INDEX message_by_transition ON message (next_at) WHERE next_at IS NOT NULL;
    -- A conversation, newest first.
    CREATE INDEX message_by_thread ON message (thread, sort_at) WHERE thread IS NOT NULL;
    """

  /// Categories (kind 1) and tags (kind 2), one row a name, kept by triggers.
  private static let labels = """
    CREATE TABLE label (
      kind INTEGER NOT NULL,
      name TEXT NOT NULL,
      number INTEGER NOT NULL,
      PRIMARY KEY (kind, name, number)
    ) WITHOUT ROWID;
    \(labelTriggers(kind: 1, column: "categories"))
    \(labelTriggers(kind: 2, column: "tags"))
    """

  private static func labelTriggers(kind: Int, column: String) -> String {
    let remove = """
      DELETE FROM label WHERE kind = \(kind) AND number = OLD.number
        AND name IN (SELECT value FROM json_each(OLD.\(column)));
      """
    let add = """
      INSERT OR IGNORE INTO label SELECT DISTINCT \(kind), value, NEW.number FROM json_each(NEW.\(column));
      """
    return """
      CREATE TRIGGER \(column)_insert AFTER INSERT ON message WHEN NEW.\(column) IS NOT NULL
      BEGIN \(add) END;
      CREATE TRIGGER \(column)_delete AFTER DELETE ON message WHEN OLD.\(column) IS NOT NULL
      BEGIN \(remove) END;
      CREATE TRIGGER \(column)_update AFTER UPDATE OF \(column) ON message
      WHEN OLD.\(column) IS NOT NEW.\(column)
      BEGIN \(remove) \(add) END;
      """
  }

  /// Full-text search; the update trigger fires for the text columns only.
  ///
  /// What is inserted is indexed batch by batch (`Database.indexText(from:)`), not by a trigger:
  /// a trigger into this table makes each row a savepoint, and each savepoint writes it out.
  private static let search = """
    CREATE VIRTUAL TABLE message_text USING fts5 (
      title, subtitle, body,
      content = 'message', content_rowid = 'number',
      tokenize = 'unicode61 remove_diacritics 2'
    );
    CREATE TRIGGER text_delete AFTER DELETE ON message BEGIN
      INSERT INTO message_text (message_text, rowid, title, subtitle, body)
      VALUES ('delete', OLD.number, OLD.title, OLD.subtitle, OLD.body);
    END;
    CREATE TRIGGER text_update AFTER UPDATE OF title, subtitle, body ON message BEGIN
      INSERT INTO message_text (message_text, rowid, title, subtitle, body)
      VALUES ('delete', OLD.number, OLD.title, OLD.subtitle, OLD.body);
      INSERT INTO message_text (rowid, title, subtitle, body)
      VALUES (NEW.number, NEW.title, NEW.subtitle, NEW.body);
    END;
    """

  /// How many messages stand where, so that counts are exact and cheap.
  private static let counters = """
    CREATE TABLE counter (
      place INTEGER NOT NULL,
      status INTEGER NOT NULL,
      count INTEGER NOT NULL,
      PRIMARY KEY (place, status)
    ) WITHOUT ROWID;
    INSERT INTO counter
    SELECT place.value, status.value, 0
    FROM json_each('[0,1,2]') AS place, json_each('[0,1,2]') AS status;
    CREATE TRIGGER counter_insert AFTER INSERT ON message BEGIN
      UPDATE counter SET count = count + 1 WHERE place = NEW.place AND status = NEW.status;
    END;
    CREATE TRIGGER counter_delete AFTER DELETE ON message BEGIN
      UPDATE counter SET count = count - 1 WHERE place = OLD.place AND status = OLD.status;
    END;
    CREATE TRIGGER counter_update AFTER UPDATE OF place, status ON message
    WHEN OLD.place <> NEW.place OR OLD.status <> NEW.status BEGIN
      UPDATE counter SET count = count - 1 WHERE place = OLD.place AND status = OLD.status;
      UPDATE counter SET count = count + 1 WHERE place = NEW.place AND status = NEW.status;
    END;
    """

  /// The one log, the metrics and single values.
  ///
  /// `changes` is there for the steps that undo can take back; `undone_by` is the sequence of
  /// the undo that did, NULL again after a redo; `target` is what an undo or redo worked on.
  private static let log = """
    CREATE TABLE log (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      time INTEGER NOT NULL,
      verb TEXT NOT NULL,
      numbers BLOB NOT NULL,
      changes BLOB,
      target INTEGER,
      undone_by INTEGER
    );
    -- The newest step that undo or redo can take.
    CREATE INDEX log_undoable ON log (undone_by, sequence) WHERE changes IS NOT NULL;
    -- What is old enough to trim.
    CREATE INDEX log_by_time ON log (time);
    CREATE TABLE metric (
      day INTEGER NOT NULL,
      event TEXT NOT NULL,
      detail TEXT NOT NULL,
      source TEXT NOT NULL,
      category TEXT NOT NULL,
      count INTEGER NOT NULL,
      PRIMARY KEY (day, event, detail, source, category)
    ) WITHOUT ROWID;
    CREATE TABLE value (
      name TEXT PRIMARY KEY,
      value ANY NOT NULL
    ) WITHOUT ROWID;
    """
}
