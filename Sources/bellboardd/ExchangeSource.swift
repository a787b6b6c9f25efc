import BellboardSupport
import Foundation
import InboxCore
import InboxExchange
import InboxSettings
import InboxSources
import InboxSystem
import InboxText

/// Keeps an inbox equal to those of other machines, beside the sources of the daemon.
struct ExchangeSource: NotificationSource {
  private let settings: ExchangeSettings
  private let inbox: InboxName
  /// When the inbox joined, so that another membership is another source; nil if it has not.
  private let joinedAt: Date?
  /// The hashes of the files of the settings, so that a replaced key makes another source; nil for
  /// files that cannot be read.
  private let files: [String?]
  /// When a machine was last taken out of the list, so that the others are told at once; nil for never.
  private let forgotAt: Date?
  /// Opens an inbox that is not the daemon's; left out of comparisons, as is the next.
  private let environment: UserEnvironment
  private let silence = SilentServer()

  /// The exchanges of a configuration; none while it names no server.
  static func sources(
    _ settings: ExchangeSettings, in environment: UserEnvironment, of inbox: Inbox
  ) -> [ExchangeSource] {
    guard settings.isOn else { return [] }
    let files = settings.files.map { digest(ofFile: $0) }
    return settings.inboxes.map { name in
      let place = environment.selecting(.named(name))
      var exchanged: Inbox?
      if place.inbox == environment.inbox {
        exchanged = inbox
      } else if place.isMade {
        // Opening would create a missing inbox.
        exchanged = try? place.open(durability: .normal)
      }
      defer { if place.inbox != environment.inbox { exchanged?.closeQuietly() } }
      let exchange = exchanged.map { ExchangeInbox($0) }
      return ExchangeSource(
        settings: settings, inbox: name, joinedAt: try? exchange?.position()?.joinedAt,
        files: files, forgotAt: try? exchange?.lastForgetting(), environment: environment)
    }
  }

  private static func digest(ofFile path: String) -> String? {
    guard FileStatus(path: path)?.kind == .regular,
      let content = FileManager.default.contents(atPath: path)
    else { return nil }
    var hash = ContentHash()
    content.withUnsafeBytes { hash.add($0) }
    return hash.digits
  }

  static func == (left: Self, right: Self) -> Bool {
    left.settings == right.settings && left.inbox == right.inbox
      && left.joinedAt == right.joinedAt && left.files == right.files
      && left.forgotAt == right.forgotAt
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(inbox)
  }

  var name: String { ExchangeWording.source(of: inbox) }

  var retry: RetryPause { RetryPause(first: .milliseconds(100), longest: .seconds(20)) }

  func run(in context: SourceContext) async throws {
    let place = InboxPlace.named(inbox)
    guard place != environment.inbox else { return try await run(context.intake.inbox, context) }
    let chosen = environment.selecting(place)
    // A typo must not create an inbox.
    guard chosen.isMade else {
      throw SourceError(
        "there is no inbox '\(self.inbox)'; correct exchange.inboxes, or run: "
          + "bellboard exchange join")
    }
    let inbox = try chosen.open()
    defer { inbox.closeQuietly() }
    try await run(inbox, context)
  }

  private var notJoined: SourceError {
    SourceError("'\(inbox)' has not joined the exchange; run: bellboard exchange join")
  }

  private func run(_ inbox: Inbox, _ context: SourceContext) async throws {
    do {
      guard let lock = try environment.exchangeLock(of: self.inbox, waiting: false) else {
        throw SourceError("another program exchanges this inbox")
      }
      defer { lock.release() }
      // The inbox may have left in the meantime; this must not make it join again.
      guard try ExchangeInbox(inbox).update(ExchangeMembership(settings)) else { throw notJoined }
      try await exchange(inbox, context)
    } catch let error as CancellationError {
      throw error
    } catch let error as SourceError {
      throw error
    } catch {
      let told = silence.error(for: error)
      // With the messages that were changed since the connection broke.
      let waiting = (try? ExchangeInbox(inbox).waitingCount()) ?? 0
      throw SourceError(ExchangeLine.failed(told, waiting: waiting))
    }
  }

  private func exchange(_ inbox: Inbox, _ context: SourceContext) async throws {
    try await settings.connected(triesAgain: true) { connection in
      context.report(connection.warning, of: "server")
      let address = connection.address
      try await connection.exchange(inbox, named: self.inbox, onlyReads: false) { status in
        // The error of the connection before stands until something is acknowledged.
        if !silence.isSilent(status) { context.isRunning(ExchangeLine.running(status, address)) }
        let refusal = ExchangeLine.refusal(of: status.heldCount, reason: status.problem)
        // After a connection what was refused is tried again, and until then it is not solved.
        if refusal != nil || status.hasTriedAll {
          context.report(refusal, of: ExchangeWording.sending, nextTry: status.nextTry)
        }
        context.report(ExchangeLine.unreadable(status), of: "receiving")
        context.report(ExchangeLine.clock(status), of: "clock")
      }
    }
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
    case .live:
      // A server that accepts connections may still acknowledge nothing.
      "\(status.isAnswered ? live : "connected") · \(address) · \(ExchangeWording.waiting(status.waitingCount))"
        + (status.absence.map { " · not in the list of machines: \($0)" } ?? "")
    }
  }

  /// Why an exchange is interrupted.
  static func failed(_ error: any Error, waiting count: Int) -> String {
    let offline = (error as? ExchangeError)?.isOffline == true ? "offline: " : ""
    return "\(offline)\(ErrorText.text(forAny: error)) · \(ExchangeWording.waiting(count))"
  }

  /// Why some values are not sent; nil if all are.
  static func refusal(of count: Int, reason: String?) -> String? {
    guard count > 0 else { return nil }
    return "\(count.counted("change")) \(count == 1 ? "stays" : "stay") here"
      + (reason.map { ": \($0)" } ?? "")
  }

  /// How many values could not be read; nil for none.
  static func unreadable(_ status: ExchangeStatus) -> String? {
    guard status.unreadableCount > 0 else { return nil }
    let amount = status.unreadableCount.counted("change")
    return "ignored \(amount): damaged, or sealed with another key; "
      + "machines that have the messages send them again"
  }

  /// A clock that is wrong by more than ten minutes; nil for a better one.
  static func clock(_ status: ExchangeStatus) -> String? {
    guard let offset = status.clockOffset, abs(offset) > mostOffset else { return nil }
    return "the clock of this machine is \(abs(offset) / 60_000) min "
      + "\(offset > 0 ? "ahead" : "behind"); its changes are sent with the right time"
  }
}

extension ExchangeStatus {
  /// Whether everything that waits was sent or refused.
  fileprivate var hasTriedAll: Bool { phase == .live && waitingCount == 0 }
}
