extension InboxSchema {
  /// What version 2 adds: questions, their answers, and what an entry of the log is about.
  static let version2 = [questions, logDetails]

  /// A question is a message that asks; `answer` is the label that was chosen first.
  ///
  /// Both follow the texts in a row, so only rows that have actions are read as far as here.
  private static let questions = """
    ALTER TABLE message ADD COLUMN asks INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE message ADD COLUMN answer TEXT;
    """

  /// What a verb was done with, such as the label of an action; NULL for most verbs.
  private static let logDetails = "ALTER TABLE log ADD COLUMN detail TEXT;"
}
