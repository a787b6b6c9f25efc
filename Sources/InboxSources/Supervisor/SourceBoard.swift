package import Foundation
package import InboxSettings
import Synchronization

/// The states of all sources, and who wants to know of a change.
///
/// State: the states by name. Guard: the mutex, because sources tell of themselves from any thread.
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

  /// Changes the state of a source, which is new when there is none of that name.
  ///
  /// - Parameters:
  ///   - name: The name of the source.
  ///   - change: Gets the state, and the time.
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

  /// Forgets a source.
  package func remove(_ name: String) {
    states.withLock { _ = $0.removeValue(forKey: name) }
    changed()
  }
}

extension SourceBoard {
  /// Reports what is wrong with a part, such as the configuration, beside the sources; nil when nothing is.
  package func report(_ problem: String?, of part: String) {
    guard let problem else { return remove(part) }
    update(part) { state, now in
      state.enter(.failed)
      state.note(problem, at: now)
    }
  }
}

extension SourceState {
  /// Takes a new phase.
  mutating func enter(_ phase: Phase) {
    self.phase = phase
  }

  /// Takes what went wrong just now, or that nothing did.
  mutating func note(_ problem: String?, at now: Date) {
    (error, errorDate) = (problem, problem.map { _ in now })
  }
}
