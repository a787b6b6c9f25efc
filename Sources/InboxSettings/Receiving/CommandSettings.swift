package import Foundation
import InboxText
package import InboxTOML

/// The settings of a program whose output becomes messages.
package struct CommandSettings: Sendable, Hashable {
  /// How a line of the output is read.
  package enum Format: String, Sendable, Hashable, CaseIterable {
    /// A line is a payload in JSON.
    case payloads
    /// A line is a title.
    case lines
  }

  /// Its name, for the source `command/NAME`.
  package var name: String
  /// Program and arguments.
  package var command: [String]
  /// The pause between two runs in seconds; nil for a program that keeps running.
  package var pause: TimeInterval?
  /// How its output is read.
  package var format = Format.payloads
  /// Time limit of a repeated run in seconds.
  package var timeout: TimeInterval = 60

  private static let keys = ["name", "command", "every", "format", "timeout"]

  /// The row of all commands.
  static let row = TOMLRow<ReceivingSettings>(
    "command", type: "[[command]] tables with \(keys.joined(separator: ", "))", default: "[]",
    "programs whose output becomes messages, run repeatedly or permanently"
  ) { reader, path, settings in
    settings.commands = reader.tables(at: path, named: \.name) { reader, path in
      CommandSettings(&reader, at: path)
    }
  }
}

extension CommandSettings {
  private init?(_ reader: inout TOMLReader, at path: TOMLPath) {
    reader.reportUnknownKeys(at: path, known: Self.keys)
    let place = path.appending(key: "command")
    guard let command = reader.command(at: place) else {
      if reader.document.value(at: place) == nil {
        reader.report(
          .badValue("", expected: "a program and its arguments", nearest: nil), at: place)
      }
      return nil
    }
    let file = command[0].split(separator: "/").last.map(String.init) ?? ""
    guard let name = reader.sourceName(at: path, usual: file) else { return nil }
    self.init(name: name, command: command)
    pause = reader.seconds(at: path.appending(key: "every"))
    timeout = reader.seconds(at: path.appending(key: "timeout")) ?? timeout
    format = reader.choice(at: path.appending(key: "format"), of: Format.self) ?? format
  }
}

extension TOMLReader {
  /// The duration at a path in seconds, at least one.
  package mutating func seconds(at path: TOMLPath) -> TimeInterval? {
    value(at: path, "a duration such as 30s, 5m or 1h") { text in
      // Without clock changes, so that a day has 24 hours.
      let reader = TimeExpressionReader(now: Date(timeIntervalSince1970: 0), timeZone: .gmt)
      guard let seconds = try? reader.futureDate(after: text).timeIntervalSince1970, seconds >= 1
      else { return nil }
      return seconds
    }
  }
}
