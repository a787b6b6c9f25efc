import ArgumentParser
import BellboardSupport
import Foundation
import InboxCore
import InboxSettings
import InboxSystem
import InboxTOML
import InboxText

struct ExchangeCommands: NamedCommand {
  static let name = "exchange"
  static let commands: [any NamedCommand.Type] = [
    JoinExchange.self, ExchangeStatusCommand.self, LeaveExchange.self, MakeExchangeKey.self,
    Rekey.self,
  ]
  static let abstract = "Share inboxes with your other machines."
  static let discussion = """
    The machines of an exchange show the same messages: what you read, delete or answer on one is \
    read, deleted or answered on all. bellboardd exchanges the changes through a NATS server or a \
    shared folder, which [exchange] in the configuration names. Each machine keeps its own inbox \
    and works offline.
    """
}

/// `bellboard exchange join`.
struct JoinExchange: ReportingCommand {
  static let name = "join"
  static let abstract = "Join the exchange: share the messages of this machine with the others."
  static let discussion = """
    The command connects to the server or folder of [exchange] in the configuration, says how many \
    messages would be shared, and asks for confirmation. Then it receives the messages of the other \
    machines, and sends those that only this one has. Messages that it receives raise no alerts.

    If the connection is lost or you interrupt the command after you have confirmed, the inbox \
    stays in the exchange: bellboardd or another 'bellboard exchange join' continues, and \
    'bellboard exchange leave' undoes it.
    """

  @Flag(name: .shortAndLong, help: "Do not ask for confirmation.")
  var yes = false

  func run(to _: StandardOutput) throws {
    try DaemonProgram.replaceThisOne(with: ["join-exchange"] + (yes ? ["--yes"] : []))
  }
}

/// `bellboard exchange status`.
struct ExchangeStatusCommand: ReportingCommand {
  static let name = "status"
  static let abstract =
    "Print the state of the exchange: connection, waiting changes, other machines."
  static let discussion = """
    Each new message, read mark, pin or answer is one change. The exit status is 1 if an inbox \
    of exchange.inboxes has not joined.
    """

  @Flag(help: "Print JSON.")
  var json = false

  func run(to output: StandardOutput) throws {
    let environment = try UserEnvironment(inboxName: nil)
    let settings = try environment.exchangeSettings()
    let states = try settings.inboxes.map { try ExchangeState($0, in: environment) }
    let now = Date()
    if json {
      try output.line(JSONValue.array(states.map { $0.json }).json)
    } else if !settings.isOn, states.allSatisfy({ $0.position == nil }) {
      throw Failure.exchangeIsOff
    } else {
      let width = states.map(\.name.columns).max() ?? 0
      for state in states { try output.line(state.text(nameWidth: width, at: now)) }
    }
    if states.contains(where: { $0.position == nil }) { throw ExitCode.failed }
  }
}

/// `bellboard exchange leave`.
struct LeaveExchange: ReportingCommand {
  static let name = "leave"
  static let abstract = "Leave the exchange; all messages stay, here and on the other machines."
  static let discussion = """
    Remove [exchange] from the configuration as well. Changes that are still waiting are not sent. The \
    other machines remove this one from their lists; if they cannot be told, the command says so.

    With --forget-machine, this machine does not leave: another one, such as a lost laptop, is \
    removed from the list of machines on all of them. Its messages stay. If it connects again, it is \
    listed again. To revoke its access, remove its user from the server and run \
    'bellboard exchange rekey'.
    """

  @Option(
    help: ArgumentHelp(
      "Machine to remove from the list of machines, instead of leaving.",
      valueName: "name"),
    completion: .machineNames)
  var forgetMachine: String?

