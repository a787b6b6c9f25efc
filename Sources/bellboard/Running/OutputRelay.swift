import Foundation
import InboxCore
import InboxTerminal

/// Hands what a command writes on to where it would have gone, while its last lines are kept.
///
/// It never waits by itself: what the target has no room for is kept, and nothing more is read
/// until it has gone, so that the command waits as it would without us.
final class OutputRelay {
  /// Readable when the command has written; -1 once that is over.
  private var reading: Int32
  /// What the command writes to; -1 once it has been handed over.
  private var writing: Int32
  /// Where everything goes on to.
  let target: Int32
  private var buffer = [UInt8](repeating: 0, count: 64 * 1_024)
  /// What the target has not yet taken.
  private var pending: ArraySlice<UInt8> = []

  /// So much a pipe takes without blocking once `poll` finds room in it.
  private static let pieceSize = 4_096

  /// Makes a pipe in front of a descriptor.
  ///
  /// - Throws: `SystemError` when the process has no descriptors left.
  init(to target: Int32) throws {
    let ends = try PipeEnds.open()
    (reading, writing, self.target) = (ends.reading, ends.writing, target)
    _ = fcntl(reading, F_SETFL, O_NONBLOCK)
  }

  deinit {
    closeReading()
    closeWriting()
  }

  /// The descriptor for the command, as long as this process still has it.
  var input: Int32 { writing }

  /// What to wait for before the next ``pass()``.
  var awaited: pollfd {
    pending.isEmpty
      ? pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
      : pollfd(fd: target, events: Int16(POLLOUT), revents: 0)
  }

  /// Leaves the writing end to the command alone, so that its end can be seen.
  func closeWriting() {
    if writing >= 0 { close(writing) }
    writing = -1
  }

  /// Hands on what is there; returns it for whoever keeps it, nil when nothing is read now.
  func pass() -> ArraySlice<UInt8>? {
    writeWhileThereIsRoom()
    guard pending.isEmpty, let bytes = take() else { return nil }
    pending = bytes
    writeWhileThereIsRoom()
    return bytes
  }

  /// Takes what stands in the pipe now, to be handed on by ``finish()``.
  ///
  /// What the command has started may go on writing into it without an end.
  func takeRest() -> ArraySlice<UInt8> {
    var count: Int32 = 0
    guard reading >= 0, ioctl(reading, UInt(FIONREAD), &count) == 0 else { return [] }
    var rest: ArraySlice<UInt8> = []
    while rest.count < Int(count), let bytes = take() { rest += bytes }
    pending += rest
    return rest
  }

  /// Hands on what is left, however long the target takes.
  func finish() {
    if !pending.isEmpty { _ = StandardOutput.write(Array(pending), to: target) }
    pending = []
    closeReading()
  }

  private func take() -> ArraySlice<UInt8>? {
    guard reading >= 0 else { return nil }
    let count = read(reading, &buffer, buffer.count)
    if count > 0 { return buffer[..<count] }
    if count == 0 || (errno != EAGAIN && errno != EINTR) { closeReading() }
    return nil
  }

  private func writeWhileThereIsRoom() {
    var room = pollfd(fd: target, events: Int16(POLLOUT), revents: 0)
    while !pending.isEmpty, poll(&room, 1, 0) > 0 {
      let piece = pending.prefix(Self.pieceSize)
      let count = piece.withUnsafeBytes { write(target, $0.baseAddress, $0.count) }
      if count > 0 {
        pending = pending.dropFirst(count)
      } else if errno != EAGAIN && errno != EINTR {
        // With nobody to read it on, the command learns it as if it wrote there itself.
        pending = []
        closeReading()
      }
    }
  }

  private func closeReading() {
    if reading >= 0 { close(reading) }
    reading = -1
  }
}
