import ArgumentParser
import BellboardSupport
import Foundation
import InboxSystem
import InboxText

/// `bellboardd install-service`.
struct InstallService: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "install-service",
    abstract: "Write a systemd unit that starts the daemon when you log in.",
    discussion: """
      The unit is for your user: $XDG_CONFIG_HOME/systemd/user/bellboardd.service. Nothing is \
      started; what to run next is printed. A unit that was changed by hand is kept.
      """)

  @Flag(help: "Take the unit away again.")
  var remove = false

  @Flag(name: .customLong("print"), help: "Print the unit and write nothing.")
  var isPrinted = false

  func run() throws {
    try reporting { output in
      let variables = ProcessInfo.processInfo.environment
      let unit = ServiceUnit(program: try ServiceUnit.programPath(), variables: variables)
      if isPrinted { return try output.write(unit.text) }
      let path = ServiceUnit.path(variables: variables)
      try remove ? unit.remove(path) : unit.write(path)
      try output.line((remove ? "removed " : "wrote ") + path.printable())
      for line in remove ? ServiceUnit.afterRemoval : ServiceUnit.afterWriting {
        try output.line(line)
      }
    }
  }
}

/// A unit of systemd that runs the daemon.
struct ServiceUnit {
  /// Path of the daemon.
  let program: String
  /// Where its files are, when they are not at the usual place.
  let home: String?

  /// The line by which a unit of ours is known.
  static let mark = "# Written by bellboardd install-service."

  /// What to run when the unit is there, and when it is gone.
  static let afterWriting = [
    "start it now and at each login: systemctl --user enable --now bellboardd",
    "see what it does:               journalctl --user -u bellboardd",
  ]
  static let afterRemoval = ["stop it if it runs: systemctl --user disable --now bellboardd"]

  /// Makes the unit for the variables of a person.
  init(program: String, variables: [String: String]) {
    self.program = program
    home = variables["BELLBOARD_HOME"].flatMap { $0.isEmpty ? nil : URL(filePath: $0).path }
  }

  /// Path of the running program, also when it was found by `PATH`.
  ///
  /// - Throws: ``SystemError``.
  static func programPath() throws(SystemError) -> String {
    guard
      let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    else { throw SystemError(call: "readlink", code: ENOENT) }
    return path
  }

  /// Where units of a user are.
  static func path(variables: [String: String]) -> String {
    let named = variables["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    let home = variables["HOME"] ?? NSHomeDirectory()
    return (named ?? home + "/.config") + "/systemd/user/bellboardd.service"
  }

  /// The unit's text.
  var text: String {
    let environment = home.map { "Environment=\(Self.quoted("BELLBOARD_HOME=\($0)"))\n" } ?? ""
    return """
      \(Self.mark)
      [Unit]
      Description=Bellboard: receive notifications

      [Service]
      Type=exec
      \(environment)ExecStart=\(Self.quoted(program))
      ExecReload=/bin/kill -HUP $MAINPID
      Restart=on-failure
      RestartSec=5
      TimeoutStopSec=10
      UMask=0077
      NoNewPrivileges=yes

      [Install]
      WantedBy=default.target

      """
  }

  /// A word as systemd reads it.
  static func quoted(_ word: String) -> String {
    let escaped = word.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      .replacing("%", with: "%%").replacing("$", with: "$$")
    return "\"\(escaped)\""
  }

  /// Writes the unit; one that is not ours is kept.
  ///
  /// - Throws: ``ServiceUnitError``.
  func write(_ path: String) throws(ServiceUnitError) {
    try Self.checkOwn(path)
    do {
      try FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try text.write(toFile: path, atomically: true, encoding: .utf8)
    } catch {
      throw .unwritable(path)
    }
  }

  /// Takes the unit away; one that is not ours is kept.
  ///
  /// - Throws: ``ServiceUnitError``.
  func remove(_ path: String) throws(ServiceUnitError) {
    guard FileManager.default.fileExists(atPath: path) else { throw .missing(path) }
    try Self.checkOwn(path)
    guard unlink(path) == 0 else { throw .unwritable(path) }
  }

  private static func checkOwn(_ path: String) throws(ServiceUnitError) {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return }
    guard text.hasPrefix(mark) else { throw .foreign(path) }
  }
}

/// Why a unit could not be written or taken away.
enum ServiceUnitError: Error, Hashable {
  /// A person wrote it.
  case foreign(String)
  case missing(String)
  case unwritable(String)
}

extension ServiceUnitError: Reportable {
  var report: String {
    switch self {
    case .foreign(let path):
      "\(path.printable()) was not written by install-service and was kept; --print shows ours"
    case .missing(let path): "there is no \(path.printable())"
    case .unwritable(let path): "cannot write \(path.printable())"
    }
  }
}
