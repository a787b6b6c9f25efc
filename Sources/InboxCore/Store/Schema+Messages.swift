extension InboxSchema {
  /// The messages and their places.
  ///
  /// Times are milliseconds since 1970; lists and custom values are JSON text, NULL when empty.
  /// `place` is a ``Place`` as of the last write; `next_at` is the next transition. `placed_at` is
  /// the position in the order at arrival, which a merge keeps; `sort_at` is that or the end of a
  /// snooze. `prior_status` is the status for restore. Columns of conditions come first, so that
  /// reading them skips long texts.
  static let messages = """
    CREATE TABLE message (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      place INTEGER NOT NULL,
      status INTEGER NOT NULL,
      pinned INTEGER NOT NULL,
      priority INTEGER NOT NULL,
      delivery INTEGER NOT NULL,
      prior_status INTEGER,
      partial INTEGER NOT NULL,
      asks INTEGER NOT NULL DEFAULT 0,
      progress INTEGER,
      occurrences INTEGER NOT NULL DEFAULT 1,
      sort_at INTEGER NOT NULL,
      placed_at INTEGER NOT NULL,
      next_at INTEGER,
      sent_at INTEGER,
      received_at INTEGER NOT NULL,
      starts_at INTEGER,
      expires_at INTEGER,
      snoozed_until INTEGER,
      first_at INTEGER,
      last_at INTEGER,
      resolved_at INTEGER,
      badge INTEGER,
      source TEXT NOT NULL,
      id TEXT NOT NULL,
      thread TEXT,
      fold TEXT,
      format TEXT,
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
      answer TEXT,
      body TEXT,
      custom TEXT,
      -- Hashes of source, title and thread, and of all else that identical repetitions share.
      title_hash INTEGER,
      content_hash INTEGER,
      rules TEXT,
      UNIQUE (source, id)
    );
    """

  /// The indexes for orders and filters.
  ///
  /// A change of status writes each index with that column; so few have it, each with a small
  /// index of only the unread rows beside it.
  static let indexes = """
    -- The list and the trash, newest or oldest first, and the hidden ones.
    CREATE INDEX message_by_time ON message (place, pinned, sort_at);
    -- One status of the list, newest or oldest first; the two halves of "unread first".
    CREATE INDEX message_by_status ON message (place, status, pinned, sort_at);
    -- Oldest arrival of a status, for pruning.
    CREATE INDEX message_by_arrival ON message (status);
    -- Alert-only and expired ones, for pruning.
    CREATE INDEX message_alert_only ON message (delivery) WHERE delivery = 2;
    CREATE INDEX message_by_expiry ON message (expires_at) WHERE expires_at IS NOT NULL;
    -- What the clock moves next.
    CREATE INDEX message_by_transition ON message (next_at) WHERE next_at IS NOT NULL;
    -- A conversation, newest first.
    CREATE INDEX message_by_thread ON message (thread, sort_at) WHERE thread IS NOT NULL;
    -- Open questions, in every order of each status.
    CREATE INDEX message_asking ON message (place, status, pinned, priority, sort_at)
    WHERE asks = 1 AND answer IS NULL;
    -- What has started, and what a snooze has given back, since somebody last asked.
    CREATE INDEX message_by_start ON message (starts_at) WHERE starts_at IS NOT NULL;
    CREATE INDEX message_by_snooze ON message (snoozed_until) WHERE snoozed_until IS NOT NULL;
    -- Most urgent first, and the priority filters.
    CREATE INDEX message_by_priority ON message (place, pinned, priority, sort_at);
    CREATE INDEX message_unread_by_priority ON message (place, pinned, priority, sort_at)
    WHERE status = 0;
    -- One sender, or some, in every order.
    CREATE INDEX message_by_source ON message (place, pinned, source, priority, sort_at);
    CREATE INDEX message_unread_by_source ON message (place, pinned, source, priority, sort_at)
    WHERE status = 0;
    -- What the clock has taken away for good: expired ones, and alert-only ones beside them.
    CREATE INDEX message_ended ON message (pinned, priority, sort_at)
    WHERE place = 0 AND next_at IS NULL;
    -- The message that one more occurrence belongs to.
    CREATE INDEX message_by_fold ON message (fold, source) WHERE fold IS NOT NULL;
    """

  /// Categories (kind 1) and tags (kind 2), one row a name, kept in order by triggers.
  static let labels = """
    CREATE TABLE label (
      kind INTEGER NOT NULL,
      name TEXT NOT NULL,
      priority INTEGER NOT NULL,
      sort_at INTEGER NOT NULL,
      number INTEGER NOT NULL,
      PRIMARY KEY (kind, name, priority, sort_at, number)
    ) WITHOUT ROWID;
    \(labelTriggers(kind: 1, column: "categories"))
    \(labelTriggers(kind: 2, column: "tags"))
    """

  private static func labelTriggers(kind: Int, column: String) -> String {
    let remove = """
      DELETE FROM label WHERE kind = \(kind) AND priority = OLD.priority
        AND sort_at = OLD.sort_at AND number = OLD.number
        AND name IN (SELECT value FROM json_each(OLD.\(column)));
      """
    let add = """
      INSERT OR IGNORE INTO label
      SELECT DISTINCT \(kind), value, NEW.priority, NEW.sort_at, NEW.number FROM json_each(NEW.\(column));
      """
    return """
      CREATE TRIGGER \(column)_insert AFTER INSERT ON message WHEN NEW.\(column) IS NOT NULL
      BEGIN \(add) END;
      CREATE TRIGGER \(column)_delete AFTER DELETE ON message WHEN OLD.\(column) IS NOT NULL
      BEGIN \(remove) END;
      CREATE TRIGGER \(column)_update AFTER UPDATE OF \(column), priority, sort_at ON message
      WHEN OLD.\(column) IS NOT NEW.\(column)
        OR (NEW.\(column) IS NOT NULL
          AND (OLD.priority <> NEW.priority OR OLD.sort_at <> NEW.sort_at))
      BEGIN \(remove) \(add) END;
      """
  }

  /// The number of messages by place and status, so that counts are exact and cheap.
  static let counters = """
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

  /// The earlier occurrences of folded messages.
  static let occurrences = """
    CREATE TABLE occurrence (
      number INTEGER NOT NULL,
      ordinal INTEGER NOT NULL,
      sent_at INTEGER,
      received_at INTEGER NOT NULL,
      title TEXT,
      subtitle TEXT,
      body TEXT,
      -- The further fields that the next occurrence lacks or changed, as a JSON object.
      fields TEXT,
      PRIMARY KEY (number, ordinal)
    ) WITHOUT ROWID;
    CREATE TRIGGER occurrence_delete AFTER DELETE ON message WHEN OLD.occurrences > 1 BEGIN
      DELETE FROM occurrence WHERE number = OLD.number;
    END;
    """

  /// The indexes and the table for what came more than once.
  static let folding = """
    -- What came more than once, and what is over.
    CREATE INDEX message_repeated ON message (occurrences) WHERE occurrences > 1;
    CREATE INDEX message_resolved ON message (resolved_at) WHERE resolved_at IS NOT NULL;
    -- The ids of pushes that became occurrences, so that one that comes twice counts once.
    CREATE TABLE alias (
      source TEXT NOT NULL,
      id TEXT NOT NULL,
      number INTEGER NOT NULL,
      ordinal INTEGER NOT NULL,
      PRIMARY KEY (source, id)
    ) WITHOUT ROWID;
    CREATE INDEX alias_by_number ON alias (number, ordinal);
    CREATE TRIGGER alias_delete AFTER DELETE ON message
    WHEN OLD.occurrences > 1 OR OLD.resolved_at IS NOT NULL BEGIN
      DELETE FROM alias WHERE number = OLD.number;
    END;
    """
}
