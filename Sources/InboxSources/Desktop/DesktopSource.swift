import Foundation
package import InboxSettings
import InboxText

/// The notifications of a desktop, received as its daemon or copied by a monitor.
package struct DesktopSource: NotificationSource {
  private let settings: DesktopSettings
  private let program: DesktopProgram

  /// The source for settings; none if receiving is off.
  package static func sources(
    _ settings: ReceivingSettings, as program: DesktopProgram
  ) -> [DesktopSource] {
    guard settings.desktop.receiving != .off else { return [] }
    return [DesktopSource(settings: settings.desktop, program: program)]
  }

  package var name: String { NotifyCall.sourceRoot }

  package func run(in context: SourceContext) async throws {
    let address = try BusAddress.find(settings.bus)
    switch settings.receiving {
    case .off: return
    case .server:
      try await BusLoop.run(on: address, in: context, following: DesktopServer.verbs) {
        [program] in
        try DesktopServer(on: $0, in: context, as: program)
      }
    case .monitor:
      try await BusLoop.run(on: address, in: context, following: []) {
        try DesktopMonitor(on: $0, in: context)
      }
    }
  }
}

/// The name and version of this program for the desktop.
package struct DesktopProgram: Sendable, Hashable {
  /// Its name.
  let name: String
  /// Its version.
  let version: String

  /// Makes a description.
  package init(name: String, version: String) {
    (self.name, self.version) = (name, version)
  }
}

extension BusConnection {
  /// The process that owns a name, for messages; nil if there is none.
  func owner(of name: String) -> String? {
    guard
      let answer = try? call(
        .call("GetConnectionUnixProcessID", of: .bus, [.text(name)])),
      let process = answer.arguments().first?.integer
    else { return nil }
    let command = try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)
    let program = command?.trimmingCharacters(in: .newlines).printable() ?? "a program"
    return "\(program) (process \(process))"
  }
}
