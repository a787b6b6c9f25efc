import Dispatch
package import Foundation

/// A running program that this process has started.
///
/// It inherits no descriptors but the standard ones.
package struct ChildProcess: Sendable {
  /// The terminal, process group and signals of a program.
  package enum Place: Sendable, Hashable {
    /// Those of this process, as far as it has not changed them for itself.
    case inherited
    /// The same terminal, in a process group of its own to which the keys' signals can go.
    case foreground
    /// No terminal: `/dev/null` in its place, and a process group of its own.
    case detached
  }

  /// A change of its state.
  package enum Change: Sendable, Hashable {
    case stopped
    case ended(ExitStatus)
  }

  private let identifier: pid_t
  private let place: Place
  private let mark: ProcessMark?

  /// Starts a program; the first word is found by `PATH`.
  ///
  /// - Parameters:
  ///   - words: Program and arguments.
  ///   - place: Where it runs.
  ///   - streams: Descriptors of this process by the standard one that each stands in for; the
  ///     others are what the place gives.
  ///   - environment: All its variables; nil inherits those of this process.
  ///   - mark: A mark by which ``end(within:)`` finds what it has started.
  /// - Throws: ``SystemError``, with ENOENT for a program that is not there.
  package init(
    _ words: [String], in place: Place, replacing streams: [Int32: Int32] = [:],
    environment: [String: String]? = nil, mark: ProcessMark? = nil
  ) throws(SystemError) {
    (self.place, self.mark) = (place, mark)
    if place == .detached { OrphanGuard.prepare() }
    identifier = try Spawn.start(words, environment: environment, adding: mark?.text) {
      actions, attributes in
      if place == .detached {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
          posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
      }
      for (standard, descriptor) in streams {
        posix_spawn_file_actions_adddup2(&actions, descriptor, standard)
      }
      if place == .detached { Spawn.closeOthers(in: &actions) }
      Self.setSignals(in: &attributes, for: place)
    }
    if place == .detached { OrphanGuard.add(identifier) }
  }

  /// Resets what this process has set for itself; what its own parent ignores stays ignored.
  ///
  /// In a group of its own a program gets the terminal's signals as a shell's child does.
  static func setSignals(in attributes: inout posix_spawnattr_t, for place: Place) {
    var defaults = sigset_t()
    sigemptyset(&defaults)
    let own = [SIGPIPE, SIGCHLD, SIGXFSZ]
    let keys = place == .inherited ? [] : [SIGINT, SIGQUIT, SIGTSTP, SIGTTIN, SIGTTOU]
    for number in own + keys { sigaddset(&defaults, number) }
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    var flags = POSIX_SPAWN_SETSIGDEF
    if place != .inherited {
      var none = sigset_t()
      sigemptyset(&none)
      posix_spawnattr_setsigmask(&attributes, &none)
      flags |= POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP
    }
    posix_spawnattr_setflags(&attributes, Int16(flags))
  }

  /// Waits until it has ended.
  package func wait() -> ExitStatus {
    if place == .detached {
      Self.awaitEnd(of: identifier)
      OrphanGuard.remove(identifier)
    }
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) == -1, errno == EINTR {}
    return ExitStatus(waited: status)
  }

  /// Waits until it has ended, at most some seconds; nil while it still runs.
  package func wait(upTo seconds: Double) -> ExitStatus? {
    hasEnded(within: seconds) ? wait() : nil
  }

  /// Ends it and all that it has started: asks them, waits, and kills those that are left.
  ///
  /// Its number stays its own meanwhile, as it is reaped last.
  ///
  /// - Parameter seconds: How long they may take at most.
  /// - Returns: How it ended.
  package func end(within seconds: Double) -> ExitStatus {
    send(SIGTERM)
    let end = ContinuousClock.now + .seconds(seconds)
    mark?.send(SIGTERM)
    _ = hasEnded(within: seconds)
    mark?.awaitEnd(within: max(0, (end - .now) / .seconds(1)))
    send(SIGKILL)
    mark?.kill()
    return wait()
  }

  /// Waits until it has ended, at most some seconds, and does not reap it.
  private func hasEnded(within seconds: Double) -> Bool {
    let ended = DispatchSemaphore(value: 0)
    let identifier = identifier
    DispatchQueue.global().async {
      Self.awaitEnd(of: identifier)
      ended.signal()
    }
    return ended.wait(timeout: .now() + seconds) == .success
  }

  /// Waits for the end of a process, whose number stays its own until it is reaped.
  private static func awaitEnd(of process: pid_t) {
    var information = siginfo_t()
    let kinds = WEXITED | WNOWAIT
    while waitid(P_PID, id_t(process), &information, kinds) == -1, errno == EINTR {}
  }

  /// The change since the last call; nil when there is none and none is waited for.
  package func takeChange(isWaiting: Bool = false) -> Change? {
    var status: Int32 = 0
    let options = WUNTRACED | (isWaiting ? 0 : WNOHANG)
    guard waitpid(identifier, &status, options) == identifier else { return nil }
    return ExitStatus.isStop(waited: status) ? .stopped : .ended(ExitStatus(waited: status))
  }

  /// Leaves it running, and reaps it when it ends.
  package func reapLater() {
    DispatchQueue.global(qos: .background).async { _ = wait() }
  }

  /// Sends it a signal; in a group of its own also to what it has started.
  package func send(_ signal: Int32) {
    kill(place == .inherited ? identifier : -identifier, signal)
  }

  /// Gives it the terminal's keys, and continues it if it was stopped.
  package func takeForeground() {
    Foreground.give(to: identifier)
    send(SIGCONT)
  }
}

/// The process group that gets the terminal's keys.
package enum Foreground {
  /// Gives the terminal to a process group.
  static func give(to group: pid_t) {
    // The kernel stops a process that asks from the background, unless it blocks the signal.
    var blocked = sigset_t()
    var earlier = sigset_t()
    sigemptyset(&blocked)
    sigaddset(&blocked, SIGTTOU)
    pthread_sigmask(SIG_BLOCK, &blocked, &earlier)
    tcsetpgrp(STDIN_FILENO, group)
    pthread_sigmask(SIG_SETMASK, &earlier, nil)
  }

  /// Takes the terminal back, with its earlier settings.
  package static func take(settings: termios) {
    give(to: getpgrp())
    var settings = settings
    tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
  }

  /// The terminal's settings.
  package static var settings: termios {
    var settings = termios()
    tcgetattr(STDIN_FILENO, &settings)
    return settings
  }
}
