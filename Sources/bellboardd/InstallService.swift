import ArgumentParser
import BellboardSupport
import Foundation
import InboxSettings
import InboxText

/// `bellboardd install-service`.
struct InstallService: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "install-service",
    abstract: "Write systemd units that start the daemon when you log in.",
    discussion: """
      They are for your user: $XDG_CONFIG_HOME/systemd/user/bellboardd.service, and with --socket \
      bellboardd.socket beside it. Then systemd listens at the addresses of http.listen, and nobody is \
      turned away while the daemon starts or is updated; after a change of http.listen run it again. \
      Nothing is started; what to run next is printed. A unit that was changed by hand is kept.
      """)

  @Flag(help: "Let systemd open the sockets of HTTP and hand them over.")
  var socket = false

  @Flag(help: "Remove the units.")
  var remove = false

  @Flag(name: .customLong("print"), help: "Print the units and write nothing.")
  var isPrinted = false

  func validate() throws {
    if socket && remove { throw ValidationError("--remove removes both units.") }
  }

  func run() throws {
    try reporting { output in
      let variables = ProcessInfo.processInfo.environment
      let addresses = try socket ? Self.addresses() : []
      let units = ServiceUnits(
        program: try ServiceUnits.programPath(), addresses: addresses, variables: variables)
      if isPrinted {
        return try output.write(units.all.map(\.text).joined(separator: "\n"))
      }
      let folder = UnitFolder(variables: variables)
      let paths = try remove ? folder.remove() : folder.write(units.all)
      for path in paths { try output.line((remove ? "removed " : "wrote ") + path.printable()) }
      for line in remove ? units.afterRemoval : units.afterWriting { try output.line(line) }
    }
  }

  /// The addresses for systemd.
  private static func addresses() throws -> [ListenAddress] {
    let environment = try UserEnvironment(inboxName: nil)
    let file = environment.receiving
    guard file.errors.isEmpty else { throw UnitError.mistakes(file.messages) }
    guard file.values.http.isEnabled else { throw UnitError.nothingListens }
    for address in file.values.http.addresses {
      guard case .tcp(_, 0) = address else { continue }
      throw UnitError.portIsOpen("\(address)")
    }
    return file.values.http.addresses
  }
}
