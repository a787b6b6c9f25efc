import BellboardSupport
import InboxCore
import InboxExchange
import InboxSettings
import InboxSources
import InboxSystem
import InboxText
import Logging

/// Keeps an inbox equal to those of other machines, beside the sources of the daemon.
struct ExchangeSource: NotificationSource {
  private let settings: ExchangeSettings
  private let inbox: InboxName
  /// Opens an inbox that is not the daemon's; left out of comparisons.
  private let environment: UserEnvironment

  /// The exchanges of a configuration; none while it names no server.
  static func sources(
    _ settings: ExchangeSettings, in environment: UserEnvironment
  ) -> [ExchangeSource] {
    guard settings.isOn else { return [] }
    return settings.inboxes.map {
      ExchangeSource(settings: settings, inbox: $0, environment: environment)
    }
  }

  static func == (left: Self, right: Self) -> Bool {
    left.settings == right.settings && left.inbox == right.inbox
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(inbox)
  }

  var name: String { "exchange/\(inbox)" }

  var retry: RetryPause { RetryPause(first: .milliseconds(100), longest: .seconds(60)) }

  func run(in context: SourceContext) async throws {
    let place = InboxPlace.named(inbox)
    guard place != environment.inbox else { return try await run(context.intake.inbox, context) }
    let inbox = try environment.selecting(place).open()
    defer { inbox.closeQuietly() }
    try await run(inbox, context)
  }

  private func run(_ inbox: Inbox, _ context: SourceContext) async throws {
    do {
      let lock = try InstanceLock(environment.paths.exchangeLock(of: self.inbox))
      defer { lock.release() }
      guard try ExchangeInbox(inbox).position() != nil else {
        throw SourceError(
          "'\(self.inbox)' has not joined the exchange; run: bellboard exchange join")
      }
      try ExchangeInbox(inbox).join(ExchangeMembership(settings))
      try await exchange(inbox, context)
    } catch let error as CancellationError {
      throw error
    } catch let held as InstanceLock.Held {
      let process = held.process.map { " (process \($0))" } ?? ""
      throw SourceError("another program exchanges this inbox\(process)")
    } catch {
      throw SourceError(ExchangeLine.failed(error, waiting: Self.waitingCount(inbox)))
    }
  }

  private func exchange(_ inbox: Inbox, _ context: SourceContext) async throws {
    try await settings.connected { connection in
      if let warning = connection.warning { context.log.warning("\(warning)") }
      let address = connection.address
      try await connection.exchange(inbox, named: self.inbox) { status in
        context.isRunning(ExchangeLine.running(status, address))
        context.report(ExchangeLine.problem(status), of: "values")
        context.report(ExchangeLine.clock(status), of: "clock")
      }
    }
  }

  /// The number of values that wait, with what was changed since the connection ended.
  private static func waitingCount(_ inbox: Inbox) -> Int {
    (try? ExchangeInbox(inbox).waitingCount()) ?? 0
  }
}

/// What is said of an exchange in the list of sources.
enum ExchangeLine {
  /// A clock that is wrong by more is named, in milliseconds.
  private static let mostOffset: Int64 = 600_000

  /// The state of a running exchange.
  static func running(_ status: ExchangeStatus, _ address: String) -> String {
    switch status.phase {
    case .reading: "reading · \(address) · \(status.takenCount) taken up"
    case .live: "live · \(address) · \(status.waitingCount - status.heldCount) wait"
    }
  }

  /// Why an exchange is interrupted.
  static func failed(_ error: any Error, waiting count: Int) -> String {
    let waiting = count == 1 ? "1 change waits" : "\(count) changes wait"
    return "offline: \(ErrorText.text(forAny: error)) · \(waiting)"
  }

  /// What is wrong with some values; nil if nothing is.
  static func problem(_ status: ExchangeStatus) -> String? {
    var problems: [String] = []
    if status.heldCount > 0 {
      let reason = status.problem.map { ": \($0)" } ?? ""
      problems.append("\(status.heldCount) values stay here\(reason)")
    }
    if status.unreadableCount > 0 {
      problems.append(
        "\(status.unreadableCount) values cannot be read: damaged, or sealed with another key")
    }
    return problems.isEmpty ? nil : problems.joined(separator: "; ")
  }

  /// A clock that is wrong by more than ten minutes; nil for a better one.
  static func clock(_ status: ExchangeStatus) -> String? {
    guard let offset = status.clockOffset, abs(offset) > mostOffset else { return nil }
    return "the clock of this machine is \(abs(offset) / 60_000) min "
      + "\(offset > 0 ? "ahead" : "behind"); its changes are sent with the right time"
  }
}
