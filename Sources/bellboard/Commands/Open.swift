import ArgumentParser
import Foundation
import InboxCore
import InboxTerminal
import InboxUI

/// `bellboard open`.
struct Open: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Open messages: mark them read and run what opening does.",
    discussion: """
      A link is handed to the program that $BROWSER names, else to the system's opener; only http, \
      https and mailto links are. More than ten messages at once ask first.
      """)
  @OptionGroup var inbox: InboxOptions
  @OptionGroup var messages: SelectionOptions
  @Flag(name: .shortAndLong, help: "Do not ask when there are more than ten.")
  var yes = false

  private static let mostWithoutAsking = 10

  func run() throws {
    try reporting { output in
      let now = Date()
      let environment = try inbox.environment()
      let inbox = try environment.open()
      defer { inbox.closeQuietly() }
      let resolved = try messages.selection(in: inbox, among: .all, at: now)
      let found = try found(resolved.selection, in: inbox, at: now)
      try confirm(found.count)
      let numbers = found.map(\.number)
      let outcome =
        try numbers.isEmpty
        ? .init() : inbox.perform(.open(.command), on: .numbers(numbers), at: now)
      let links = Links(of: found, environment: environment.variables)
      let problems = resolved.problems + links.open()
      links.notes.forEach(StandardError.complain)
      try ChangeOutcome(changedCount: found.count, unknown: outcome.unknown)
        .report(to: output, problems: problems)
    }
  }

  private func found(
    _ selection: MessageSelection, in inbox: Inbox, at now: Date
  ) throws -> [Message] {
    switch selection {
    case .numbers(let numbers):
      return try inbox.messages(numbers)
    case .matching(let filter, _):
      var found: [Message] = []
      try inbox.messages(matching: MessageQuery(filter: filter), limit: nil, at: now) {
        found.append($0)
      }
      return found
    }
  }

  private func confirm(_ count: Int) throws {
    guard count > Self.mostWithoutAsking, !yes else { return }
    guard StandardInput.isTerminal, isatty(STDERR_FILENO) == 1 else {
      StandardError.complain("that would open \(count) messages; say --yes if you mean it")
      throw ExitCode.failed
    }
    StandardError.ask("Open \(count) messages? [y/N] ")
    guard readLine()?.lowercased().hasPrefix("y") == true else { throw ExitCode.failed }
  }
}

/// The links of messages that are opened, and what is said of the others.
private struct Links {
  private var links: [String] = []
  private let launcher: Launcher
  /// One sentence for each message that has nothing to open.
  private(set) var notes: [String] = []

  init(of messages: [Message], environment: [String: String]) {
    launcher = Launcher(environment: environment)
    for message in messages {
      if let url = message.tap.url {
        links.append(url)
      } else {
        notes.append("\(message.number) has no link to open; it is marked read")
      }
    }
  }

  /// Hands the links on; returns what went wrong, one sentence each.
  func open() -> [String] {
    links.compactMap { link in
      guard Launcher.allows(link) else {
        return "'\(link.printable())' was not opened: only http, https and mailto links are"
      }
      return launcher.open([link])?.printable()
    }
  }
}
