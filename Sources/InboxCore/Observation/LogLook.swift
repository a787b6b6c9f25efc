/// What one read of the log saw, all at one moment.
struct LogLook {
  /// What follows the sequence that was asked about.
  var page: LogPage
  /// The highest sequence there is.
  var lastSequence: Int64
  /// The counts as they stand; nil when nothing follows, as nobody needs them then.
  var counts: InboxCounts?
}
