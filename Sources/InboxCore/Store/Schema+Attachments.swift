extension InboxSchema {
  /// Reference counts of stored files, kept by the triggers of later versions; a file with 0 is
  /// removed.
  static let storedFiles = """
    CREATE TABLE stored_file (
      name TEXT PRIMARY KEY,
      uses INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX stored_file_unused ON stored_file (name) WHERE uses <= 0;
    """

  /// The counting of new messages' files outside of triggers, by `Database.countFiles()`.
  ///
  /// A trigger that calls scalar functions makes SQLite keep a statement journal for each inserted
  /// message. So `uncounted` has the numbers of messages with attachments, until their files are
  /// counted before the end of the transaction. What an older program inserts stays there until a
  /// program of this version inserts messages or removes files.
  static let uncountedFiles = """
    CREATE TABLE uncounted (
      number INTEGER PRIMARY KEY
    );
    DROP TRIGGER IF EXISTS stored_file_delete;
    CREATE TRIGGER stored_file_delete AFTER DELETE ON message
    WHEN instr(OLD.attachments, '"\(scheme)') > 0 AND \(isCounted)
    BEGIN \(use(of: "OLD", by: -1)) END;
    DROP TRIGGER IF EXISTS stored_file_update;
    CREATE TRIGGER stored_file_update AFTER UPDATE OF attachments ON message
    WHEN OLD.attachments IS NOT NEW.attachments AND \(isCounted)
      AND (instr(OLD.attachments, '"\(scheme)') > 0 OR instr(NEW.attachments, '"\(scheme)') > 0)
    BEGIN \(use(of: "NEW", by: 1)) \(use(of: "OLD", by: -1)) END;
    """

  /// Adds the files of the messages in `uncounted`.
  static let fileCounting =
    "INSERT INTO stored_file SELECT \(fileName), count(*) \(uncountedFile) GROUP BY 1 \(adding)"

  /// Selects the names of the files of the messages in `uncounted`.
  static let uncountedNames = "SELECT \(fileName) \(uncountedFile)"

  /// Selects the names of the files of messages that arrived on another machine.
  static let elsewhereNames = """
    SELECT \(fileName) FROM message,
      json_each(CASE WHEN json_valid(message.attachments) THEN message.attachments END)
    WHERE instr(message.attachments, '"\(scheme)') > 0 AND \(isStored)
      AND arrived_on IS NOT NULL AND arrived_on IS NOT (SELECT machine FROM exchange)
    """

  // Other programs may have stored anything.
  private static let uncountedFile = """
    FROM uncounted CROSS JOIN message USING (number),
      json_each(CASE WHEN json_valid(message.attachments) THEN message.attachments END)
    WHERE \(isStored)
    """

  static let isCounted = "NOT EXISTS (SELECT 1 FROM uncounted WHERE number = OLD.number)"
  static let scheme = AttachmentReference.scheme + ":"
  private static let url = "CASE WHEN type = 'object' THEN json_extract(value, '$.url') END"
  private static let fileName = "substr(\(url), \(scheme.count + 1))"
  private static let isStored = "substr(\(url), 1, \(scheme.count)) = '\(scheme)'"
  static let adding = "ON CONFLICT (name) DO UPDATE SET uses = uses + excluded.uses;"

  private static func use(of row: String, by step: Int) -> String {
    """
    INSERT INTO stored_file
    SELECT \(fileName), \(step) FROM json_each(\(row).attachments) WHERE \(isStored)
    \(adding)
    """
  }
}
