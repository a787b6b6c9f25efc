package import Foundation
package import InboxSettings
import Synchronization

/// The states of all sources, with a callback for changes.
///
/// State: the states by name. Guard: the mutex, because sources report from any thread.
package final class SourceBoard: Sendable {
  private let states = Mutex<[String: SourceState]>([:])
  private let now: @Sendable () -> Date
  private let changed: @Sendable () -> Void

  /// Makes a board without sources.
  ///
  /// - Parameters:
  ///   - now: The clock.
  ///   - changed: Called after each change.
  package init(
    now: @escaping @Sendable () -> Date = { Date() },
    changed: @escaping @Sendable () -> Void = {}
  ) {
    (self.now, self.changed) = (now, changed)
  }

  /// The states, by name.
  package var all: [SourceState] {
    states.withLock { $0.values.sorted { $0.name < $1.name } }
  }

  /// Updates the state of a source, and creates it if there is none.
  ///
  /// - Parameters:
  ///   - name: The name of the source.
  ///   - change: Changes the state; gets the current time.
  package func update(_ name: String, _ change: (inout SourceState, _ now: Date) -> Void) {
    let now = now()
    states.withLock { states in
      var state = states[name] ?? SourceState(name: name, phase: .starting, since: now)
      let phase = state.phase
      change(&state, now)
      if state.phase != phase { state.since = now }
      states[name] = state
    }
    changed()
  }

  /// Removes a source.
  package func remove(_ name: String) {
    states.withLock { _ = $0.removeValue(forKey: name) }
    changed()
  }
}

extension SourceBoard {
  /// Reports a problem with a part that is no source, such as the configuration; nil when it is
  /// solved.
  package func report(_ problem: String?, of part: String) {
    guard let problem else { return remove(part) }
    update(part) { state, now in state.fail(problem, at: now) }
  }
}

extension SourceState {
  /// Enters the failed phase.
  mutating func fail(_ problem: String, at now: Date) {
    phase = .failed
    note(problem, at: now)
  }

  /// Sets the last error with its time; nil clears both.
  mutating func note(_ problem: String?, at now: Date) {
    (error, errorDate) = (problem, problem.map { _ in now })
  }
}
