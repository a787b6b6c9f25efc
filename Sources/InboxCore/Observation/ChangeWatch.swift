import InboxSystem
import Foundation

/// A watch for changes of an inbox, as a platform offers it.
///
/// It gives hints to look at the log, never the truth. Used by one thread at a time.
protocol ChangeWatch: AnyObject {
  /// Becomes readable when there is something to take; -1 when there is never.
  var fileDescriptor: Int32 { get }
  /// The means by which it learns of changes.
  var kind: WatchKind { get }
  /// Seconds between looks when no event can be had; nil when events come.
  var interval: Double? { get }
  /// Takes all waiting events and returns the strongest hint among them.
  func drain() -> ChangeHint
}

extension ChangeWatch {
  var interval: Double? { nil }
}

/// The meaning of waiting events; a later case includes the earlier ones.
enum ChangeHint: Int, Comparable, Sendable {
  /// Nothing that matters happened.
  case nothing
  /// A writer rang: its commit is visible.
  case rung
  /// A writer is at work: its commit may become visible later, and it may die before it rings.
  case writing
  /// Events were lost: what happened is unknown.
  case lost
  /// The database file is another one, or gone.
  case replaced

  static func < (left: Self, right: Self) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// The means by which a watch learns that the inbox may have changed.
package enum WatchKind: Sendable, Hashable {
  /// The kernel's file events; nothing runs while nothing happens.
  case inotify
  /// The writers of this process themselves, for an inbox in memory.
  case inProcess
  /// A regular look, because file events cannot be had.
  case polling(PollingReason)

  /// The reason why a watch polls.
  package enum PollingReason: Sendable, Hashable {
    /// Other machines write there unseen; the name is that of the file system's kind.
    case networkFileSystem(String)
    /// The system refused a file watch, with this `errno`.
    case refused(code: Int32)
    /// The program asked for it.
    case asked
  }
}

/// A watch of an inbox in memory, by the bell that its own process rings.
final class InProcessWatch: ChangeWatch {
  let kind = WatchKind.inProcess
  private let bell: MemoryBell
  private let pipe: WakePipe

  /// Watches a bell.
  init(to bell: MemoryBell) throws(InboxError) {
    self.bell = bell
    pipe = try InboxError.accessing("pipe") { () throws(SystemError) in try WakePipe() }
    bell.attach(pipe)
  }

  deinit {
    bell.detach(pipe)
  }

  var fileDescriptor: Int32 { pipe.reading }

  func drain() -> ChangeHint {
    pipe.drain().isEmpty ? .nothing : .rung
  }
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

  /// Seconds between two looks.
  static let standardInterval = 0.5

  /// Looks at `path`, and at a number that changes with each commit of another connection.
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
      // The number of another connection says nothing about that of this one.
      (lastFile, lastVersion) = (file, nil)
      return .replaced
    }
    defer { lastVersion = version }
    return version == nil || version != lastVersion ? .rung : .nothing
  }
}
