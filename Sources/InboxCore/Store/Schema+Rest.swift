extension InboxSchema {
  /// What senders said and no field shows, and full-text search in it and the other texts.
  ///
  /// The update trigger of the index fires only for text columns. Inserted messages are indexed in
  /// batches (`Database.indexText(from:)`), not by a trigger: a trigger into this table makes each
  /// row a savepoint, and each savepoint flushes it.
  ///
  /// `rest` is JSON with control characters as themselves. A rest in a file begins with
  /// `{"file":"attachment:`; these files are counted as attachments are.
  static let rest = """
    ALTER TABLE message ADD COLUMN rest TEXT;
    DROP TRIGGER IF EXISTS text_delete;
    DROP TRIGGER IF EXISTS text_update;
    DROP TABLE IF EXISTS message_text;
    CREATE VIRTUAL TABLE message_text USING fts5 (
      title, subtitle, body, rest,
      content = 'message', content_rowid = 'number',
      tokenize = 'unicode61 remove_diacritics 2'
    );
    CREATE TRIGGER text_delete AFTER DELETE ON message BEGIN
      \(removal)
    END;
    CREATE TRIGGER text_update AFTER UPDATE OF title, subtitle, body, rest ON message BEGIN
      \(removal)
      INSERT INTO message_text (rowid, title, subtitle, body, rest)
      VALUES (NEW.number, NEW.title, NEW.subtitle, NEW.body, NEW.rest);
    END;
    INSERT INTO message_text (message_text) VALUES ('rebuild');
    DROP TRIGGER IF EXISTS stored_file_insert;
    CREATE TRIGGER stored_file_insert AFTER INSERT ON message
    WHEN NEW.attachments IS NOT NULL OR \(isFile("NEW"))
    BEGIN INSERT INTO uncounted VALUES (NEW.number); END;
    CREATE TRIGGER rest_file_delete AFTER DELETE ON message
    WHEN \(isFile("OLD")) AND \(isCounted)
    BEGIN \(use(of: "OLD", by: -1)) END;
    CREATE TRIGGER rest_file_update AFTER UPDATE OF rest ON message
    WHEN OLD.rest IS NOT NEW.rest AND \(isCounted) AND (\(isFile("OLD")) OR \(isFile("NEW")))
    BEGIN \(use(of: "NEW", by: 1)) \(use(of: "OLD", by: -1)) END;
    """

  /// Lists questions whose time ran out unanswered, at the next settling.
  static let unansweredQuestions = """
    UPDATE message SET next_at = 0
    WHERE place = 0 AND asks = 1 AND answer IS NULL AND status <> 2
      AND expires_at IS NOT NULL AND snoozed_until IS NULL;
    """

  /// Adds the files with the rests of the messages in `uncounted`.
  static let restFileCounting = """
    INSERT INTO stored_file SELECT \(fileName("message")), count(*) \(uncountedRest)
    GROUP BY 1 \(adding)
    """

  /// Selects the names of the files with the rests of the messages in `uncounted`.
  static let uncountedRestNames = "SELECT \(fileName("message")) \(uncountedRest)"

  private static let uncountedRest = """
    FROM uncounted CROSS JOIN message USING (number) WHERE \(isFile("message"))
    """

  private static let removal = """
    INSERT INTO message_text (message_text, rowid, title, subtitle, body, rest)
    VALUES ('delete', OLD.number, OLD.title, OLD.subtitle, OLD.body, OLD.rest);
    """

  private static let start = "{\"file\":\"\(scheme)"

  /// Whether a row's rest is in a file; compared without a function, for which SQLite would keep a
  /// statement journal.
  private static func isFile(_ row: String) -> String {
    "(\(row).rest >= '\(start)' AND \(row).rest < '\(start)z')"
  }

  private static func fileName(_ row: String) -> String {
    let name = "substr(\(row).rest, \(start.count + 1))"
    return "substr(\(name), 1, instr(\(name), '\"') - 1)"
  }

  private static func use(of row: String, by step: Int) -> String {
    "INSERT INTO stored_file SELECT \(fileName(row)), \(step) WHERE \(isFile(row)) \(adding)"
  }
}
