import CInboxSystem
import Foundation

/// Waiting for descriptors and writing to them.
package enum Descriptors {
  /// A descriptor and the readiness to wait for.
  package struct Interest: Sendable, Hashable {
    fileprivate let descriptor: Int32
    fileprivate let events: Int32

    /// Input is available, or the other end was closed; a negative descriptor never becomes ready.
    package static func readable(_ descriptor: Int32) -> Interest {
      Interest(descriptor: descriptor, events: Int32(POLLIN))
    }

    /// Output is possible, or the other end was closed.
    package static func writable(_ descriptor: Int32) -> Interest {
      Interest(descriptor: descriptor, events: Int32(POLLOUT))
    }

    /// The other end was closed, or the descriptor failed.
    package static func closed(_ descriptor: Int32) -> Interest {
      Interest(descriptor: descriptor, events: 0)
    }
  }

  /// The descriptors that a wait found ready.
  package struct Ready: Sendable, Hashable {
    /// All ready descriptors.
    package var all: Set<Int32> = []
    /// The descriptors that were closed at the other end, or failed.
    package var closed: Set<Int32> = []
  }

  /// Maximum wait in milliseconds; a longer one ends early, with nothing ready.
  private static let limit = 86_400_000.0

  /// Waits with `poll(2)` until a descriptor is ready, the time is up, or a signal arrives.
  ///
  /// - Parameters:
  ///   - interests: The descriptors to wait for.
  ///   - seconds: Maximum wait; 0 only polls, nil waits without a limit.
  /// - Returns: The ready descriptors; none if the time was up or a signal ended the wait.
  @discardableResult
  package static func wait(for interests: [Interest], atMost seconds: Double?) -> Ready {
    var waiting = interests.map {
      pollfd(fd: $0.descriptor, events: Int16($0.events), revents: 0)
    }
    // Rounded up, so that no wait ends shortly before its deadline.
    let milliseconds = seconds.map { Int32(min(max($0 * 1_000, 0), limit).rounded(.up)) }
    guard poll(&waiting, nfds_t(waiting.count), milliseconds ?? -1) > 0 else { return Ready() }
    let failure = Int16(POLLHUP | POLLERR | POLLNVAL)
    return Ready(
      all: Set(waiting.filter { $0.revents != 0 }.map(\.fd)),
      closed: Set(waiting.filter { $0.revents & failure != 0 }.map(\.fd)))
  }

  /// Checks that a number of further descriptors can be opened.
  ///
  /// Some libraries trap when opening one fails, so programs check at their start.
  ///
  /// - Throws: ``DescriptorLimitError``.
  package static func require(_ count: Int) throws(DescriptorLimitError) {
    let opened = (0..<count).map { _ in dup(STDERR_FILENO) }.filter { $0 >= 0 }
    opened.forEach { close($0) }
    guard opened.count == count else { throw DescriptorLimitError(required: count) }
  }

  /// The limit on open descriptors.
  package static var mostOpen: Int { Int(inbox_descriptor_limit()) }

  /// The number of open descriptors; 0 if unknown.
  package static var openCount: Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
  }

  /// Opens the descriptors of the runtime's queues now; later, without free descriptors, they would
  /// trap.
  package static func openThoseOfQueues() async {
    inbox_open_main_queue()
    // Each clock has its own timer.
    try? await Task.sleep(for: .nanoseconds(1), clock: .continuous)
    try? await Task.sleep(for: .nanoseconds(1), clock: .suspending)
  }

  /// Raises the limit on open descriptors towards a number, as far as the system allows.
  package static func raiseLimit(to maximum: Int) {
    _ = inbox_raise_descriptor_limit(Int64(maximum))
  }

  /// Writes all bytes, in as many calls as needed.
  ///
  /// It waits for a non-blocking descriptor.
  ///
  /// - Throws: ``SystemError``, with EPIPE when the reader is gone.
  package static func write(
    _ bytes: some Sequence<UInt8>, to descriptor: Int32
  ) throws(SystemError) {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = try writeOnce(rest, to: descriptor)
      if count == 0 { wait(for: [.writable(descriptor)], atMost: nil) }
      rest = rest.dropFirst(count)
    }
  }

  /// Bytes that can be written to a pipe without blocking once `poll(2)` reports room.
  package static let pieceSize = 4_096

  /// Writes all bytes, unless another descriptor becomes readable first.
  ///
  /// A reader that does not read holds it up only until then.
  ///
  /// - Returns: Whether all bytes were written.
  /// - Throws: ``SystemError``, with EPIPE when the reader is gone.
  package static func write(
    _ bytes: [UInt8], to descriptor: Int32, unlessReadable other: Int32
  ) throws(SystemError) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let ready = wait(for: [.writable(descriptor), .readable(other)], atMost: nil).all
      guard !ready.contains(other) else { return false }
      guard ready.contains(descriptor) else { continue }
      rest = rest.dropFirst(try writeOnce(rest.prefix(pieceSize), to: descriptor))
    }
    return true
  }

  /// Writes once; returns 0 when a signal came first, or a non-blocking descriptor has no room.
  private static func writeOnce(
    _ bytes: ArraySlice<UInt8>, to descriptor: Int32
  ) throws(SystemError) -> Int {
    let count = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
    guard count <= 0 else { return count }
    let error = SystemError(call: "write", code: count == 0 ? EIO : errno)
    guard error.code == EINTR || error.code == EAGAIN else { throw error }
    return 0
  }
}

/// An error of the limit on open files: too few are left.
package struct DescriptorLimitError: Error, Sendable, Hashable {
  /// The number required besides those in use.
  package let required: Int

  /// The description and the remedy.
  package var message: String {
    "fewer than \(required) more files can be opened here; raise the limit, as by: ulimit -n 256"
  }
}
