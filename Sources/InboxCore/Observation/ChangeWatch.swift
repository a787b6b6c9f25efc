/// What a platform offers to learn that an inbox may have changed.
///
/// Its word is a hint to look at the log, never the truth. Used by one thread at a time.
protocol ChangeWatch: AnyObject {
  /// Becomes readable when there is something to take; -1 when there is never.
  var fileDescriptor: Int32 { get }
  /// By what means it learns.
  var kind: WatchKind { get }
  /// Seconds between looks when no event can be had; nil when events come.
  var interval: Double? { get }
  /// Takes all waiting events and says what they call for.
  func drain() -> ChangeHint
}

extension ChangeWatch {
  var interval: Double? { nil }
}
