import ArgumentParser
import BellboardSupport
import Foundation
import InboxCore
import InboxExchange
import InboxSettings
import InboxSystem
import InboxText

/// `bellboardd join-exchange`, which `bellboard exchange join` runs.
struct JoinExchange: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "join-exchange",
    abstract: "Join the exchange of the configuration, for 'bellboard exchange join'.",
    shouldDisplay: false)

  @Flag(name: .shortAndLong, help: "Do not ask for confirmation.")
  var yes = false

  func run() async throws {
    let environment = try UserEnvironment(inboxName: nil)
    let settings = try environment.checkedExchange()
    for name in settings.inboxes { try await checkName(name, settings, environment) }
    for name in settings.inboxes {
      do {
        try await join(name, settings, environment)
      } catch let signal as EndedBySignal {
        environment.reloadDaemon()
        ExchangeProgress.endLine()
        StandardError.printError(Self.unfinished(name))
        throw signal
      } catch let error as ExchangeError where error.isOffline {
        guard let inbox = try environment.openJoined(name) else { throw error }
        inbox.closeQuietly()
        environment.reloadDaemon()
        StandardError.printError(error.report)
        StandardError.printError(Self.unfinished(name))
        throw ExitCode.failed
      }
    }
    if !environment.reloadDaemon() { print("Start bellboardd to exchange from now on: bellboardd") }
  }

  /// Checks that an inbox exists here or on another machine, or is the default one, to catch typos.
  private func checkName(
    _ name: InboxName, _ settings: ExchangeSettings, _ environment: UserEnvironment
  ) async throws {
    do {
      try environment.selecting(.named(name)).checkInbox()
    } catch is UnknownInboxError {
      let count = try await settings.connected { try await $0.valueCount(of: name) }
      guard count == nil else { return }
      let known = environment.paths.inboxNames.map(\.description)
      let nearest = NearestName.nearest(to: name.description, in: known)
      throw Failure(
        "exchange.inboxes lists '\(name)', but no inbox has that name, here or on another machine"
          + NearestName.hint(nearest) + (nearest == nil ? "; to" : " To")
          + " create '\(name)', run: bellboard push --inbox \(name) \"Hello\"")
    }
  }

  /// The advice for an inbox that has joined, but is not fully exchanged yet.
  private static func unfinished(_ name: InboxName) -> String {
    "'\(name)' has joined, but not all of its messages have been exchanged; to continue, "
      + "start bellboardd or run 'bellboard exchange join' again; to undo it, run "
      + "'bellboard exchange leave'"
  }

  private func join(
    _ name: InboxName, _ settings: ExchangeSettings, _ environment: UserEnvironment
  ) async throws {
    let inbox = try environment.selecting(.named(name)).open()
    defer { inbox.closeQuietly() }
    let exchange = ExchangeInbox(inbox)
    let position = try exchange.position()
    guard let lock = try environment.exchangeLock(of: name, waiting: position == nil) else {
      guard position != nil else {
        throw Failure("another program is exchanging this inbox; end it first")
      }
      return print("\(name) has already joined, and is being exchanged")
    }
    defer { lock.release() }
    if let days = position?.daysAway(at: Date()) {
      try confirm(
        "This machine was away for \(days) days: messages that were deleted forever meanwhile may "
          + "come back. Share its messages again?")
      try exchange.endAbsence()
    }
    try await settings.connected { connection in
      if let warning = connection.warning { StandardError.printError("warning: \(warning)") }
      let found = try await connection.valueCount(of: name)
      if position == nil { try ask(inbox, name, found, settings, connection) }
      try exchange.join(ExchangeMembership(settings))
      do {
        let start = try inbox.lastSequence()
        let shared = try exchange.messageCount(sharing: settings.share)
        let progress = try await ExchangeProgress.run(connection, inbox, name, of: found ?? 0)
        print(progress.sentence(name, before: shared, try exchange.counts(after: start)))
      } catch let signal as EndedBySignal {
        throw signal
      } catch {
        // Where nothing can be read or shared, nothing is joined; a lost connection is tried again.
        if position == nil, (error as? ExchangeError)?.isOffline != true { try exchange.leave() }
        throw error
      }
    }
  }

  /// Says what would be shared, and asks.
  private func ask(
    _ inbox: Inbox, _ name: InboxName, _ found: Int?, _ settings: ExchangeSettings,
    _ connection: any ExchangeConnection
  ) throws {
    let count = try ExchangeInbox(inbox).messageCount(sharing: settings.share)
    let kept = try inbox.counts().stored - count
    let keeping =
      kept == 0 ? "" : "exchange.share keeps \(kept.counted("message")) on this machine.\n"
    let state = found.map { $0.counted("change") } ?? "nobody has joined yet"
    let sealed =
      settings.key.isEmpty
      ? "The messages are not sealed: no exchange.key is set."
      : "The messages are sealed with \(settings.key)."
    StandardError.prompt(
      """
      \(connection.address): \(connection.kind), \(state)
      Inbox '\(name)' as person '\(settings.person)' on machine '\(settings.machineName)'.
      \(sealed)
      \(keeping)
      """)
    try confirm("Share \(count.counted("message")) with everybody who can read there?")
  }

  private func confirm(_ question: String) throws {
    guard !yes else { return }
    try StandardInput.confirm(
      question, elsewhere: "nobody can be asked here; use --yes to share the messages",
      orThrow: Failure("nothing was shared"))
  }
}

extension ExchangeError: Reportable {
  package var report: String { description }
}
