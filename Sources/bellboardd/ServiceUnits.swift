import Foundation
import InboxSettings
import InboxSystem
import InboxText

/// A systemd unit: its file name and its text.
struct Unit: Hashable {
  /// The name of its file.
  let name: String
  let text: String
}

/// The units that run the daemon.
struct ServiceUnits {
  /// Path of the daemon.
  private let program: String
  /// The addresses for systemd's sockets; empty if the daemon opens its own.
  private let addresses: [ListenAddress]
  /// The value of `BELLBOARD_HOME`; nil for the default location.
  private let home: String?

  /// The line that marks units written by this program.
  static let mark = "# Written by bellboardd install-service."

  /// Makes the units for a user's environment.
  init(program: String, addresses: [ListenAddress], variables: [String: String]) {
    (self.program, self.addresses) = (program, addresses)
    home = variables["BELLBOARD_HOME"].flatMap { $0.isEmpty ? nil : URL(filePath: $0).path }
  }

  /// The path of the running program, even if it was found by `PATH`.
  ///
  /// - Throws: ``SystemError``.
  static func programPath() throws(SystemError) -> String {
    guard
      let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    else { throw SystemError(call: "readlink", code: ENOENT) }
    return path
  }

  /// The units.
  var all: [Unit] {
    addresses.isEmpty ? [service] : [service, socket]
  }

  /// The next steps after writing.
  var afterWriting: [String] {
    let names = addresses.isEmpty ? "bellboardd" : "bellboardd.socket bellboardd.service"
    return [
      "start it now and at each login: systemctl --user enable --now \(names)",
      "see what it does:               journalctl --user -u bellboardd",
    ]
  }

  /// The next steps after removal.
  var afterRemoval: [String] {
    [
      "stop it if it runs: systemctl --user daemon-reload",
      "                    systemctl --user stop bellboardd.socket bellboardd.service",
    ]
  }

  private var service: Unit {
    let environment = home.map { "Environment=\(Self.quoted("BELLBOARD_HOME=\($0)"))\n" } ?? ""
    let sockets = addresses.isEmpty ? "" : "Requires=bellboardd.socket\nAfter=bellboardd.socket\n"
    return Unit(
      name: "bellboardd.service",
      text: """
        \(Self.mark)
        [Unit]
        Description=Bellboard: receive notifications
        \(sockets)
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

        """)
  }

  private var socket: Unit {
    let lines = addresses.map { "ListenStream=\(Self.stream($0))\n" }.joined()
    return Unit(
      name: "bellboardd.socket",
      text: """
        \(Self.mark)
        [Unit]
        Description=Bellboard: sockets to receive notifications at

        [Socket]
        \(lines)SocketMode=0600
        DirectoryMode=0700

        [Install]
        WantedBy=sockets.target

        """)
  }

  /// An address in systemd's format, which only accepts numeric addresses.
  private static func stream(_ address: ListenAddress) -> String {
    switch address {
    case .tcp("localhost", let port): "127.0.0.1:\(port)"
    case .tcp: "\(address)"
    case .unix(let path): path.replacing("%", with: "%%")
    }
  }

  /// A word quoted for systemd.
  private static func quoted(_ word: String) -> String {
    let escaped = word.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      .replacing("%", with: "%%").replacing("$", with: "$$")
    // Characters that could disturb a terminal are escaped byte by byte.
    let visible = escaped.unicodeScalars.map { scalar in
      "\(scalar)".printable(keepingGraphemes: true) == "\(scalar)"
        ? "\(scalar)" : "\(scalar)".utf8.map { String(format: "\\x%02x", $0) }.joined()
    }
    return "\"\(visible.joined())\""
  }
}
