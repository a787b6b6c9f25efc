extension InboxSchema {
  /// The expected sources, when they were last heard, and whether their silence was reported.
  ///
  /// Times are milliseconds since 1970; `heard_at` is NULL until the first message. Every process
  /// that stores a message updates it, also one that knows no expectations.
  static let expected = """
    CREATE TABLE expected (
      source TEXT PRIMARY KEY,
      heard_at INTEGER,
      reported INTEGER NOT NULL DEFAULT 0
    ) WITHOUT ROWID;
    """
}
