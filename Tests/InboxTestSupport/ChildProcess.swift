import Foundation
import InboxSystem

/// A program that a test has started, awaited no longer than a limit.
///
/// Not Foundation's process: the end of a program is to be seen also while what it has started goes
/// on. It leads a process group of its own and inherits no descriptors but its first three.
package final class ChildProcess {
  /// Longest that an end is awaited, in seconds; far above what it takes.
  package static let limit = 60.0

  /// What one of the first three descriptors is.
  package enum Stream {
    /// Nothing to read, and nobody who reads.
    case nothing
    /// A file, which is made or emptied for output.
    case file(String)
    /// A descriptor of the test's.
    case descriptor(Int32)
  }

  /// A program that did not end in time, and was killed.
  package struct Hanging: Error {
    /// Its path and arguments.
    package var words: [String]
  }

  /// The number of the process, which is also that of its group.
  package private(set) var identifier: Int32 = 0
  private let words: [String]
  private var status: Int32?

  /// Starts a program.
  package init(
    _ executable: String, _ arguments: [String], environment: [String: String],
    input: Stream = .nothing, output: Stream = .nothing, errors: Stream = .nothing
  ) throws {
    words = [executable] + arguments
    identifier = try Spawn.start(words, environment: environment) { actions, attributes in
      Self.open(input, as: 0, O_RDONLY, in: &actions)
      Self.open(output, as: 1, O_WRONLY | O_CREAT | O_TRUNC, in: &actions)
      Self.open(errors, as: 2, O_WRONLY | O_CREAT | O_TRUNC, in: &actions)
      // Swift does not see the function that closes all; one that is not open is no error.
      for descriptor in Int32(3)..<1_024 { posix_spawn_file_actions_addclose(&actions, descriptor) }
      let signals = resetSignals(in: &attributes)
      posix_spawnattr_setpgroup(&attributes, 0)
      posix_spawnattr_setflags(&attributes, signals | Int16(POSIX_SPAWN_SETPGROUP))
    }
  }

  deinit {
    if !hasEnded { kill() }
  }

  /// Whether it has ended by now.
  package var hasEnded: Bool {
    var code: Int32 = 0
    if status == nil, waitpid(identifier, &code, WNOHANG) != 0 { status = Self.status(of: code) }
    return status != nil
  }

  /// Sends it a signal.
  package func send(_ signal: Int32) {
    if !hasEnded { Foundation.kill(identifier, signal) }
  }

  /// Waits for its end: the exit status, or 128 and the number of the signal.
  @discardableResult
  package func end() throws -> Int32 {
    guard eventually(pause: 0.001, { hasEnded }) else {
      kill()
      throw Hanging(words: words)
    }
    return status ?? -1
  }

  private func kill() {
    Foundation.kill(-identifier, SIGKILL)
    var code: Int32 = 0
    while waitpid(identifier, &code, 0) == -1, errno == EINTR {}
    status = Self.status(of: code)
  }

  private static func status(of code: Int32) -> Int32 {
    switch ExitStatus(waited: code) {
    case .exited(let status): status
    case .killed(let signal): 128 + signal
    }
  }

  private static func open(
    _ stream: Stream, as descriptor: Int32, _ flags: Int32,
    in actions: inout posix_spawn_file_actions_t
  ) {
    switch stream {
    case .nothing:
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    case .file(let path):
      posix_spawn_file_actions_addopen(&actions, descriptor, path, flags, 0o600)
    case .descriptor(let given):
      posix_spawn_file_actions_adddup2(&actions, given, descriptor)
    }
  }
}
