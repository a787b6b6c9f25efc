import Foundation

/// Hands what a command writes on to where it would have gone, while its last lines are kept.
final class OutputRelay {
  /// Readable when the command has written; -1 once that is over.
  private(set) var reading: Int32
  /// What the command writes to; -1 once it has been handed over.
  private var writing: Int32
  /// Where everything goes on to.
  let target: Int32
  private var buffer = [UInt8](repeating: 0, count: 64 * 1_024)

  /// Makes a pipe in front of a descriptor.
  ///
  /// - Throws: `POSIXError` when the process has no descriptors left.
  init(to target: Int32) throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EMFILE) }
    (reading, writing, self.target) = (ends[0], ends[1], target)
    ends.forEach { _ = fcntl($0, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(reading, F_SETFL, O_NONBLOCK)
  }

  deinit {
    closeReading()
    closeWriting()
  }

  /// The descriptor for the command, as long as this process still has it.
  var input: Int32 { writing }

  /// Leaves the writing end to the command alone, so that its end can be seen.
  func closeWriting() {
    if writing >= 0 { close(writing) }
    writing = -1
  }

  /// Hands on what is there; returns it for whoever keeps it, nil when there is nothing now.
  func pass() -> ArraySlice<UInt8>? {
    guard reading >= 0 else { return nil }
    let count = read(reading, &buffer, buffer.count)
    guard count > 0 else {
      if count == 0 || (errno != EAGAIN && errno != EINTR) { closeReading() }
      return nil
    }
    // With nobody to read it on, the command is told as if it wrote there itself.
    if !write(buffer[..<count]) { closeReading() }
    return buffer[..<count]
  }

  private func write(_ bytes: ArraySlice<UInt8>) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(target, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        var room = pollfd(fd: target, events: Int16(POLLOUT), revents: 0)
        _ = poll(&room, 1, -1)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }

  private func closeReading() {
    if reading >= 0 { close(reading) }
    reading = -1
  }
}
