import Dispatch
import Foundation

/// A program started by its argument list.
///
/// Descriptors other than the standard ones stay closed to it, as all of ours are.
struct ChildProcess: Sendable {
  /// Where a program runs.
  enum Place: Sendable, Hashable {
    /// Beside this one: the same terminal and the same signals from its keys.
    case beside
    /// In the terminal, alone: a process group of its own, which the keys' signals go to.
    case foreground
    /// Away from the terminal: `/dev/null` in its place, and a process group of its own.
    case apart
  }

  /// What has become of it.
  enum Change: Sendable, Hashable {
    case stopped
    case ended(ExitStatus)
  }

  private let identifier: pid_t

  /// Starts it; the first word is found by `PATH`.
  ///
  /// - Parameters:
  ///   - words: Program and arguments.
  ///   - place: Where it runs.
  ///   - input: Its standard input; nil leaves what the place gives.
  ///   - errors: Where it complains; nil leaves what the place gives.
  /// - Throws: ``SystemError``, with ENOENT for a program that is not there.
  init(
    _ words: [String], in place: Place, input: Int32? = nil, errors: Int32? = nil
  ) throws(SystemError) {
    identifier = try Spawn.start(words) { actions, attributes in
      if place == .apart {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
          posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
      }
      if let input { posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO) }
      if let errors { posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO) }
      Self.set(&attributes, for: place)
    }
  }

  /// Signals as a shell's child has them: none blocked, and none of the terminal's ignored.
  ///
  /// Others that whoever started this program ignores, as `nohup` does, it inherits likewise.
  private static func set(_ attributes: inout posix_spawnattr_t, for place: Place) {
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    var usual = sigset_t()
    sigemptyset(&usual)
    for number in [SIGPIPE, SIGINT, SIGQUIT, SIGTSTP, SIGTTIN, SIGTTOU] {
      sigaddset(&usual, number)
    }
    posix_spawnattr_setsigdefault(&attributes, &usual)
    let group = place == .beside ? 0 : POSIX_SPAWN_SETPGROUP
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | group))
  }

  /// Waits until it has ended.
  func wait() -> ExitStatus {
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) == -1, errno == EINTR {}
    return ExitStatus(waited: status)
  }

  /// Waits until it has ended, but no longer than some seconds; nil while it still runs.
  func wait(upTo seconds: Double) -> ExitStatus? {
    let ended = DispatchSemaphore(value: 0)
    let identifier = identifier
    DispatchQueue.global().async {
      // Only looked at here: its number stays its own until it is taken below.
      var information = siginfo_t()
      let kinds = WEXITED | WNOWAIT
      while waitid(P_PID, id_t(identifier), &information, kinds) == -1, errno == EINTR {}
      ended.signal()
    }
    return ended.wait(timeout: .now() + seconds) == .success ? wait() : nil
  }

  /// What has become of it since the last time; nil while it runs, if that is not waited for.
  func takeChange(isWaiting: Bool = false) -> Change? {
    var status: Int32 = 0
    let options = WUNTRACED | (isWaiting ? 0 : WNOHANG)
    guard waitpid(identifier, &status, options) == identifier else { return nil }
    return ExitStatus.isStop(waited: status) ? .stopped : .ended(ExitStatus(waited: status))
  }

  /// Lets it run, and takes its end when it comes.
  func reapLater() {
    DispatchQueue.global(qos: .background).async { _ = wait() }
  }

  /// Sends a signal to it and what it started; only for one in a group of its own.
  func send(_ signal: Int32) {
    kill(-identifier, signal)
  }

  /// Gives it the terminal's keys, and lets it run if it stopped.
  func takeForeground() {
    Foreground.give(to: identifier)
    send(SIGCONT)
  }
}
