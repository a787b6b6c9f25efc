extension InboxSchema {
  /// The indexes and the table for finding the message of which a push is one more occurrence.
  static let folding = """
    -- The message that a push without an id repeats.
    CREATE INDEX message_by_text ON message (title_hash, content_hash)
    WHERE place = 1 AND title_hash IS NOT NULL;
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
