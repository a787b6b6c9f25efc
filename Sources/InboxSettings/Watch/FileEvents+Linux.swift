#if os(Linux)
  import Foundation

  /// The kernel's events of some folders.
  final class FileEvents {
    /// Readable when something happened.
    let fileDescriptor: Int32

    private static let names =
      IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF
    /// Added to what is watched already, for two ways of writing a path may meet in one folder.
    private static let always = Int(IN_ONLYDIR) | Int(IN_MASK_ADD)
    private static let folderGone = UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT | IN_IGNORED)

    /// Begins with no folder; nil when the system gives no watch.
    init?() {
      fileDescriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
      guard fileDescriptor >= 0 else { return nil }
    }

    deinit {
      if fileDescriptor >= 0 { close(fileDescriptor) }
    }

    /// Watches a folder and says under which number; nil when that is not possible.
    ///
    /// Writing is told when the writer lets go of the file, so that no half-written one is read.
    func watch(_ folder: String, withWrites: Bool) -> Int32? {
      let mask = Self.names | (withWrites ? IN_CLOSE_WRITE : 0)
      let watch = inotify_add_watch(
        fileDescriptor, folder, UInt32(truncatingIfNeeded: Int(mask) | Self.always))
      return watch >= 0 ? watch : nil
    }

    /// Ends the watch of a folder; one that ended by itself is passed over.
    func leave(_ watch: Int32) {
      inotify_rm_watch(fileDescriptor, watch)
    }

    /// Takes all events that wait.
    func drain(_ body: (FileEvent) -> Void) {
      withUnsafeTemporaryAllocation(byteCount: 8_192, alignment: 8) { buffer in
        while true {
          let count = read(fileDescriptor, buffer.baseAddress, buffer.count)
          guard count > 0 else { return }
          Self.parse(UnsafeRawBufferPointer(rebasing: buffer[..<count]), body)
        }
      }
    }

    private static func parse(_ bytes: UnsafeRawBufferPointer, _ body: (FileEvent) -> Void) {
      let headSize = MemoryLayout<inotify_event>.size
      var offset = 0
      while offset + headSize <= bytes.count {
        let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
        let start = offset + headSize
        offset = start + Int(event.len)
        let name = bytes[start..<min(offset, bytes.count)].prefix { $0 != 0 }
        body(
          FileEvent(
            watch: event.wd, kind: kind(of: event.mask),
            name: String(decoding: name, as: UTF8.self)))
      }
    }

    private static func kind(of mask: UInt32) -> FileEvent.Kind {
      if mask & UInt32(IN_Q_OVERFLOW) != 0 { return .lost }
      if mask & folderGone != 0 { return .folderGone }
      return mask & UInt32(IN_CREATE) != 0 ? .created : .changed
    }
  }
#endif