  func run(to output: StandardOutput) throws {
    let environment = try UserEnvironment(inboxName: nil)
    if let forgetMachine {
      for line in try environment.forgetMachine(forgetMachine) { try output.line(line) }
      return
    }
    do {
      try DaemonProgram.replaceThisOne(with: ["leave-exchange"])
    } catch let missing as DaemonProgram.MissingDaemon {
      // Without bellboardd, this machine leaves but cannot tell the others.
      let machines = try environment.leaveExchange { try output.line($0) }
      guard !machines.isEmpty else { return }
      let lines = UserEnvironment.untold(machines, reason: missing.report)
      for line in lines { try output.line(line) }
    }
  }
}

/// `bellboard exchange key`.
struct MakeExchangeKey: ReportingCommand {
  static let name = "key"
  static let abstract =
    "Write a key file, which seals messages so that the server cannot read them."
  static let discussion = """
    Run this once. Set exchange.key in the configuration to the path of the file, and copy the file \
    to your other machines before they join. Anyone who has the file can read the messages on the \
    server; without it, nobody can.

    An existing file is not replaced: to change the key, run 'bellboard exchange rekey'.
    """

  @Argument(
    help: "Path of the key file. (default: exchange.key of the configuration)", completion: .file())
  var path: String?

  func run(to output: StandardOutput) throws {
    let environment = try UserEnvironment(inboxName: nil)
    let path: String
    if let named = self.path {
      path = Self.absolute(named)
    } else {
      path = try environment.exchangeSettings().key
    }
    guard !path.isEmpty else {
      throw Failure(
        "no path for the key file; specify one, or set exchange.key in the configuration")
    }
    let lines = KeyText.random()
    try NewFile.write(lines.joined(separator: "\n") + "\n", to: HomePath.expanded(path))
    try output.line("wrote \(path.printable()); it holds:")
    for line in lines { try output.line("  " + line) }
    let configured = environment.receiving.values.exchange.key
    if HomePath.expanded(path) != HomePath.expanded(configured) {
      try output.line(
        "Add it to the configuration, under [exchange]: key = \(TOMLText.string(path))")
    }
    try output.line("Copy the file to your other machines before they join.")
  }

  /// The absolute path, as bellboardd runs in another folder.
  private static func absolute(_ path: String) -> String {
    guard !path.isEmpty, !HomePath.isAbsolute(path) else { return path }
    return URL(filePath: path).standardizedFileURL.path
  }
}

/// `bellboard exchange rekey`.
struct Rekey: ReportingCommand {
  static let name = "rekey"
  static let abstract =
    "Replace the key: write a new key file, and send all messages again, sealed with it."
  static let discussion = """
    Use it after you lose a machine, or to seal an exchange that is running. The messages on the \
    server are removed and sent again, sealed with the new key. Then copy the file of \
    exchange.key to your other machines: until they have it, they exchange nothing and report \
    why. The old key, if there was one, is kept beside it, as FILE.old.

    If the command fails before it has removed anything, the old key stays in use. If it is \
    interrupted later, the new key is kept as FILE.new, and the next run continues with it.
    """

  @Flag(name: .shortAndLong, help: "Do not ask for confirmation.")
  var yes = false

  func run(to _: StandardOutput) throws {
    let environment = try UserEnvironment(inboxName: nil)
    let settings = try environment.exchangeSettings()
    guard !settings.key.isEmpty else {
      throw Failure(
        "exchange.key is not set; set it to the path of a key file, which this command writes if it "
          + "does not exist")
    }
    // bellboardd writes the file; one from an interrupted run may already be in use.
    let path = HomePath.expanded(settings.key) + ".new"
    if access(path, F_OK) == 0 {
      StandardError.printError(
        "an earlier run left the key in \(path.printable()); continuing with it")
    }
    let names = settings.inboxes.map(\.description).joined(separator: ", ")
    if !yes {
      try StandardInput.confirm(
        "Remove all messages of \(names) from the exchange, and send them again, sealed with the new "
          + "key?", elsewhere: "nobody can be asked here; use --yes to replace the key",
        orThrow: Failure("the key was not replaced"))
    }
    try DaemonProgram.replaceThisOne(with: ["rekey-exchange", path])
  }
}
