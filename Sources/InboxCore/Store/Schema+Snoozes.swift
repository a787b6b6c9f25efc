extension InboxSchema {
  /// Snoozes that an event ends, with the text of a ``SnoozeEnd``.
  ///
  /// An older program would list these messages.
  static let snoozedFor = """
    ALTER TABLE message ADD COLUMN snoozed_for TEXT;
    CREATE INDEX message_snoozed_for ON message (snoozed_for) WHERE snoozed_for IS NOT NULL;
    DROP INDEX message_by_text;
    CREATE INDEX message_by_text ON message (title_hash, content_hash)
    WHERE \(isRepeatable) AND title_hash IS NOT NULL;
    UPDATE value SET value = 11 WHERE name = 'usable_from';
    """

  /// The condition of `message_by_text`, word for word.
  static let isRepeatable =
    "(place IN (\(Place.list.rawValue), \(Place.done.rawValue)) OR snoozed_for IS NOT NULL)"
}
