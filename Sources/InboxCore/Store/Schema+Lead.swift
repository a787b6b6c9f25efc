extension InboxSchema {
  /// What needs the person, in the column that orders lists before all others; and when messages were
  /// opened.
  ///
  /// `lead`, once `pinned`, is 1 for a pinned message, and 2 more for one that needs the person: see
  /// ``Placement/lead``. An older program would write only 0 and 1.
  static let lead = """
    ALTER TABLE message RENAME COLUMN pinned TO lead;
    ALTER TABLE message ADD COLUMN opened_at INTEGER;
    UPDATE message SET lead = \(Placement(now: "(strftime('%s', 'now') * 1000)", snoozedFor: "NULL").lead) WHERE place = \(Place.list.rawValue);
    UPDATE value SET value = 9 WHERE name = 'usable_from';
    """
}
