import BellboardSupport
import Foundation
import InboxSystem
import InboxText

/// The folder of a user's units, of which only our own are changed.
struct UnitFolder {
  private let path: String
  private static let names = ["bellboardd.service", "bellboardd.socket"]
  /// The links with which systemd enables units.
  private static let enablingLinks = [
    "default.target.wants/bellboardd.service", "sockets.target.wants/bellboardd.socket",
  ]

  /// The folder for a user's environment.
  init(variables: [String: String]) {
    let named = variables["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    let home = variables["HOME"] ?? NSHomeDirectory()
    path = (named ?? home + "/.config") + "/systemd/user"
  }

  /// Writes units, or none if a file there is not ours.
  ///
  /// Our units that are not among them are removed.
  ///
  /// - Returns: Their paths.
  /// - Throws: ``UnitError``.
  func write(_ units: [Unit]) throws(UnitError) -> [String] {
    for name in Self.names { try checkOwn(name) }
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw .unwritable(path)
    }
    for unit in units {
      do throws(SystemError) {
        try FileReplacement.replace("\(path)/\(unit.name)", by: unit.text, permissions: 0o644)
      } catch {
        throw .unwritable("\(path)/\(unit.name)")
      }
    }
    for name in Self.names where !units.contains(where: { $0.name == name }) {
      unlink("\(path)/\(name)")
    }
    return units.map { "\(path)/\($0.name)" }
  }

  /// Removes our units and the links that enable them.
  ///
  /// - Returns: Their paths.
  /// - Throws: ``UnitError``, also if there is none.
  func remove() throws(UnitError) -> [String] {
    for name in Self.names { try checkOwn(name) }
    let all: [String] = Self.names.map { "\(path)/\($0)" }
    let paths = all.filter { FileManager.default.fileExists(atPath: $0) }
    guard !paths.isEmpty else { throw .missing("\(path)/\(Self.names[0])") }
    for path in paths {
      guard unlink(path) == 0 else { throw .unwritable(path) }
    }
    for link in Self.enablingLinks { unlink("\(path)/\(link)") }
    return paths
  }

  private func checkOwn(_ name: String) throws(UnitError) {
    let file = "\(path)/\(name)"
    guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { return }
    guard text.hasPrefix(ServiceUnits.mark) else { throw .foreign(file) }
  }
}

/// The error of writing or removing units.
enum UnitError: Error, Hashable {
  /// A person wrote the unit.
  case foreign(String)
  case missing(String)
  case unwritable(String)
  /// The configuration has mistakes, one per line.
  case mistakes([String])
  /// HTTP is off.
  case nothingListens
  /// An address has port 0, which systemd does not support.
  case portIsOpen(String)
}

extension UnitError: Reportable {
  var report: String {
    switch self {
    case .foreign(let path):
      "\(path.printable()) was not written by install-service and was kept; --print shows ours"
    case .missing(let path): "there is no \(path.printable())"
    case .unwritable(let path): "cannot write \(path.printable())"
    case .mistakes(let messages):
      (["the configuration has mistakes; mend them first:"] + messages.map { $0.printable() })
        .joined(separator: "\n")
    case .portIsOpen(let address):
      "http.listen has '\(address.printable())', and systemd needs a port; write one from 1 to 65535, "
        + "or leave --socket out"
    case .nothingListens: "http.enabled is false, so there is nothing to listen for"
    }
  }
}
