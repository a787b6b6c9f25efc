import Dispatch
package import Foundation

/// A running program that this process has started.
///
/// It inherits no descriptors but the standard ones.
package struct ChildProcess: Sendable {
  /// The terminal, process group and signals of a program.
  package enum Place: Sendable, Hashable {
    /// Those of this process, without its own changes.
    case inherited
    /// The same terminal, in a separate process group that can receive the keys' signals.
    case foreground
    /// No terminal: `/dev/null` instead, and a separate process group.
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
  ///   - place: Its terminal and process group.
  ///   - streams: Descriptors of this process by the standard descriptor that each replaces; the
  ///     others depend on `place`.
  ///   - environment: All its variables; nil inherits those of this process.
  ///   - mark: A mark with which ``end(within:)`` finds the processes that it started.
  /// - Throws: ``SystemError``, with ENOENT for a missing program.
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

  /// Starts a program with a pipe as one of its standard streams.
  ///
  /// - Parameters:
  ///   - standard: The descriptor of the stream.
  ///   - words: Program and arguments.
  ///   - place: Its terminal and process group.
  ///   - streams: What replaces its other standard streams.
  ///   - environment: All its variables; nil inherits those of this process.
  ///   - mark: A mark with which ``end(within:)`` finds the processes that it started.
  /// - Returns: The program, and this process's end of the pipe, which the caller closes.
  /// - Throws: ``SystemError``.
  package static func piping(
    _ standard: Int32, of words: [String], in place: Place, replacing streams: [Int32: Int32] = [:],
    environment: [String: String]? = nil, mark: ProcessMark? = nil
  ) throws(SystemError) -> (child: ChildProcess, end: Int32) {
    let ends = try PipeEnds()
    let isInput = standard == STDIN_FILENO
    let (own, other) = isInput ? (ends.writing, ends.reading) : (ends.reading, ends.writing)
    defer { close(other) }
    do throws(SystemError) {
      let child = try ChildProcess(
        words, in: place, replacing: streams.merging([standard: other]) { $1 },
        environment: environment, mark: mark)
      return (child, own)
    } catch {
      close(own)
      throw error
    }
  }

  /// Resets signal settings of this process; signals that its parent ignores stay ignored.
  ///
  /// In a separate group a program gets the terminal's signals like a shell's child.
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

  /// Waits until it has ended; after some seconds it is killed, for which nil is returned.
  package func wait(killingAfter seconds: Double) -> ExitStatus? {
    if let status = wait(upTo: seconds) { return status }
    send(SIGKILL)
    _ = wait()
    return nil
  }

  /// Ends it and all processes that it started: asks them, waits, and kills the remaining ones.
  ///
  /// It is reaped last, so that its process id is not reused meanwhile.
  ///
  /// - Parameter seconds: Grace period in seconds.
  /// - Returns: Its exit status.
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

  /// Waits until it has ended, at most some seconds, without reaping it.
  private func hasEnded(within seconds: Double) -> Bool {
    let ended = DispatchSemaphore(value: 0)
    let identifier = identifier
    DispatchQueue.global().async {
      Self.awaitEnd(of: identifier)
      ended.signal()
    }
    return ended.wait(timeout: .now() + seconds) == .success
  }

  /// Waits for the end of a process without reaping it, so that its id is not reused.
  private static func awaitEnd(of process: pid_t) {
    var information = siginfo_t()
    let kinds = WEXITED | WNOWAIT
    while waitid(P_PID, id_t(process), &information, kinds) == -1, errno == EINTR {}
  }

  /// The change of state since the last call; nil if there is none.
  package func takeChange(isWaiting: Bool = false) -> Change? {
    var status: Int32 = 0
    let options = WUNTRACED | (isWaiting ? 0 : WNOHANG)
    guard waitpid(identifier, &status, options) == identifier else { return nil }
    return ExitStatus.isStop(waited: status) ? .stopped : .ended(ExitStatus(waited: status))
  }

  /// Reaps it in the background when it ends.
  package func reapLater() {
    DispatchQueue.global(qos: .background).async { _ = wait() }
  }

  /// Sends it a signal; in a separate group, to the whole group.
  package func send(_ signal: Int32) {
    kill(place == .inherited ? identifier : -identifier, signal)
  }

  /// Makes it the terminal's foreground group, and continues it if it was stopped.
  package func takeForeground() {
    Foreground.give(to: identifier)
    send(SIGCONT)
  }
}

/// The terminal's foreground process group.
package enum Foreground {
  /// Makes a process group the terminal's foreground group.
  static func give(to group: pid_t) {
    // The kernel stops a background process that does this, unless it blocks the signal.
    var blocked = sigset_t()
    var earlier = sigset_t()
    sigemptyset(&blocked)
    sigaddset(&blocked, SIGTTOU)
    pthread_sigmask(SIG_BLOCK, &blocked, &earlier)
    tcsetpgrp(STDIN_FILENO, group)
    pthread_sigmask(SIG_SETMASK, &earlier, nil)
  }

  /// Restores this process as the foreground group, with the earlier terminal settings.
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
