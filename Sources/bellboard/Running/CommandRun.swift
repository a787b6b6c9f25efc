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
