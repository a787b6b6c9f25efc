/// A change of a name in a watched folder, or of a watched file.
package struct FileEvent {
  /// The kind of change.
  package enum Kind {
    /// A name was created; a file may still be empty.
    case created
    /// A file was written and closed, removed, or replaced.
    case changed
    /// What is watched was removed.
    case gone
    /// Events were dropped.
    case lost
  }

  /// The id of the watch.
  package var watch: Int32
  /// The kind of change.
  package var kind: Kind
  /// The name within the folder; empty for what is watched itself.
  package var name: String
}

#if os(Linux)
  import Foundation

  /// File events of folders, by inotify.
  package final class FileEvents {
    private let queue: InotifyQueue

    private static let names =
      IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF
    /// Added to an existing watch, because two spellings of a path may name one folder.
    private static let always = Int(IN_ONLYDIR) | Int(IN_MASK_ADD)

    /// Starts without folders; nil if the system gives no watch.
    package init?() {
      guard let queue = try? InotifyQueue() else { return nil }
      self.queue = queue
    }

    /// Readable when an event is pending.
    package var fileDescriptor: Int32 { queue.fileDescriptor }

    /// Watches a folder and returns the watch's id; nil if that is not possible.
    ///
    /// A write is reported when the file is closed, so that no incomplete file is read.
    package func watch(_ folder: String, withWrites: Bool) -> Int32? {
      let mask = Self.names | (withWrites ? IN_CLOSE_WRITE : 0)
      return try? queue.watch(folder, for: UInt32(truncatingIfNeeded: Int(mask) | Self.always))
    }

    /// Watches a file for each write and returns the watch's id; nil if that is not possible.
    package func watch(file: String) -> Int32? {
      try? queue.watch(file, for: UInt32(IN_MODIFY | IN_DONT_FOLLOW))
    }

    /// Ends the watch of a folder; one that already ended is ignored.
    package func leave(_ watch: Int32) {
      queue.leave(watch)
    }

    /// Consumes all pending events.
    package func drain(_ body: (FileEvent) -> Void) {
      queue.drain { event in
        body(
          FileEvent(
            watch: event.watch, kind: Self.kind(of: event.mask),
            name: String(decoding: event.name, as: UTF8.self)))
      }
    }

    private static func kind(of mask: UInt32) -> FileEvent.Kind {
      if mask & UInt32(IN_Q_OVERFLOW) != 0 { return .lost }
      if mask & InotifyQueue.gone != 0 { return .gone }
      return mask & UInt32(IN_CREATE) != 0 ? .created : .changed
    }
  }
#else
  /// Placeholder for systems whose file events are not supported yet: it reports nothing.
  package final class FileEvents {
    package let fileDescriptor: Int32 = -1

    package init?() { return nil }

    package func watch(_ folder: String, withWrites: Bool) -> Int32? { nil }

    package func watch(file: String) -> Int32? { nil }

    package func leave(_ watch: Int32) {}

    package func drain(_ body: (FileEvent) -> Void) {}
  }
#endif
