package import InboxCore
package import InboxTOML

/// The settings of actions that run commands or send requests.
package struct ActionSettings: Sendable, Hashable {
  /// The commands that actions may run, by name: program and arguments, with values of the message.
  package var commands: [String: [MessageTemplate]] = [:]
  /// The sources whose actions may send requests to this machine and to private networks.
  package var privateSources: [SourcePattern] = []

  /// The row of all settings.
  static let row = TOMLRow<ReceivingSettings>(
    "actions", type: "tables by name with run; private, a list of sources", default: "{}",
    subkeys: .any, "commands that actions of messages may run, and who may reach private addresses"
  ) { reader, path, settings in
    settings.actions = ActionSettings(&reader, at: path)
  }

  private init(_ reader: inout TOMLReader, at path: TOMLPath) {
    guard let value = reader.document.value(at: path) else { return }
    guard case .table = value else {
      let _: String? = reader.mismatch(value, "a table", at: path)
      return
    }
    for name in reader.document.keys(of: path) {
      let place = path.appending(key: name)
      guard name != "private" else {
        privateSources = (reader.strings(at: place) ?? []).compactMap { text in
          SourcePattern(parsing: text)
            ?? reader.badValue(text, SourcePattern.forms.joined(separator: ", "), at: place)
        }
        continue
      }
      reader.reportUnknownKeys(at: place, known: ["run"])
      let run = place.appending(key: "run")
      guard let words = reader.command(at: run) else {
        if reader.document.value(at: run) == nil {
          reader.report(
            .badValue("", expected: "run, a program and its arguments", nearest: nil), at: place)
        }
        continue
      }
      commands[name] = reader.templates(words, at: run, by: { try MessageTemplate($0) })
    }
  }

  /// Makes the default settings.
  package init() {}

  /// Whether the actions of a source may reach private addresses.
  package func allowsPrivateAddresses(for source: String) -> Bool {
    privateSources.contains { $0.matches(source) }
  }
}

extension TOMLReader {
  /// Parses texts with values in braces; nil for a mistake, which is reported.
  package mutating func templates<Parsed>(
    _ texts: [String], at path: TOMLPath, by parse: (String) throws -> Parsed
  ) -> [Parsed]? {
    do {
      return try texts.map(parse)
    } catch {
      report(.unusable("\(error)"), at: path)
      return nil
    }
  }
}
