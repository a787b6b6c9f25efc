import InboxSystem

/// A platform's watch for changes of an inbox.
///
/// Its events are only hints to read the log. Used by one thread at a time.
protocol ChangeWatch: AnyObject {
  /// Becomes readable when events are waiting; -1 for a watch without events.
  var fileDescriptor: Int32 { get }
  /// How it observes changes.
  var kind: WatchKind { get }
  /// Polling interval in seconds when there are no events; nil when there are.
  var interval: Double? { get }
  /// Drains the waiting events and returns the strongest hint among them.
  func drain() -> ChangeHint
}

extension ChangeWatch {
  var interval: Double? { nil }
}

/// What waiting events hint at; a later case includes the earlier ones.
enum ChangeHint: Int, Comparable, Sendable {
  /// Nothing relevant.
  case nothing
  /// A writer rang the bell: its commit is visible.
  case rung
  /// A writer is active: its commit may become visible later, and it may die before it rings.
  case writing
  /// The log or its index was removed, which no program does while others use it.
  case cut
  /// Events were lost.
  case lost
  /// The database file was replaced or removed.
  case replaced

  static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// How a watch observes that the inbox may have changed.
package enum WatchKind: Sendable, Hashable {
  /// The kernel's file events; an idle inbox costs nothing.
  case inotify
  /// Signals from the writers of this process, for an inbox in memory.
  case inProcess
  /// Polling, because file events are not available.
  case polling(PollingReason)

  /// The reason why a watch polls.
  package enum PollingReason: Sendable, Hashable {
    /// Writes of other machines cause no events; the name is that of the file system's type.
    case networkFileSystem(String)
    /// The system refused a file watch; the `errno`.
    case refused(code: Int32)
    /// The program requested it.
    case asked
  }
}

/// A watch of an inbox in memory, woken by the commit bell of its own process.
final class InProcessWatch: ChangeWatch {
  let kind = WatchKind.inProcess
  private let bell: MemoryBell
  private let pipe: WakePipe

  /// Subscribes to a bell.
  init(to bell: MemoryBell) throws(InboxError) {
    self.bell = bell
    pipe = try InboxError.accessing("pipe") { () throws(SystemError) in try WakePipe() }
    bell.attach(pipe)
  }

  deinit { bell.detach(pipe) }

  var fileDescriptor: Int32 { pipe.reading }

  func drain() -> ChangeHint { pipe.drain().isEmpty ? .nothing : .rung }
}

/// A watch that polls, for folders without file events.
final class PollingWatch: ChangeWatch {
  let fileDescriptor: Int32 = -1
  let kind: WatchKind
  let interval: Double?
  private let path: String
  private let dataVersion: () throws -> Int64
  private var lastVersion: Int64?
  private var lastFile: FileStatus.Identity?

  /// Polling interval in seconds.
  static let standardInterval = 0.5

  /// Polls the file at `path`, and a number that changes with each commit of another connection.
  init(
    databasePath path: String, reason: WatchKind.PollingReason,
    interval: Double = PollingWatch.standardInterval, dataVersion: @escaping () throws -> Int64
  ) {
    self.path = path
    self.interval = interval
    self.dataVersion = dataVersion
    kind = .polling(reason)
    lastVersion = try? dataVersion()
    lastFile = FileStatus(path: path)?.identity
  }

  func drain() -> ChangeHint {
    let file = FileStatus(path: path)?.identity
    let version = try? dataVersion()
    if file != lastFile {
      // Numbers of different connections are not comparable.
      (lastFile, lastVersion) = (file, nil)
      return .replaced
    }
    defer { lastVersion = version }
    return version == nil || version != lastVersion ? .rung : .nothing
  }
}
