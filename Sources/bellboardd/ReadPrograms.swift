import BellboardSupport
import Foundation
import InboxCore
import InboxSources
import Synchronization

/// Starts the programs of rules for messages that are read or deleted, in any process.
///
/// The rules, the observation and the messages that were told (state) are behind a lock (guard), as
/// the configuration is loaded again while changes come on other threads (reason).
final class ReadPrograms: Sendable {
  private struct State {
    var rules: [Rule] = []
    var token: ObservationToken?
    /// The messages that programs have got: one that is viewed again is not read again.
    var told: Set<MessageNumber> = []
  }

  private let inbox: Inbox
  private let state = Mutex(State())

  /// Most messages that one program gets at once; of a larger change, the others are left out.
  private static let mostMessages = 1_000
  /// Most messages that are remembered as told.
  private static let mostTold = 100_000
  private static let reading: [LogEntry.Verb] = [.read, .deleted, .viewed, .opened, .acted]
  private static let returning: [LogEntry.Verb] = [
    .unread, .restored, .resurfaced, .merged, .undone,
  ]

  init(_ inbox: Inbox) {
    self.inbox = inbox
  }

  /// Takes the rules that hold from now on; without a program in any, nothing is observed.
  ///
  /// - Throws: `InboxError` when the inbox cannot be observed.
  func update(_ rules: [Rule]) throws {
    let rules = rules.filter { !$0.actions.readProgram.isEmpty }
    let isObserved = state.withLock { state in
      state.rules = rules
      return state.token != nil
    }
    guard !rules.isEmpty else { return end() }
    guard !isObserved else { return }
    let token = try inbox.observe { [weak self] change in
      guard let self else { return }
      let numbers = news(of: change)
      if !numbers.isEmpty { Task { await self.start(for: numbers) } }
    }
    state.withLock { $0.token = token }
  }

  /// Observes no longer.
  func end() {
    state.withLock { state in
      defer { state.token = nil }
      return state.token
    }?.cancel()
  }

  /// The messages that a change has touched as reading does, and that were not told before.
  private func news(of change: InboxChange) -> [MessageNumber] {
    let touched = change.numbers(of: Self.reading)
    let returned = change.numbers(of: Self.returning)
    return state.withLock { state in
      state.told.subtract(returned)
      let news = touched.filter { !state.told.contains($0) }.prefix(Self.mostMessages)
      if state.told.count + news.count > Self.mostTold { state.told = [] }
      return Array(news)
    }
  }

  /// Starts the program of each rule that some of the messages match, with those.
  private func start(for numbers: [MessageNumber]) async {
    let messages = ((try? await inbox.messages(numbers)) ?? []).filter { $0.status != .unread }
    state.withLock { $0.told.formUnion(messages.map(\.number)) }
    let now = Date()
    let calls = state.withLock { $0.rules }.compactMap { rule -> RuleProgramCall? in
      let matching = messages.filter { rule.matches($0, at: now) }
      guard !matching.isEmpty else { return nil }
      return RuleProgramCall(
        program: RuleProgram(rule: rule.name, words: rule.actions.readProgram), messages: matching)
    }
    ProgramRunner.shared.start(calls)
  }
}
