import Dispatch
import Foundation

/// A program started by its argument list.
struct ChildProcess: Sendable {
  private let identifier: pid_t

  /// Starts it; the first word is found by `PATH`.
  ///
  /// - Parameters:
  ///   - words: Program and arguments.
  ///   - usesTerminal: False gives it `/dev/null` and a process group of its own.
  /// - Throws: ``SystemProblem``, with ENOENT for a program that is not there.
  init(_ words: [String], usesTerminal: Bool) throws(SystemProblem) {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    if !usesTerminal {
      for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
        posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
      }
      posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    }
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var identifier: pid_t = 0
    let code = posix_spawnp(
      &identifier, words.first ?? "", &actions, &attributes, &arguments, environ)
    guard code == 0 else { throw SystemProblem(call: "posix_spawn", code: code) }
    self.identifier = identifier
  }

  /// Waits until it has ended.
  func wait() {
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) == -1, errno == EINTR {}
  }

  /// Lets it run, and takes its end when it comes.
  func reapLater() {
    DispatchQueue.global(qos: .background).async { wait() }
  }
}
