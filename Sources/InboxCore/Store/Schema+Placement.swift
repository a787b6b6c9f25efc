extension InboxSchema {
  /// Messages that are done: a ``Place`` of their own, with a counter, and kept for repeats.
  ///
  /// An older program would compute their place without `done_at`, and hide news of them.
  static let done = """
    ALTER TABLE message ADD COLUMN done_at INTEGER;
    INSERT INTO counter SELECT \(Place.done.rawValue), status.value, 0
    FROM json_each('[0,1,2]') AS status;
    -- What news in a thread brings back.
    CREATE INDEX message_done_by_thread ON message (thread, sort_at)
    WHERE done_at IS NOT NULL AND thread IS NOT NULL;
    UPDATE value SET value = 8 WHERE name = 'usable_from';
    """

  /// What needs the person, in the column that orders lists before all others; and when messages were
  /// opened.
  ///
  /// `lead`, once `pinned`, is 1 for a pinned message, and 2 more for one that needs the person: see
  /// ``Placement/lead``. An older program would write only 0 and 1.
  static let lead = """
    ALTER TABLE message RENAME COLUMN pinned TO lead;
    ALTER TABLE message ADD COLUMN opened_at INTEGER;
    UPDATE message SET lead = \(placementBeforeEvents.lead) WHERE place = \(Place.list.rawValue);
    UPDATE value SET value = 9 WHERE name = 'usable_from';
    """

  private static let placementBeforeEvents = Placement(now: "(strftime('%s', 'now') * 1000)") {
    $0 == "snoozed_for" ? "NULL" : $0
  }

  /// Snoozes that an event ends, with the text of a ``SnoozeEnd``.
  ///
  /// An older program would list these messages.
  static let snoozedFor = """
    ALTER TABLE message ADD COLUMN snoozed_for TEXT;
    CREATE INDEX message_snoozed_for ON message (snoozed_for) WHERE snoozed_for IS NOT NULL;
    DROP INDEX IF EXISTS message_by_text;
    -- The message that a push without an id repeats.
    CREATE INDEX message_by_text ON message (title_hash, content_hash)
    WHERE \(isRepeatable) AND title_hash IS NOT NULL;
    UPDATE value SET value = 11 WHERE name = 'usable_from';
    """

  /// The condition of `message_by_text`, word for word.
  static let isRepeatable =
    "(place IN (\(Place.list.rawValue), \(Place.done.rawValue)) OR snoozed_for IS NOT NULL)"
}
