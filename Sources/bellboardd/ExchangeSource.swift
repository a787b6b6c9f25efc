import BellboardSupport
import Foundation
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
  /// When the inbox joined, so that another membership is another source; nil if it has not.
  private let joinedAt: Date?
  /// Opens an inbox that is not the daemon's; left out of comparisons.
  private let environment: UserEnvironment

  /// The exchanges of a configuration; none while it names no server.
  static func sources(
    _ settings: ExchangeSettings, in environment: UserEnvironment, of inbox: Inbox
  ) -> [ExchangeSource] {
    guard settings.isOn else { return [] }
    return settings.inboxes.map { name in
      let place = environment.selecting(.named(name))
      var joinedAt: Date?
      if place.inbox == environment.inbox {
        joinedAt = try? ExchangeInbox(inbox).position()?.joinedAt
      } else if place.isMade, let other = try? place.open(durability: .normal) {
        joinedAt = try? ExchangeInbox(other).position()?.joinedAt
        other.closeQuietly()
      }
      return ExchangeSource(
        settings: settings, inbox: name, joinedAt: joinedAt, environment: environment)
    }
  }

  static func == (left: Self, right: Self) -> Bool {
    left.settings == right.settings && left.inbox == right.inbox
      && left.joinedAt == right.joinedAt
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(inbox)
  }

  var name: String { Self.name(of: inbox) }

  /// The name of the source of an inbox.
  static func name(of inbox: InboxName) -> String { "exchange/\(inbox)" }

  var retry: RetryPause { RetryPause(first: .milliseconds(100), longest: .seconds(20)) }

  func run(in context: SourceContext) async throws {
    let place = InboxPlace.named(inbox)
    guard place != environment.inbox else { return try await run(context.intake.inbox, context) }
    let inbox = try environment.selecting(place).open()
    defer { inbox.closeQuietly() }
    try await run(inbox, context)
  }

  private func run(_ inbox: Inbox, _ context: SourceContext) async throws {
    do {
      guard let lock = try environment.exchangeLock(of: self.inbox, waiting: false) else {
        throw SourceError("another program exchanges this inbox")
      }
      defer { lock.release() }
      guard try ExchangeInbox(inbox).position() != nil else {
        throw SourceError(
          "'\(self.inbox)' has not joined the exchange; run: bellboard exchange join")
      }
      try ExchangeInbox(inbox).join(ExchangeMembership(settings))
      try await exchange(inbox, context)
    } catch let error as CancellationError {
      throw error
    } catch let error as SourceError {
      throw error
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

  /// How the state of an exchange begins that has read everything.
  static let live = "live"

  /// The state of a running exchange.
  static func running(_ status: ExchangeStatus, _ address: String) -> String {
    switch status.phase {
    case .reading: "reading · \(address) · \(status.takenCount) read"
    case .live: "\(live) · \(address) · \(status.waitingCount - status.heldCount) waiting"
    }
  }

  /// Why an exchange is interrupted.
  static func failed(_ error: any Error, waiting count: Int) -> String {
    let offline = (error as? ExchangeError)?.isOffline == true ? "offline: " : ""
    return "\(offline)\(ErrorText.text(forAny: error)) · \(count) waiting"
  }

  /// What is wrong with some values; nil if nothing is.
  static func problem(_ status: ExchangeStatus) -> String? {
    var problems: [String] = []
    if status.heldCount > 0 {
      let reason = status.problem.map { ": \($0)" } ?? ""
      let values = status.heldCount == 1 ? "1 value stays" : "\(status.heldCount) values stay"
      problems.append("\(values) here\(reason)")
    }
    if status.unreadableCount > 0 {
      let values = status.unreadableCount == 1 ? "1 value" : "\(status.unreadableCount) values"
      problems.append(
        "ignored \(values): damaged, or sealed with another key; "
          + "machines that have the messages send them again")
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
