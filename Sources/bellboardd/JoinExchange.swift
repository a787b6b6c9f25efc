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
    commandName: "join-exchange", abstract: "Join the exchange of the configuration.",
    shouldDisplay: false)

  @Flag(name: .shortAndLong, help: "Do not ask for confirmation.")
  var yes = false

  func run() async throws {
    let environment = try UserEnvironment(inboxName: nil)
    let file = environment.receiving
    if let message = file.messages.first { throw JoinError.configuration(message) }
    let settings = file.values.exchange
    guard settings.isOn else { throw JoinError.noServer }
    for name in settings.inboxes { try await join(name, settings, environment) }
    // The daemon goes on at once.
    if let daemon = DaemonStateFile.read(environment.paths.daemonState) {
      kill(daemon.process.number, SIGHUP)
    } else {
      print("Start bellboardd to keep it so: bellboardd")
    }
  }

  private func join(
    _ name: InboxName, _ settings: ExchangeSettings, _ environment: UserEnvironment
  ) async throws {
    let inbox = try environment.selecting(.named(name)).open()
    defer { inbox.closeQuietly() }
    let position = try ExchangeInbox(inbox).position()
    let isMember = position != nil
    if let days = position?.daysAway(at: Date()) {
      try confirm(
        "This machine was away for \(days) days: messages that were deleted forever meanwhile may "
          + "come back. Share its messages again?")
      try ExchangeInbox(inbox).endAbsence()
    }
    try await settings.connected { connection in
      if let warning = connection.warning {
        StandardError.printError("warning: \(warning)")
      }
      let found = try await connection.valueCount(of: name)
      if !isMember { try ask(inbox, name, found, settings, connection) }
      try ExchangeInbox(inbox).join(ExchangeMembership(settings))
      guard let lock = try Self.lock(environment.paths.exchangeLock(of: name), isMember) else {
        return print("\(name) has joined already; bellboardd exchanges it")
      }
      defer { lock.release() }
      let (statuses, status) = AsyncStream.makeStream(of: ExchangeStatus.self)
      let before = try await inbox.counts().stored
      try await withThrowingTaskGroup(of: JoinProgress?.self) { group in
        defer { group.cancelAll() }
        group.addTask {
          try await connection.exchange(inbox, named: name) { status.yield($0) }
          return nil
        }
        group.addTask { await Self.follow(statuses, of: found ?? 0) }
        guard let progress = try await group.next() ?? nil else { return }
        let came = try await inbox.counts().stored - before
        print(progress.sentence(name, before: before, came: came))
      }
    }
  }

  /// Takes the lock; nil where the daemon has it, because the inbox has joined.
  private static func lock(_ path: String, _ isMember: Bool) throws -> InstanceLock? {
    do {
      return try InstanceLock(path)
    } catch let held as InstanceLock.Held {
      if isMember { return nil }
      throw JoinError.exchanging(held.process)
    }
  }

  /// Says what would be shared, and asks.
  private func ask(
    _ inbox: Inbox, _ name: InboxName, _ found: Int?, _ settings: ExchangeSettings,
    _ connection: any ExchangeConnection
  ) throws {
    let count = try inbox.counts().stored
    let state = found.map { "\($0) values" } ?? "nobody has joined yet"
    let sealed =
      settings.key.isEmpty
      ? "The messages are not sealed: no exchange.key is set."
      : "The messages are sealed with \(settings.key)."
    StandardError.prompt(
      """
      \(connection.address): \(connection.kind), \(state)
      Inbox '\(name)' as person '\(settings.person)' on machine '\(settings.machineName)'.
      \(sealed)

      """)
    try confirm(
      "Share \(count == 1 ? "1 message" : "\(count) messages") with everybody who can read there?")
  }

  private func confirm(_ question: String) throws {
    guard !yes else { return }
    guard StandardInput.isTerminal else { throw JoinError.notConfirmed }
    StandardError.prompt("\(question) [y/N] ")
    guard readLine()?.lowercased().hasPrefix("y") == true else { throw JoinError.refused }
  }

  /// Shows the progress until everything was read and sent.
  private static func follow(
    _ statuses: AsyncStream<ExchangeStatus>, of count: Int
  ) async -> JoinProgress? {
    let isTerminal = isatty(STDERR_FILENO) == 1
    var progress: JoinProgress?
    var total = 0
    for await status in statuses {
      if progress == nil, status.phase == .live {
        progress = JoinProgress(addedCount: status.waitingMessageCount)
        total = status.waitingCount
      }
      if isTerminal {
        let line =
          status.phase == .reading
          ? JoinProgress.bar("reading", status.takenCount, of: count)
          : JoinProgress.bar("sending", total - status.waitingCount, of: total)
        StandardError.clearLine(line)
      }
      if status.phase == .live, status.waitingCount == status.heldCount {
        progress?.heldCount = status.heldCount
        progress?.problem = status.problem
        break
      }
    }
    if isTerminal { StandardError.clearLine("") }
    return progress
  }
}

/// What joining has done.
private struct JoinProgress: Sendable {
  /// Number of messages that only this machine had.
  var addedCount: Int
  /// Number of values that the stream does not take, and why.
  var heldCount = 0
  var problem: String?

  func sentence(_ name: InboxName, before: Int, came: Int) -> String {
    let known = max(0, before - addedCount)
    let held = heldCount == 0 ? "" : "; \(heldCount) values stay here: \(problem ?? "refused")"
    return
      "\(name): \(came) came, \(addedCount) added from this machine, \(known) here already\(held)"
  }

  /// A progress bar of 30 cells.
  static func bar(_ verb: String, _ count: Int, of total: Int) -> String {
    let done = total > 0 ? min(max(count, 0), total) : 0
    let width = total > 0 ? 30 * done / total : 0
    let cells = String(repeating: "█", count: width) + String(repeating: "░", count: 30 - width)
    return "\(verb) \(cells) \(done) of \(total)"
  }
}

extension StandardError {
  /// Replaces the last line of a terminal.
  fileprivate static func clearLine(_ text: String) {
    try? Descriptors.write("\r\u{1B}[K\(text.printable())".utf8, to: STDERR_FILENO)
  }
}

/// Why an exchange was not joined.
private enum JoinError: Error, Reportable {
  case configuration(String)
  case noServer
  case notConfirmed
  case refused
  case exchanging(Int32?)

  var report: String {
    switch self {
    case .configuration(let message): message
    case .noServer:
      "no exchange is configured; write [exchange] with url = \"tls://HOST:4222\" or folder = \"PATH\""
    case .notConfirmed: "nobody can be asked here; use --yes to share the messages"
    case .refused: "nothing was shared"
    case .exchanging(let process):
      "another program exchanges this inbox" + (process.map { " (process \($0))" } ?? "")
    }
  }
}

extension ExchangeError: Reportable {
  package var report: String { description }
}
