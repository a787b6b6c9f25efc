import Foundation
package import InboxCore
package import InboxSettings
import InboxSystem
import InboxText
package import Logging
import Synchronization

/// Performs the actions that somebody chose on this machine, and the escalations of rules, each once.
///
/// State: the settings and the observation. Guard: the mutex. Reason: the configuration is reloaded
/// while actions are performed.
package final class ActionPerformer: Sendable {
  private struct State {
    var settings = ActionSettings()
    /// The servers whose tokens escalations use.
    var servers: [NtfySettings] = []
    /// Ends what tells of commits.
    var endWatch: (@Sendable () -> Void)?
    var task: Task<Void, Never>?
  }

  private let inbox: Inbox
  private let log: Logger
  /// The pauses before a topic that was not reached is tried again.
  private let retries: [Duration]
  private let state = Mutex(State())

  /// Makes a performer; ``update(_:ntfy:)`` starts it.
  ///
  /// - Parameters:
  ///   - inbox: The inbox.
  ///   - log: What is told.
  ///   - retries: The pauses before a topic that was not reached is tried again.
  package init(
    _ inbox: Inbox, log: Logger, retries: [Duration] = [.seconds(5), .seconds(30)]
  ) { (self.inbox, self.log, self.retries) = (inbox, log, retries) }

  /// Sets the settings, and starts with what waits.
  ///
  /// - Parameters:
  ///   - settings: The settings of actions.
  ///   - servers: The servers whose tokens escalations use.
  /// - Throws: `InboxError` when the inbox cannot be observed.
  package func update(_ settings: ActionSettings, ntfy servers: [NtfySettings] = []) throws {
    let isRunning = state.withLock { state in
      (state.settings, state.servers) = (settings, servers)
      return state.task != nil
    }
    guard !isRunning else { return }
    let (choices, choice) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    // No observation: it would open the inbox anew where another program removed its log.
    let endWatch: @Sendable () -> Void =
      if let path = inbox.path {
        BellWatch(folder: (path as NSString).deletingLastPathComponent) { choice.yield() }.end
      } else {
        try inbox.observe { _ in choice.yield() }.cancel
      }
    try inbox.endInterruptedActions()
    choice.yield()
    let task = Task {
      var timer: Task<Void, any Error>?
      defer { timer?.cancel() }
      for await _ in choices {
        await performAll()
        timer?.cancel()
        let servers = state.withLock { $0.servers }
        let escalator = Escalator(inbox: inbox, log: log, retries: retries, servers: servers)
        timer = escalator.escalate().map { pause in
          Task {
            try await Task.sleep(for: pause)
            choice.yield()
          }
        }
      }
    }
    state.withLock { ($0.endWatch, $0.task) = (endWatch, task) }
  }

  /// Ends it; actions that are being performed are told as unknown, after a crash at the next start.
  package func end() {
    let (endWatch, task) = state.withLock { state in
      defer { (state.endWatch, state.task) = (nil, nil) }
      return (state.endWatch, state.task)
    }
    endWatch?()
    task?.cancel()
    if task != nil { try? inbox.endInterruptedActions() }
  }

  private func performAll() async {
    do {
      while let request = try inbox.takeActionRequest() {
        Task { await perform(request) }
      }
    } catch {
      log.error("cannot read the chosen actions: \(error)")
    }
  }

  private func perform(_ request: ActionRequest) async {
    let begun = ContinuousClock.now
    let outcome = await outcome(of: request)
    let seconds = (ContinuousClock.now - begun) / .seconds(1)
    let time = seconds < 0.05 ? ", <0.1 s" : String(format: ", %.1f s", seconds)
    let text = outcome.text + (outcome.isTimed ? time : "")
    log.info("\(request.number): action \(request.action.printable()): \(text)")
    do {
      try inbox.finish(request, outcome: text)
    } catch {
      log.error("the outcome of an action is not kept: \(error)")
    }
  }

  private func outcome(of request: ActionRequest) async -> ActionOutcome {
    guard let message = try? await inbox.message(request.number) else {
      return .notDone("the message is gone")
    }
    let settings = state.withLock { $0.settings }
    let asked = message.action(named: request.action).flatMap(message.clientAction(of:))
    // Before what it would run is compared: without a table that is not known.
    if case .run(let name)? = asked, settings.commands[name] == nil {
      return .notDone("there is no [actions.\(name.printable())] in the configuration")
    }
    guard let action = request.action(in: message, running: settings.commands) else {
      return .notDone("the action changed since it was chosen; choose it again")
    }
    if case .run(let name)? = asked, let command = settings.commands[name] {
      return await run(command, for: message)
    }
    guard let wanted = message.request(of: action) else { return .notDone("it has no URL") }
    let isAllowed = settings.allowsPrivateAddresses(for: message.source)
    return await ActionSender(allowsPrivateAddresses: isAllowed).outcome(of: wanted)
  }

  /// Runs a command of the configuration, with values of the message as whole words.
  private func run(_ command: [MessageTemplate], for message: Message) async -> ActionOutcome {
    let words = message.words(of: command)
    if let missing = words.firstIndex(of: nil) {
      let lacking = command[missing].text.printable()
      return .notDone("the message has no value for \(lacking), which the command uses")
    }
    let ready = words.compactMap(\.self)
    var outcome = await Self.outcome(ofRunning: ready)
    if outcome.text != "done" { outcome.text = "\(ready[0].printable()) \(outcome.text)" }
    return outcome
  }

  /// Runs a program, which reads a text; it is killed after some seconds.
  static func outcome(
    ofRunning words: [String], reading text: String? = nil, within limit: Double = 60
  ) async -> ActionOutcome {
    await withCheckedContinuation { continuation in
      DispatchQueue.global(qos: .utility).async {
        continuation.resume(returning: run(words, reading: text, within: limit))
      }
    }
  }

  private static func run(
    _ words: [String], reading text: String?, within limit: Double
  ) -> ActionOutcome {
    do throws(SystemError) {
      let file = try text.map { text throws(SystemError) in try UnnamedFile(text) }
      let child = try ChildProcess(
        words.map { HomePath.expanded($0) }, in: .detached,
        replacing: file.map { [STDIN_FILENO: $0.descriptor] } ?? [:])
      guard let status = child.wait(killingAfter: limit) else {
        return ActionOutcome(text: "ended after \(Int(limit)) s", isTimed: false)
      }
      return ActionOutcome(text: status.isSuccess ? "done" : status.words)
    } catch {
      return ActionOutcome(text: "not started: \(error.reason)", isTimed: false)
    }
  }
}

/// What came of an action.
struct ActionOutcome: Hashable {
  var text: String
  /// Whether its duration is told: not of what was not done, nor where the text tells it.
  var isTimed = true

  static func notDone(_ reason: String) -> Self {
    Self(text: "not done: \(reason)", isTimed: false)
  }
}
