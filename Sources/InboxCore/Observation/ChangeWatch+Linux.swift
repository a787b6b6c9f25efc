#if os(Linux)
  import Foundation

  /// Watches the folder of an inbox with the kernel's file events.
  ///
  /// The folder rather than its files: so the write-ahead log may come and go, and a database
  /// that is moved into place is seen. Opening and closing files is not watched, so that
  /// readers wake nobody.
  final class InotifyWatch: ChangeWatch {
    let fileDescriptor: Int32
    let kind = WatchKind.inotify
    private let folder: String
    private let bellName: String
    private let databaseName: String
    private let walName: String

    /// The folder's watch, -1 while the folder is gone.
    private var watchDescriptor: Int32 = -1

    private static let mask =
      IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO
      | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR
    private static let folderGone = UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT | IN_IGNORED)
    private static let fileAppearsOrGoes =
      UInt32(IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO)

    /// Begins to watch the folder of the database at `path`.
    ///
    /// - Throws: ``WatchRefused`` with the system's error.
    init(databasePath path: String, bellName: String) throws(WatchRefused) {
      let (folder, name) = Self.split(path)
      self.folder = folder
      self.bellName = bellName
      databaseName = name
      walName = name + "-wal"
      fileDescriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
      guard fileDescriptor >= 0 else { throw WatchRefused(code: errno) }
      // What is thrown from here on still runs `deinit`, which closes the descriptor.
      guard watchFolder() else { throw WatchRefused(code: errno) }
    }

    deinit {
      if fileDescriptor >= 0 { close(fileDescriptor) }
    }

    private static func split(_ path: String) -> (folder: String, name: String) {
      guard let slash = path.lastIndex(of: "/") else { return (".", path) }
      let folder = slash == path.startIndex ? "/" : String(path[..<slash])
      return (folder, String(path[path.index(after: slash)...]))
    }

    /// Regular looks only while the folder is gone, until one with its name is there again.
    var interval: Double? { watchDescriptor < 0 ? PollingWatch.standardInterval : nil }

    func drain() -> ChangeHint {
      let isBack = watchDescriptor < 0 && watchFolder()
      return max(isBack ? .replaced : .nothing, drainEvents())
    }

    private func watchFolder() -> Bool {
      watchDescriptor = inotify_add_watch(fileDescriptor, folder, UInt32(Self.mask))
      return watchDescriptor >= 0
    }

    private func leaveFolder() -> ChangeHint {
      inotify_rm_watch(fileDescriptor, watchDescriptor)
      watchDescriptor = -1
      return .replaced
    }

    private func drainEvents() -> ChangeHint {
      var hint = ChangeHint.nothing
      withUnsafeTemporaryAllocation(byteCount: 8_192, alignment: 8) { buffer in
        while true {
          let count = read(fileDescriptor, buffer.baseAddress, buffer.count)
          guard count > 0 else { return }
          hint = max(hint, strongestHint(in: UnsafeRawBufferPointer(rebasing: buffer[..<count])))
        }
      }
      return hint
    }

    private func strongestHint(in events: UnsafeRawBufferPointer) -> ChangeHint {
      var hint = ChangeHint.nothing
      var offset = 0
      while offset + MemoryLayout<inotify_event>.size <= events.count {
        let event = events.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
        let start = offset + MemoryLayout<inotify_event>.size
        offset = start + Int(event.len)
        let name = events[start..<min(offset, events.count)].prefix { $0 != 0 }
        hint = max(hint, meaning(of: event, name: name))
      }
      return hint
    }

    private func meaning(
      of event: inotify_event, name: Slice<UnsafeRawBufferPointer>
    ) -> ChangeHint {
      if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { return .lost }
      guard event.wd == watchDescriptor else { return .nothing }
      if event.mask & Self.folderGone != 0 { return leaveFolder() }
      if name.elementsEqual(bellName.utf8) { return .rung }
      if name.elementsEqual(walName.utf8) { return .writing }
      let isDatabase = name.elementsEqual(databaseName.utf8)
      return isDatabase && event.mask & Self.fileAppearsOrGoes != 0 ? .replaced : .nothing
    }
  }
#endif
