/// Tells whoever watches an inbox that a commit has become visible.
///
/// Ringing carries no news: the truth is the log. Two kinds exist: a file that other processes
/// watch, and one for an inbox in memory.
protocol Bell: Sendable {
  /// Wakes the watchers; called after each commit, never before it.
  func ring()
}
