import Foundation
import InboxTerminal

/// A command on its way: started, watched and listened to until it ends.
///
/// Its input is ours. So is its output where that is a terminal, so that it looks there as it does
/// without us; elsewhere it passes through here, for its last lines.
final class CommandRun {
  /// Nil when the command has ended: then signals mean this program alone.
  private var signals: TakenSignals?
  private let relays: [OutputRelay]
  private var lines: LastLines

  /// Prepares to run a command.
  ///
  /// - Parameters:
  ///   - tail: Most lines that are kept; 0 leaves all output alone.
  ///   - isOnTerminalToo: Whether also what goes to a terminal is listened to.
  /// - Throws: `SystemError` when the process has no descriptors left.
  init(tail: Int, isOnTerminalToo: Bool) throws {
    signals = try TakenSignals.ofCommand()
    lines = LastLines(limit: tail)
    let targets = [STDOUT_FILENO, STDERR_FILENO].filter { target in
      tail > 0 && (isOnTerminalToo || isatty(target) == 0)
    }
    // Two ways into one file would mix up what was written in order.
    let isOne = targets.count == 2 && Self.isSameFile(STDOUT_FILENO, STDERR_FILENO)
    relays = try (isOne ? [STDOUT_FILENO] : targets).map { try OutputRelay(to: $0) }
    streams = isOne ? targets : []
  }

  /// Both output streams where they share one relay, else none.
  private let streams: [Int32]

  /// The last lines of what passed through.
  var lastLines: String { lines.text }

  /// Runs it to its end; what it wrote last may still have to be handed on by ``finish()``.
  func run(_ words: [String]) -> CommandEnd {
    let process: pid_t
    do throws(SystemError) {
      defer { relays.forEach { $0.closeWriting() } }
      process = try start(words)
    } catch {
      return .notStarted(code: error.code)
    }
    while true {
      waitForNews()
      for (stream, relay) in relays.enumerated() {
        if let bytes = relay.pass() { lines.take(bytes, from: stream) }
      }
      for number in signals?.take() ?? [] where number != SIGCHLD { kill(process, number) }
      if let end = Self.end(of: process) {
        for (stream, relay) in relays.enumerated() {
          lines.take(relay.takeRest(), from: stream)
        }
        return end
      }
    }
  }

  private func waitForNews() {
    let heard = pollfd(fd: signals?.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
    var waiting = [heard] + relays.map(\.awaited)
    _ = poll(&waiting, nfds_t(waiting.count), -1)
  }

  /// Hands on the rest of the output, however long its reader takes; a signal ends the wait.
  func finish() {
    signals = nil
    relays.forEach { $0.finish() }
  }

  private static func end(of process: pid_t) -> CommandEnd? {
    var status: Int32 = 0
    guard waitpid(process, &status, WNOHANG) == process else { return nil }
    return .ended(ExitStatus(waited: status))
  }

  private static func isSameFile(_ one: Int32, _ other: Int32) -> Bool {
    var (first, second) = (stat(), stat())
    return fstat(one, &first) == 0 && fstat(other, &second) == 0
      && first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }
}

extension CommandRun {
  private func start(_ words: [String]) throws(SystemError) -> pid_t {
    try Spawn.start(words) { actions, attributes in
      for (relay, targets) in zip(relays, replaced) {
        for target in targets { posix_spawn_file_actions_adddup2(&actions, relay.input, target) }
      }
      // We ignore the loss of a reader, which the command must not inherit.
      var defaults = sigset_t()
      sigemptyset(&defaults)
      sigaddset(&defaults, SIGPIPE)
      sigaddset(&defaults, SIGCHLD)
      posix_spawnattr_setsigdefault(&attributes, &defaults)
      posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    }
  }

  /// The command's descriptors that each relay stands in for.
  private var replaced: [[Int32]] {
    streams.isEmpty ? relays.map { [$0.target] } : [streams]
  }
}
