import Foundation

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
  /// - Throws: `SystemProblem` when the process has no descriptors left.
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
    var process: pid_t = 0
    let code = spawn(words, &process)
    relays.forEach { $0.closeWriting() }
    guard code == 0 else { return .notStarted(code: code) }
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
    return waitpid(process, &status, WNOHANG) == process ? CommandEnd(waitStatus: status) : nil
  }

  private static func isSameFile(_ one: Int32, _ other: Int32) -> Bool {
    var (first, second) = (stat(), stat())
    return fstat(one, &first) == 0 && fstat(other, &second) == 0
      && first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }
}

extension CommandRun {
  /// Starts it; 0, or the number of the error.
  private func spawn(_ words: [String], _ process: inout pid_t) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
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
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    return posix_spawnp(&process, words.first ?? "", &actions, &attributes, &arguments, environ)
  }

  /// The command's descriptors that each relay stands in for.
  private var replaced: [[Int32]] {
    streams.isEmpty ? relays.map { [$0.target] } : [streams]
  }
}
