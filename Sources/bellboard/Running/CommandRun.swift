import Foundation
import InboxSystem

/// A run of a command that keeps the last lines of its output.
///
/// The command inherits the input, and output that is a terminal, so that it behaves there as
/// without this program; other output is relayed to keep its last lines.
final class CommandRun {
  /// Forwards signals to the command; nil after it has ended.
  private var signals: SignalSource?
  private let relays: [OutputRelay]
  private var lines: LastLines
  /// Both output streams if they share one relay, else empty.
  private let streams: [Int32]

  /// Creates the relays for the command's output, of which at most `tail` lines are kept; 0 relays
  /// none.
  ///
  /// - Throws: `SystemError` if the process has no descriptors left.
  init(tail: Int, isOnTerminalToo: Bool) throws {
    signals = try SignalSource.forwarding()
    lines = LastLines(limit: tail)
    let targets = [STDOUT_FILENO, STDERR_FILENO].filter { target in
      tail > 0 && (isOnTerminalToo || isatty(target) == 0)
    }
    // Two relays into one file would reorder the output.
    let isOne = targets.count == 2 && Self.isSameFile(STDOUT_FILENO, STDERR_FILENO)
    relays = try (isOne ? [STDOUT_FILENO] : targets).map { try OutputRelay(to: $0) }
    streams = isOne ? targets : []
  }

  /// The last lines of the relayed output.
  var lastLines: String { lines.text }

  /// Runs a command until it ends; ``finish()`` relays the rest of its output.
  func run(_ words: [String]) -> CommandEnd {
    let child: ChildProcess
    do throws(SystemError) {
      defer { relays.forEach { $0.closeWriting() } }
      child = try ChildProcess(words, in: .inherited, replacing: replacedStreams)
    } catch {
      return .notStarted(error)
    }
    while true {
      let interests =
        [Descriptors.Interest.readable(signals?.descriptor ?? -1)] + relays.map(\.interest)
      Descriptors.wait(for: interests, atMost: nil)
      for (stream, relay) in relays.enumerated() {
        if let bytes = relay.forward() { lines.take(bytes, from: stream) }
      }
      for number in signals?.take() ?? [] where number != SIGCHLD { child.send(number) }
      if case .ended(let status) = child.takeChange() {
        for (stream, relay) in relays.enumerated() {
          lines.take(relay.drain(), from: stream)
        }
        return .ended(status)
      }
    }
  }

  /// Relays the rest of the output, waiting for its reader; a signal ends this program.
  func finish() {
    signals = nil
    relays.forEach { $0.finish() }
  }

  /// The relay's descriptor for each of the command's output streams that is relayed.
  private var replacedStreams: [Int32: Int32] {
    var replaced: [Int32: Int32] = [:]
    for relay in relays {
      for stream in streams.isEmpty ? [relay.target] : streams { replaced[stream] = relay.input }
    }
    return replaced
  }

  private static func isSameFile(_ one: Int32, _ other: Int32) -> Bool {
    let file = FileStatus(descriptor: one)?.identity
    return file != nil && file == FileStatus(descriptor: other)?.identity
  }
}

/// Relays a command's output to its target, so that the last lines can be kept.
///
/// It does not block: output that the target has no room for is buffered, and nothing more is
/// read until it is written, so that the command gets the same backpressure as without a relay.
final class OutputRelay {
  /// The reading end of the pipe; -1 after the end of the output.
  private var reading: Int32
  /// The writing end of the pipe; -1 once only the command has it.
  private var writing: Int32
  /// The descriptor that the output goes to.
  let target: Int32
  private var buffer = [UInt8](repeating: 0, count: 64 * 1_024)
  /// Output that is read but not yet written to the target.
  private var pending: ArraySlice<UInt8> = []

  /// Creates a pipe in front of a descriptor.
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

  /// The descriptor for the command; -1 after ``closeWriting()``.
  var input: Int32 { writing }

  /// The event to wait for before the next ``forward()``.
  var interest: Descriptors.Interest { pending.isEmpty ? .readable(reading) : .writable(target) }

  /// Closes this process's copy of the writing end, so that the end of output is detected.
  func closeWriting() {
    if writing >= 0 { close(writing) }
    writing = -1
  }

  /// Reads waiting output, relays it and returns it; nil if none was read.
  func forward() -> ArraySlice<UInt8>? {
    writeWhileThereIsRoom()
    guard pending.isEmpty, let bytes = take() else { return nil }
    pending = bytes
    writeWhileThereIsRoom()
    return bytes
  }

  /// Reads what the pipe holds now, for ``finish()`` to relay.
  ///
  /// It does not read until the end, as background programs of the command may write on forever.
  func drain() -> ArraySlice<UInt8> {
    var count: Int32 = 0
    guard reading >= 0, ioctl(reading, UInt(FIONREAD), &count) == 0 else { return [] }
    var rest: ArraySlice<UInt8> = []
    while rest.count < Int(count), let bytes = take() { rest += bytes }
    pending += rest
    return rest
  }

  /// Writes the rest to the target, blocking if necessary.
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
      let piece = pending.prefix(Descriptors.pieceSize)
      let count = piece.withUnsafeBytes { write(target, $0.baseAddress, $0.count) }
      if count > 0 {
        pending = pending.dropFirst(count)
      } else if errno != EAGAIN && errno != EINTR {
        // The command then gets a broken pipe, as if it wrote to the target itself.
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
