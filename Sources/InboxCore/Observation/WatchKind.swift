/// By what means a watch learns that the inbox may have changed.
public enum WatchKind: Sendable, Hashable {
  /// The kernel's file events; nothing runs while nothing happens.
  case inotify
  /// The writers of this process themselves, for an inbox in memory.
  case inProcess
  /// A regular look, because file events cannot be had.
  case polling(PollingReason)

  /// Why a watch has to look regularly.
  public enum PollingReason: Sendable, Hashable {
    /// Other machines write there unseen; the name is that of the file system's kind.
    case networkFileSystem(String)
    /// The system refused a file watch, with this `errno`.
    case refused(code: Int32)
    /// The program asked for it.
    case asked
  }
}
