import Foundation
import Synchronization

/// A second process that ends the detached programs of this one when it is killed.
///
/// A daemon that is killed cannot end what it has started. Its guard reads from a pipe which process
/// groups there are; the pipe ends with the daemon, however that ends, and the guard ends the groups
/// that are left, and what has left its group and carries a ``ProcessMark``. A program is in its care
/// once its start has returned, not in the instant before.
///
/// State: the guard's pipe and the groups. Guard: the mutex. Reason: programs are started and reaped on
/// any thread, and a process has one guard.
package enum OrphanGuard {
  private struct State {
    /// How the guard is started; empty where none is wanted.
    var words: [String] = []
    /// The writing end of its pipe; nil before the first program.
    var pipe: Int32?
    var groups: Set<pid_t> = []
  }

  private static let state = Mutex(State())

  /// Seconds that programs get to end by themselves before they are killed.
  private static let grace: useconds_t = 500_000

  /// Guards detached programs from now on, by a process that is started before the first of them.
  ///
  /// - Parameter words: A program that calls ``run()``, and its arguments.
  package static func enable(_ words: [String]) {
    // A guard that is gone must not end this process.
    signal(SIGPIPE, SIG_IGN)
    state.withLock { $0.words = words }
  }

  /// Starts the guard, so that it is there before the program that it guards.
  static func prepare() {
    state.withLock { state in
      if !state.words.isEmpty, state.pipe == nil { restart(&state) }
    }
  }

  /// Takes a process group into the guard's care.
  static func add(_ group: pid_t) {
    state.withLock { state in
      guard !state.words.isEmpty else { return }
      state.groups.insert(group)
      if let pipe = state.pipe, send(["+\(group)"], to: pipe) { return }
      restart(&state)
    }
  }

  /// Releases a process group, before its number can be given to another.
  static func remove(_ group: pid_t) {
    state.withLock { state in
      guard state.groups.remove(group) != nil, let pipe = state.pipe else { return }
      _ = send(["-\(group)"], to: pipe)
    }
  }

  /// Starts a guard and tells it all groups; without one programs run all the same.
  private static func restart(_ state: inout State) {
    if let pipe = state.pipe { close(pipe) }
    state.pipe = nil
    guard let ends = try? PipeEnds() else { return }
    defer { close(ends.reading) }
    let process = try? Spawn.start(state.words) { actions, attributes in
      posix_spawn_file_actions_adddup2(&actions, ends.reading, STDIN_FILENO)
      posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_RDWR, 0)
      Spawn.closeOthers(in: &actions)
      ChildProcess.setSignals(in: &attributes, for: .detached)
    }
    guard process != nil,
      send(["=\(ProcessMark.all.text)"] + state.groups.map { "+\($0)" }, to: ends.writing)
    else {
      close(ends.writing)
      return
    }
    state.pipe = ends.writing
  }

  private static func send(_ lines: [String], to pipe: Int32) -> Bool {
    let text = lines.map { $0 + "\n" }.joined()
    return (try? Descriptors.write(text.utf8, to: pipe)) != nil
  }

  /// The guard's work: reads until its parent is gone, and ends the groups that are left.
  package static func run() {
    // Who ends a whole session or service must not end the guard before it has done its work.
    for number in [SIGTERM, SIGINT, SIGHUP] { signal(number, SIG_IGN) }
    var groups: Set<pid_t> = []
    var mark: ProcessMark?
    while let line = readLine() {
      if line.hasPrefix("=") { mark = ProcessMark(text: String(line.dropFirst())) }
      guard let number = pid_t(line.dropFirst()), number > 1 else { continue }
      if line.hasPrefix("+") { groups.insert(number) } else { groups.remove(number) }
    }
    for group in groups { kill(-group, SIGTERM) }
    let hasMarked = (mark?.send(SIGTERM) ?? 0) > 0
    guard !groups.isEmpty || hasMarked else { return }
    usleep(grace)
    for group in groups { kill(-group, SIGKILL) }
    mark?.kill()
  }
}
