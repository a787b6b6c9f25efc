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
}
