import Foundation
import Synchronization

/// A second process that ends the detached programs of this one when it is killed.
///
/// A killed daemon cannot end the programs that it started. Its guard reads their process groups
/// from a pipe, which closes when the daemon ends in any way; the guard then ends the remaining
/// groups, and processes with a ``ProcessMark`` that left their group. A program is guarded once
/// its start has returned, not in the instant before.
///
/// State: the guard's pipe and the groups. Guard: the mutex. Reason: programs are started and
/// reaped on any thread, and a process has one guard.
package enum OrphanGuard {
  private struct State {
    /// The command of the guard; empty for none.
    var words: [String] = []
    /// The writing end of its pipe; nil before the first program.
    var pipe: Int32?
    var groups: Set<pid_t> = []
  }

  private static let state = Mutex(State())

  /// Seconds between the request to end and the kill.
  private static let grace: useconds_t = 500_000

  /// Enables the guard, which is started before the first detached program.
  ///
  /// - Parameter words: A program that calls ``run()``, and its arguments.
  package static func enable(_ words: [String]) {
    // A guard that ended must not end this process.
    signal(SIGPIPE, SIG_IGN)
    state.withLock { $0.words = words }
  }

  /// Starts the guard before the first program.
  static func prepare() {
    state.withLock { state in
      if !state.words.isEmpty, state.pipe == nil { restart(&state) }
    }
  }

  /// Adds a process group to the guard.
  static func add(_ group: pid_t) {
    state.withLock { state in
      guard !state.words.isEmpty else { return }
      state.groups.insert(group)
      if let pipe = state.pipe, send(["+\(group)"], to: pipe) { return }
      restart(&state)
    }
  }

  /// Removes a process group, before its id can be reused.
  static func remove(_ group: pid_t) {
    state.withLock { state in
      guard state.groups.remove(group) != nil, let pipe = state.pipe else { return }
      _ = send(["-\(group)"], to: pipe)
    }
  }

  /// Starts a guard and sends it all groups; programs run even without a guard.
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

  /// The guard's main function: reads until its parent ends, then ends the remaining groups.
  package static func run() {
    // Ending a whole session or service must not end the guard before its work is done.
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
