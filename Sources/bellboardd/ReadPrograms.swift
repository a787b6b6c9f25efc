import BellboardSupport
import Foundation
import InboxCore
import InboxSources
import Synchronization

/// Starts the programs of rules for messages that any process read or deleted.
///
/// State: the rules, the observation and the handled messages. Guard: the mutex. Reason: the
/// configuration is reloaded while changes arrive on other threads.
final class ReadPrograms: Sendable {
  private struct State {
    var rules: [Rule] = []
    var token: ObservationToken?
    /// The messages that programs already received: viewing one again does not start them again.
    var told: Set<MessageNumber> = []
  }

  private let inbox: Inbox
  private let state = Mutex(State())

  /// Maximum messages for one program; the others of a larger change are left out.
  private static let mostMessages = 1_000
  /// Maximum messages that are tracked as handled.
  private static let mostTold = 100_000
  private static let reading: [LogEntry.Verb] = [.read, .deleted, .done, .viewed, .opened, .acted]
  private static let returning: [LogEntry.Verb] = [
    .unread, .restored, .resurfaced, .merged, .undone,
  ]

  init(_ inbox: Inbox) {
    self.inbox = inbox
  }

  /// Sets the rules; without a program in any of them nothing is observed.
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

  /// Ends the observation.
  func end() {
    state.withLock { state in
      defer { state.token = nil }
      return state.token
    }?.cancel()
  }

  /// The messages that a change marked read and that were not handled before.
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

  /// Starts the program of each rule with the messages that match it.
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
