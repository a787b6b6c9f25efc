extension InboxSchema {
  /// What version 2 adds for reading: every filter that names one thing has its rows in order.
  static let reading = [orders, sortedLabels, terms]

  /// Statuses and senders with their rows most urgent first; merged, in any other order.
  private static let orders = """
    DROP INDEX message_by_priority;
    -- Most urgent first, and the priority filters, of one status.
    CREATE INDEX message_by_priority ON message (place, status, pinned, priority, sort_at);
    -- One sender, or some, in every order.
    CREATE INDEX message_by_source ON message (place, pinned, source, priority, status, sort_at);
    -- What the clock has taken away for good: expired ones, and alert-only ones beside them.
    CREATE INDEX message_ended ON message (pinned, priority, sort_at)
    WHERE place = 0 AND next_at IS NULL;
    """

  /// The labels again, with what orders the messages that carry them.
  private static let sortedLabels = """
    DROP TRIGGER categories_insert;
    DROP TRIGGER categories_delete;
    DROP TRIGGER categories_update;
    DROP TRIGGER tags_insert;
    DROP TRIGGER tags_delete;
    DROP TRIGGER tags_update;
    ALTER TABLE label RENAME TO old_label;
    CREATE TABLE label (
      kind INTEGER NOT NULL,
      name TEXT NOT NULL,
      priority INTEGER NOT NULL,
      sort_at INTEGER NOT NULL,
      number INTEGER NOT NULL,
      PRIMARY KEY (kind, name, priority, sort_at, number)
    ) WITHOUT ROWID;
    INSERT INTO label
    SELECT old.kind, old.name, m.priority, m.sort_at, m.number
    FROM old_label AS old CROSS JOIN message AS m ON m.number = old.number
    ORDER BY 1, 2, 3, 4, 5;
    DROP TABLE old_label;
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

  /// The words of the full-text index, to find those that begin with what is searched.
  private static let terms = """
    CREATE VIRTUAL TABLE message_term USING fts5vocab (message_text, instance);
    """
}
