import InboxCore
import InboxText

/// A shell script with placeholders, such as `gh pr view {url}`.
///
/// Text of a message is never part of the script: placeholders become variables, quoted so that the
/// shell does not run their values as code.
package struct ShellScript: Sendable, Hashable {
  /// The line as typed.
  let line: String

  init(_ line: String) {
    self.line = line
  }

  /// Maximum bytes of a variable; Linux allows 128 KiB.
  private static let longestValue = 100_000

  /// The message fields with a placeholder and a variable.
  static let fields = [
    "number", "id", "source", "title", "subtitle", "body", "thread", "priority", "status", "url",
  ]

  /// Launches the script for a message.
  func launch(for message: Message) -> Launch {
    let values = Self.values(of: message)
    let pairs = Self.fields.map { field in
      (Self.variable(field), Self.storable(values[field] ?? ""))
    }
    return .run(
      script: script, name: line, input: MessageJSON(message).text + "\n",
      variables: Dictionary(uniqueKeysWithValues: pairs))
  }

  /// The script with variables in place of placeholders, quoted by their context.
  var script: String {
    var script = ""
    var quote: Character?
    var rest = line[...]
    while let character = rest.first {
      if character == "{", let field = Self.field(of: rest) {
        script += Self.expansion(of: field, within: quote)
        rest = rest.dropFirst(field.count + 2)
        continue
      }
      rest = rest.dropFirst()
      script.append(character)
      if character == "\\", quote != "'", let next = rest.popFirst() {
        script.append(next)
      } else if character == quote {
        quote = nil
      } else if quote == nil, character == "'" || character == "\"" {
        quote = character
      }
    }
    return script
  }

  private static func field(of text: Substring) -> String? {
    fields.first { text.hasPrefix("{\($0)}") }
  }

  private static func expansion(of field: String, within quote: Character?) -> String {
    let value = "${\(variable(field))}"
    return switch quote {
    case "\"": value
    case "'": "'\"\(value)\"'"
    default: "\"\(value)\""
    }
  }

  private static func variable(_ field: String) -> String { "MESSAGE_" + field.uppercased() }

  private static func values(of message: Message) -> [String: String] {
    [
      "number": "\(message.number.rawValue)", "id": message.id, "source": message.source,
      "title": message.title ?? "", "subtitle": message.subtitle ?? "",
      "body": message.body ?? "", "thread": message.thread ?? "",
      "priority": message.priority.name, "status": message.status.name,
      "url": MessageText.links(of: [message]) ?? "",
    ]
  }

  /// A valid value of a variable: without NUL bytes, and truncated to ``longestValue``.
  private static func storable(_ value: String) -> String {
    let bytes = value.utf8.filter { $0 != 0 }.prefix(longestValue)
    return String(decoding: bytes, as: UTF8.self)
  }
}
