#if os(Linux)
  import Foundation
  import InboxCore

  /// The kernel's events of some folders.
  final class FileEvents {
    private let queue: InotifyQueue

    private static let names =
      IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF
    /// Added to what is watched already, for two ways of writing a path may meet in one folder.
    private static let always = Int(IN_ONLYDIR) | Int(IN_MASK_ADD)

    /// Begins with no folder; nil when the system gives no watch.
    init?() {
      guard let queue = InotifyQueue() else { return nil }
      self.queue = queue
    }

    /// Readable when something happened.
    var fileDescriptor: Int32 { queue.fileDescriptor }

    /// Watches a folder and says under which number; nil when that is not possible.
    ///
    /// Writing is reported when the writer lets go of the file, so that no half-written one is read.
    func watch(_ folder: String, withWrites: Bool) -> Int32? {
      let mask = Self.names | (withWrites ? IN_CLOSE_WRITE : 0)
      return queue.watch(folder, for: UInt32(truncatingIfNeeded: Int(mask) | Self.always))
    }

    /// Ends the watch of a folder; one that ended by itself is passed over.
    func leave(_ watch: Int32) {
      queue.leave(watch)
    }

    /// Takes all events that wait.
    func drain(_ body: (FileEvent) -> Void) {
      queue.drain { event in
        body(
          FileEvent(
            watch: event.watch, kind: Self.kind(of: event.mask),
            name: String(decoding: event.name, as: UTF8.self)))
      }
    }

    private static func kind(of mask: UInt32) -> FileEvent.Kind {
      if mask & UInt32(IN_Q_OVERFLOW) != 0 { return .lost }
      if mask & InotifyQueue.folderGone != 0 { return .folderGone }
      return mask & UInt32(IN_CREATE) != 0 ? .created : .changed
    }
  }
#endif
