#if os(Linux)
  import Foundation
  import InboxSystem

  /// Watches an inbox's folder by the kernel's file events (inotify).
  ///
  /// The folder is watched rather than its files, so that the write-ahead log may be created and
  /// removed, and a database that is moved into place is noticed. Opening and closing of files is
  /// not watched, so that readers wake nobody.
  final class InotifyWatch: ChangeWatch {
    let kind = WatchKind.inotify
    private let queue: InotifyQueue
    private let folder: String
    private let bellName: String
    private let databaseName: String
    private let walName: String

    /// The watch descriptor of the folder; nil while the folder is gone.
    private var watch: Int32?

    private static let mask =
      IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO
      | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR
    private static let fileAppearsOrGoes =
      UInt32(IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO)

    /// Watches the folder of the database at `path`, or polls for it while it is gone.
    ///
    /// - Throws: `SystemError` when the system refuses the watch.
    init(databasePath path: String, bellName: String) throws(SystemError) {
      let (folder, name) = Self.split(path)
      self.folder = folder
      self.bellName = bellName
      databaseName = name
      walName = name + "-wal"
      queue = try InotifyQueue()
      do {
        try watchFolder()
      } catch {
        guard error.code == ENOENT else { throw error }
      }
    }

    var fileDescriptor: Int32 { queue.fileDescriptor }

    private static func split(_ path: String) -> (folder: String, name: String) {
      guard let slash = path.lastIndex(of: "/") else { return (".", path) }
      let folder = slash == path.startIndex ? "/" : String(path[..<slash])
      return (folder, String(path[path.index(after: slash)...]))
    }

    /// Polls only while the folder is gone.
    var interval: Double? { watch == nil ? PollingWatch.standardInterval : nil }

    func drain() -> ChangeHint {
      var hint = .nothing as ChangeHint
      if watch == nil, (try? watchFolder()) != nil { hint = .replaced }
      queue.drain { hint = max(hint, meaning(of: $0)) }
      return hint
    }

    private func watchFolder() throws(SystemError) {
      watch = try queue.watch(folder, for: UInt32(Self.mask))
    }

    private func leaveFolder(_ watch: Int32) -> ChangeHint {
      queue.leave(watch)
      self.watch = nil
      return .replaced
    }

    private func meaning(of event: InotifyQueue.Event) -> ChangeHint {
      if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { return .lost }
      guard event.watch == watch else { return .nothing }
      if event.mask & InotifyQueue.folderGone != 0 { return leaveFolder(event.watch) }
      if event.name.elementsEqual(bellName.utf8) { return .rung }
      if event.name.elementsEqual(walName.utf8) { return .writing }
      let isDatabase = event.name.elementsEqual(databaseName.utf8)
      return isDatabase && event.mask & Self.fileAppearsOrGoes != 0 ? .replaced : .nothing
    }
  }
#endif
