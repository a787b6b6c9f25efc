extension InboxSchema {
  /// What version 2 adds: questions, their answers, what an entry of the log is about, deep
  /// links, ways to what the clock has brought, and rows in order for more filters.
  static let version2 = [questions, asking, logDetails, going, waking] + reading

  /// A question is a message that asks; `answer` is the label that was chosen first.
  ///
  /// Both follow the texts in a row, so only rows that have actions are read as far as here.
  private static let questions = """
    ALTER TABLE message ADD COLUMN asks INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE message ADD COLUMN answer TEXT;
    """

  /// Only the open questions are in this index, in every order for each status.
  private static let asking = """
    CREATE INDEX message_asking ON message (place, status, pinned, priority, sort_at)
    WHERE asks = 1 AND answer IS NULL;
    """

  /// What a verb was done with, such as the label of an action; NULL for most verbs.
  private static let logDetails = "ALTER TABLE log ADD COLUMN detail TEXT;"

  /// The screens that run, and the deep links that wait for one of them.
  ///
  /// `process` and `started` tell a screen that runs from one that crashed. `used` grows: the
  /// screen with the highest was used last. A link is for one `screen`, or for any while it is
  /// NULL; whoever sets `taken_at` first goes there, or knows that nobody else will.
  private static let going = """
    CREATE TABLE screen (
      id TEXT PRIMARY KEY,
      process INTEGER NOT NULL,
      started INTEGER NOT NULL,
      used INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE link (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      number INTEGER,
      thread TEXT,
      screen TEXT,
      expires_at INTEGER NOT NULL,
      taken_at INTEGER
    );
    """

  /// Only the few messages with such a moment are in these indexes.
  private static let waking = """
    -- What has started, and what a snooze has given back, since a screen last asked.
    CREATE INDEX message_by_start ON message (starts_at) WHERE starts_at IS NOT NULL;
    CREATE INDEX message_by_snooze ON message (snoozed_until) WHERE snoozed_until IS NOT NULL;
    """
}
