#if os(Linux)
  import Foundation

  /// The kernel's queue of what happens in some folders.
  package final class InotifyQueue: Sendable {
    /// One thing that happened, as long as it is looked at.
    package struct Event {
      /// The number that the watch of the folder got.
      package let watch: Int32
      /// What happened, as the kernel's bits.
      package let mask: UInt32
      /// The name within the folder; empty for the folder itself.
      package let name: Slice<UnsafeRawBufferPointer>
    }

    /// The bits that say that a watch has ended with its folder.
    package static let folderGone = UInt32(
      IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT | IN_IGNORED)

    /// Readable when something happened.
    package let fileDescriptor: Int32

    /// Begins with no folder; nil when the system gives no queue, and `errno` says why.
    package init?() {
      fileDescriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
      guard fileDescriptor >= 0 else { return nil }
    }

    deinit {
      if fileDescriptor >= 0 { close(fileDescriptor) }
    }

    /// Watches a folder and says under which number; nil when not, and `errno` says why.
    package func watch(_ folder: String, for mask: UInt32) -> Int32? {
      let watch = inotify_add_watch(fileDescriptor, folder, mask)
      return watch >= 0 ? watch : nil
    }

    /// Ends the watch of a folder; one that ended by itself is passed over.
    package func leave(_ watch: Int32) {
      inotify_rm_watch(fileDescriptor, watch)
    }

    /// Takes all events that wait, in order.
    package func drain(_ body: (Event) -> Void) {
      withUnsafeTemporaryAllocation(byteCount: 8_192, alignment: 8) { buffer in
        while true {
          let count = read(fileDescriptor, buffer.baseAddress, buffer.count)
          guard count > 0 else { return }
          Self.parse(UnsafeRawBufferPointer(rebasing: buffer[..<count]), body)
        }
      }
    }

    private static func parse(_ bytes: UnsafeRawBufferPointer, _ body: (Event) -> Void) {
      let headSize = MemoryLayout<inotify_event>.size
      var offset = 0
      while offset + headSize <= bytes.count {
        let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
        let start = offset + headSize
        offset = start + Int(event.len)
        let name = bytes[start..<min(offset, bytes.count)].prefix { $0 != 0 }
        body(Event(watch: event.wd, mask: event.mask, name: name))
      }
    }
  }
#endif
