import Foundation
import InboxSystem

/// A relay of a command's output to its target, so that the last lines can be kept.
///
/// It never waits by itself: output that the target has no room for is kept, and nothing more is
/// read before it is written, so that the command waits as it would without a relay.
final class OutputRelay {
  /// Readable when the command has written; -1 once that is over.
  private var reading: Int32
  /// The end that the command writes to; -1 once only the command has it.
  private var writing: Int32
  /// Where the output goes.
  let target: Int32
  private var buffer = [UInt8](repeating: 0, count: 64 * 1_024)
  /// Output that the target has not taken yet.
  private var pending: ArraySlice<UInt8> = []

  /// Bytes that a pipe takes without blocking once `poll(2)` reports room.
  private static let pieceSize = 4_096

  /// Makes a pipe in front of a descriptor.
  ///
  /// - Throws: `SystemError` when the process has no descriptors left.
  init(to target: Int32) throws {
    let ends = try PipeEnds()
    (reading, writing, self.target) = (ends.reading, ends.writing, target)
    _ = fcntl(reading, F_SETFL, O_NONBLOCK)
  }

  deinit {
    closeReading()
    closeWriting()
  }

  /// The descriptor for the command, as long as this process still has it.
  var input: Int32 { writing }

  /// What to wait for before the next ``forward()``.
  var interest: Descriptors.Interest {
    pending.isEmpty ? .readable(reading) : .writable(target)
  }

  /// Leaves the writing end to the command alone, so that its end can be seen.
  func closeWriting() {
    if writing >= 0 { close(writing) }
    writing = -1
  }

  /// Passes waiting output on and returns it; nil when none is read now.
  func forward() -> ArraySlice<UInt8>? {
    writeWhileThereIsRoom()
    guard pending.isEmpty, let bytes = take() else { return nil }
    pending = bytes
    writeWhileThereIsRoom()
    return bytes
  }

  /// Reads what the pipe holds now, to be passed on by ``finish()``.
  ///
  /// Programs that the command has started may go on writing into the pipe without an end.
  func drain() -> ArraySlice<UInt8> {
    var count: Int32 = 0
    guard reading >= 0, ioctl(reading, UInt(FIONREAD), &count) == 0 else { return [] }
    var rest: ArraySlice<UInt8> = []
    while rest.count < Int(count), let bytes = take() { rest += bytes }
    pending += rest
    return rest
  }

  /// Passes the rest on, however long the target takes.
  func finish() {
    if !pending.isEmpty { try? Descriptors.write(pending, to: target) }
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
    let room = [Descriptors.Interest.writable(target)]
    while !pending.isEmpty, !Descriptors.wait(for: room, atMost: 0).all.isEmpty {
      let piece = pending.prefix(Self.pieceSize)
      let count = piece.withUnsafeBytes { write(target, $0.baseAddress, $0.count) }
      if count > 0 {
        pending = pending.dropFirst(count)
      } else if errno != EAGAIN && errno != EINTR {
        // The command gets the broken pipe as if it wrote to the target itself.
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
