import ArgumentParser
import BellboardSupport
import Foundation
import InboxCore
import InboxSettings
import InboxSystem
import InboxTOML
import InboxText

/// `bellboard exchange`.
struct ExchangeCommands: NamedCommand {
  static let name = "exchange"
  static let commands: [any NamedCommand.Type] = [
    JoinExchange.self, ExchangeStatusCommand.self, LeaveExchange.self, MakeExchangeKey.self,
    Rekey.self,
  ]
  static let configuration = CommandConfiguration(
    commandName: name,
    abstract: "Share inboxes with your other machines.",
    discussion: """
      The machines of the exchange show the same messages: what is read, deleted or answered on one \
      shows on all. bellboardd exchanges changes through the server or folder of [exchange] in the \
      configuration; each machine keeps its own inbox and works offline.
      """,
    subcommands: commands.map { $0 as any ParsableCommand.Type })
}

/// `bellboard exchange join`.
struct JoinExchange: NamedCommand {
  static let name = "join"
  static let configuration = CommandConfiguration(
    commandName: name,
    abstract: "Join the exchange of the configuration with this machine's messages.",
    discussion: """
      It checks the server, says what would be shared and asks. Then it reads what the other machines \
      have, and adds what only this one has. Messages that were there before raise no alerts.
      """)

  @Flag(name: .shortAndLong, help: "Do not ask for confirmation.")
  var yes = false

  func run() throws {
    try reporting { _ in
      try ExchangeProgram.replaceThisOne(with: ["join-exchange"] + (yes ? ["--yes"] : []))
    }
  }
}

/// `bellboard exchange status`.
struct ExchangeStatusCommand: NamedCommand {
  static let name = "status"
  static let configuration = CommandConfiguration(
    commandName: name,
    abstract: "Print the state of the exchange: what was read, what waits, which machines.",
    discussion: "Fails if an inbox of the configuration has not joined.")

  @Flag(name: .long, help: "Print JSON.")
  var json = false

  func run() throws {
    try reporting { output in
      let environment = try UserEnvironment(inboxName: nil)
      let settings = environment.receiving.values.exchange
      let states = try settings.inboxes.map { try ExchangeState($0, in: environment) }
      let now = Date()
      if json {
        try output.line(JSONValue.array(states.map { $0.json }).json)
      } else if !settings.isOn, states.allSatisfy({ $0.position == nil }) {
        throw ExchangeIsOff()
      } else {
        let width = states.map(\.name.columns).max() ?? 0
        for state in states { try output.line(state.text(nameWidth: width, at: now)) }
      }
      if states.contains(where: { $0.position == nil }) { throw ExitCode.failed }
    }
  }
}

/// `bellboard exchange leave`.
struct LeaveExchange: NamedCommand {
  static let name = "leave"
  static let configuration = CommandConfiguration(
    commandName: name,
    abstract: "Stop sharing; all messages stay on this machine and on the others.",
    discussion: """
      Remove [exchange] from the configuration as well. What waits to be sent is not sent any more.

      With --forget-machine this machine stays, and another one, such as a lost laptop, disappears from \
      the list of machines on all of them. Its messages stay. It is listed again when it connects again: \
      to take its access away, remove its user from the server, and run 'bellboard exchange rekey'.
      """)

  @Option(
    help: ArgumentHelp(
      "Take the other machines of this name out of the list, instead of leaving.",
      valueName: "name"),
    completion: .machineNames)
  var forgetMachine: String?

  func run() throws {
    try reporting { output in
      let environment = try UserEnvironment(inboxName: nil)
      if let forgetMachine {
        for line in try environment.forgetMachine(forgetMachine) { try output.line(line) }
        return
      }
      for name in environment.receiving.values.exchange.inboxes {
        let place = environment.selecting(.named(name))
        guard place.isMade else { continue }
        let inbox = try place.open()
        defer { inbox.closeQuietly() }
        let exchange = ExchangeInbox(inbox)
        guard try exchange.position() != nil else {
          StandardError.printError("'\(name)' takes part in no exchange")
          continue
        }
        let waiting = try exchange.waitingCount()
        try exchange.leave()
        // The daemon gives the inbox up, so that it can join again.
        if environment.reloadDaemon() {
          try environment.exchangeLock(of: name, waiting: true)?.release()
        }
        let verb = waiting == 1 ? "was" : "were"
        let unsent =
          waiting == 0 ? "" : "; \(ExchangeWording.amount(waiting)) \(verb) not sent"
        try output.line("\(name) has left\(unsent); now remove [exchange] from the configuration")
      }
    }
  }
}

/// `bellboard exchange key`.
struct MakeExchangeKey: NamedCommand {
  static let name = "key"
  static let configuration = CommandConfiguration(
    commandName: name,
    abstract: "Write a new key file, with which the server cannot read messages.",
    discussion: """
      Make it once, name it in exchange.key, and copy it to your other machines before they join. It is \
      the only way to read what the server keeps; anybody who has it can.
      """)

  @Argument(help: "Path of the new file; by default the one of exchange.key.", completion: .file())
  var path: String?

  func run() throws {
    try reporting { output in
      let environment = try UserEnvironment(inboxName: nil)
      let configured = environment.receiving.values.exchange.key
      let path = path ?? configured
      guard !path.isEmpty else { throw NoKeyPath() }
      let lines = KeyText.random()
      try NewFile.write(lines.joined(separator: "\n") + "\n", to: HomePath.expanded(path))
      try output.line("wrote \(path.printable()); it holds:")
      for line in lines { try output.line("  " + line) }
      if path != configured {
        try output.line(
          "Name it in the configuration, under [exchange]: key = \(TOMLText.string(path))")
      }
    }
  }
}

/// `bellboard exchange rekey`.
struct Rekey: NamedCommand {
  static let name = "rekey"
  static let configuration = CommandConfiguration(
    commandName: name,
    abstract: "Write a new key file, and send all messages again under it.",
    discussion: """
      For when a machine was lost. What the server has is removed and sent again, sealed \
      with the new key; the old file is kept as FILE.old. Until the other machines have the new file, \
      they exchange nothing and say so.
      """)

  @Flag(name: .shortAndLong, help: "Do not ask for confirmation.")
  var yes = false

  func run() throws {
    try reporting { _ in
      let environment = try UserEnvironment(inboxName: nil)
      let settings = environment.receiving.values.exchange
      guard !settings.key.isEmpty else { throw NoKeyPath() }
      let names = settings.inboxes.map(\.description).joined(separator: ", ")
      if !yes {
        guard StandardInput.isTerminal else { throw RekeyError.notConfirmed }
        StandardError.prompt(
          "Remove all messages of \(names) from the server, and send them again under a new key? [y/N] "
        )
        guard readLine()?.lowercased().hasPrefix("y") == true else { throw ExitCode.failed }
      }
      // A file that an interrupted run left may be in use already.
      let path = HomePath.expanded(settings.key) + ".new"
      if access(path, F_OK) != 0 {
        try NewFile.write(KeyText.random().joined(separator: "\n") + "\n", to: path)
      }
      try ExchangeProgram.replaceThisOne(with: ["rekey-exchange", path])
    }
  }
}

/// Error: nobody confirmed a new key.
private enum RekeyError: Reportable {
  case notConfirmed

  var report: String { "nobody can be asked here; use --yes to write a new key" }
}
