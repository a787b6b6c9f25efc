extension InboxSchema {
  /// Reference counts of stored files, kept by triggers; a file with 0 is removed.
  static let storedFiles = """
    CREATE TABLE stored_file (
      name TEXT PRIMARY KEY,
      uses INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX stored_file_unused ON stored_file (name) WHERE uses <= 0;
    CREATE TRIGGER stored_file_insert AFTER INSERT ON message
    WHEN instr(NEW.attachments, '"\(scheme)') > 0
    BEGIN \(use(of: "NEW", by: 1)) END;
    CREATE TRIGGER stored_file_delete AFTER DELETE ON message
    WHEN instr(OLD.attachments, '"\(scheme)') > 0
    BEGIN \(use(of: "OLD", by: -1)) END;
    CREATE TRIGGER stored_file_update AFTER UPDATE OF attachments ON message
    WHEN OLD.attachments IS NOT NEW.attachments
      AND (instr(OLD.attachments, '"\(scheme)') > 0 OR instr(NEW.attachments, '"\(scheme)') > 0)
    BEGIN \(use(of: "NEW", by: 1)) \(use(of: "OLD", by: -1)) END;
    """

  private static let scheme = AttachmentReference.scheme + ":"

  private static func use(of row: String, by step: Int) -> String {
    """
    INSERT INTO stored_file
    SELECT substr(json_extract(value, '$.url'), \(scheme.count + 1)), \(step)
    FROM json_each(\(row).attachments)
    WHERE substr(json_extract(value, '$.url'), 1, \(scheme.count)) = '\(scheme)'
    ON CONFLICT (name) DO UPDATE SET uses = uses + excluded.uses;
    """
  }
}
