#if os(Linux)
  import Foundation

  /// The kernel's inotify queue for events of some folders and files.
  package final class InotifyQueue: Sendable {
    /// An event, only valid during the reader's call.
    package struct Event {
      /// The id of the watch.
      package let watch: Int32
      /// The event's bits, as the kernel sets them.
      package let mask: UInt32
      /// The name within the folder; empty for what is watched itself.
      package let name: Slice<UnsafeRawBufferPointer>
    }

    /// The bits of an event that ends a watch because what was watched is gone.
    package static let gone = UInt32(
      IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT | IN_IGNORED)

    /// Readable when an event is pending.
    package let fileDescriptor: Int32

    /// Makes a queue that watches nothing yet.
    ///
    /// - Throws: ``SystemError`` if the system gives no queue.
    package init() throws(SystemError) {
      fileDescriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
      guard fileDescriptor >= 0 else { throw SystemError(call: "inotify_init1") }
    }

    deinit {
      if fileDescriptor >= 0 { close(fileDescriptor) }
    }

    /// Watches a folder or a file and returns the watch's id, the same one for the same file.
    ///
    /// - Throws: ``SystemError``, such as ENOENT, or ENOSPC past the user's limit.
    package func watch(_ path: String, for mask: UInt32) throws(SystemError) -> Int32 {
      let watch = inotify_add_watch(fileDescriptor, path, mask)
      guard watch >= 0 else { throw SystemError(call: "inotify_add_watch") }
      return watch
    }

    /// Ends a watch; one that already ended is ignored.
    package func leave(_ watch: Int32) {
      inotify_rm_watch(fileDescriptor, watch)
    }

    /// Consumes all pending events, in order.
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
