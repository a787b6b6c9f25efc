#if os(Linux)
  import Foundation
  import InboxSystem

  /// Watches an inbox by the kernel's file events (inotify).
  ///
  /// The folder is watched for names that come and go, because the write-ahead log may be created and
  /// removed, and a database may be moved into place. The bell and the log are watched for writes.
  /// Opening and closing of files is not watched, so that readers wake nobody.
  ///
  /// A commit writes to the log many times. The first write ends the watch of the log, until the call of
  /// ``drain()`` after the one that finds it; otherwise, each write would wake every process that watches.
  final class InotifyWatch: ChangeWatch {
    let kind = WatchKind.inotify
    private let queue: InotifyQueue
    private let folder: String
    private let bellName: String
    private let databaseName: String
    private let walName: String
    private let indexName: String

    /// The watch of the folder; nil while the folder is gone.
    private var watch: Int32?
    /// The watches of the two files; nil for one that does not exist, or that ended.
    private var bellWatch, walWatch: Int32?
    /// Whether the system refuses the watch of the bell, so that polling must find what it misses.
    private var isDeaf = false

    private static let folderMask =
      IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO
      | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR
    private static let bellMask = UInt32(IN_MODIFY | IN_DONT_FOLLOW)
    private static let walMask = bellMask | UInt32(IN_ONESHOT)

    /// Watches the folder of the database at `path`, or polls for it while it is gone.
    ///
    /// - Throws: `SystemError` when the system refuses the watch.
    init(databasePath path: String, bellName: String) throws(SystemError) {
      folder = (path as NSString).deletingLastPathComponent
      databaseName = (path as NSString).lastPathComponent
      self.bellName = bellName
      (walName, indexName) = (databaseName + "-wal", databaseName + "-shm")
      queue = try InotifyQueue()
      do {
        try watchFolder()
        try watchBell()
        watchLog()
      } catch {
        guard error.code == ENOENT else { throw error }
      }
    }

    var fileDescriptor: Int32 { queue.fileDescriptor }

    /// Polls only while the folder is gone, or the bell cannot be watched.
    var interval: Double? { watch == nil || isDeaf ? PollingWatch.standardInterval : nil }

    func drain() -> ChangeHint {
      var hint = .nothing as ChangeHint
      if watch == nil, (try? watchFolder()) != nil { hint = .replaced }
      let watchesLog = walWatch != nil
      queue.drain { hint = max(hint, meaning(of: $0)) }
      isDeaf = bellWatch == nil && (try? watchBell()) == nil
      if isDeaf { hint = max(hint, .rung) }
      if !watchesLog { watchLog() }
      return hint
    }

    private func watchFolder() throws(SystemError) {
      watch = try queue.watch(folder, for: UInt32(Self.folderMask))
    }

    private func watchBell() throws(SystemError) {
      do {
        bellWatch = try queue.watch("\(folder)/\(bellName)", for: Self.bellMask)
      } catch {
        // Its creation is an event of the folder.
        guard error.code == ENOENT else { throw error }
      }
    }

    private func watchLog() {
      walWatch = try? queue.watch("\(folder)/\(walName)", for: Self.walMask)
    }

    private func leaveFolder() -> ChangeHint {
      for watch in [watch, bellWatch, walWatch] { watch.map(queue.leave) }
      (watch, bellWatch, walWatch) = (nil, nil, nil)
      return .replaced
    }

    private func meaning(of event: InotifyQueue.Event) -> ChangeHint {
      if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
        // The end of a watch may be among the lost events.
        (bellWatch, walWatch) = (nil, nil)
        return .lost
      }
      let hasEnded = event.mask & InotifyQueue.gone != 0
      switch event.watch {
      case watch: return hasEnded ? leaveFolder() : meaning(ofName: event)
      case bellWatch:
        if hasEnded { bellWatch = nil }
        return hasEnded ? .nothing : .rung
      case walWatch:
        walWatch = nil
        return .writing
      default: return .nothing
      }
    }

    /// The meaning of a name that appeared in the folder or went.
    private func meaning(ofName event: InotifyQueue.Event) -> ChangeHint {
      if event.name.elementsEqual(bellName.utf8) {
        // A writer may still ring one that was removed, until there is another.
        if event.mask & UInt32(IN_CREATE | IN_MOVED_TO) != 0 {
          bellWatch.map(queue.leave)
          bellWatch = nil
        }
        return .rung
      }
      let isGone = event.mask & UInt32(IN_DELETE | IN_MOVED_FROM) != 0
      if event.name.elementsEqual(walName.utf8) {
        walWatch.map(queue.leave)
        walWatch = nil
        return isGone ? .cut : .writing
      }
      if isGone, event.name.elementsEqual(indexName.utf8) { return .cut }
      return event.name.elementsEqual(databaseName.utf8) ? .replaced : .nothing
    }
  }
#endif
