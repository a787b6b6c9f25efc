/// A stretch of the log, or word that a stretch is missing.
public enum LogPage: Sendable, Hashable {
  /// The entries that follow, in order; none when nothing has happened since.
  case entries([LogEntry])
  /// What was asked for is no longer kept: reload, then go on after `resumeAt`.
  case gap(resumeAt: Int64)
}
