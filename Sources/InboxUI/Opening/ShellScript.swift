import InboxCore
import InboxText

/// A shell script with values of a message in braces, such as `gh pr view {url}`; see ``Template``.
///
/// Text of a message is never part of the script: values become variables, quoted so that the shell
/// does not run them as code.
package struct ShellScript: Sendable, Hashable {
  /// The line as typed.
  let line: String

  init(_ line: String) {
    self.line = line
  }

  /// Maximum bytes of a variable; Linux allows 128 KiB.
  private static let longestValue = 100_000

  /// The message fields with a variable.
  private static let variables = [
    "number", "id", "source", "title", "subtitle", "body", "thread", "priority", "status", "url",
  ]
  /// The message fields that may stand in braces.
  private static let fields = variables + ["custom"]

  /// Launches the script for a message.
  func launch(for message: Message) -> Launch {
    let values = JSONValue.object(Self.values(of: message))
    var variables: [String: String] = [:]
    for field in Self.variables {
      variables[Self.variable(field)] = Self.storable(values.text(at: "/\(field)") ?? "")
    }
    for (number, place) in places.enumerated() where place.name == nil {
      variables[Self.variable(of: place, number)] = Self.storable(place.text(of: values))
    }
    return .run(
      script: script, name: line, input: MessageJSON(message).text + "\n", variables: variables)
  }

  /// The script with variables in place of values, quoted by their context.
  var script: String {
    var script = ""
    var number = 0
    forEachPiece { piece in
      switch piece {
      case .text(let text): script += text
      case .value(let place, let quote):
        script += Self.expansion(of: Self.variable(of: place, number), within: quote)
        number += 1
      case .brace: break
      }
    }
    return script
  }

  private var places: [Template.Place] {
    var places: [Template.Place] = []
    forEachPiece { if case .value(let place, _) = $0 { places.append(place) } }
    return places
  }

  private static func expansion(of variable: String, within quote: Character?) -> String {
    let value = "${\(variable)}"
    return switch quote {
    case "\"": value
    case "'": "'\"\(value)\"'"
    default: "\"\(value)\""
    }
  }

  private static func variable(_ field: String) -> String { "MESSAGE_" + field.uppercased() }

  /// The variable of a field that stands alone in braces, or of the value of a number.
  private static func variable(of place: Template.Place, _ number: Int) -> String {
    variable(place.name.flatMap { variables.contains($0) ? $0 : nil } ?? "value_\(number + 1)")
  }

  private static func values(of message: Message) -> [String: JSONValue] {
    let texts = [
      "id": message.id, "source": message.source, "title": message.title,
      "subtitle": message.subtitle, "body": message.body, "thread": message.thread,
      "priority": message.priority.name, "status": message.status.name,
      "url": MessageText.links(of: [message]),
    ]
    var values = texts.compactMapValues { $0.map(JSONValue.string) }
    values["number"] = .integer(message.number.rawValue)
    values["custom"] = message.customAndRest
    return values
  }

  /// A valid value of a variable: without NUL bytes, and truncated to ``longestValue``.
  private static func storable(_ value: String) -> String {
    let bytes = value.utf8.filter { $0 != 0 }.prefix(longestValue)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A piece of the line.
  private enum Piece {
    case text(String)
    case value(Template.Place, within: Character?)
    /// An opening brace of the shell or of a program; its text follows.
    case brace(Substring, before: Character?, within: Character?)
  }

  private func forEachPiece(_ body: (Piece) -> Void) {
    var quote: Character?
    var before: Character?
    var rest = line[...]
    while let character = rest.first {
      if character == "{" {
        var end = rest
        if let place = try? Template.Place(startOf: rest, names: Self.fields, rest: &end),
          place.hasReferences
        {
          body(.value(place, within: quote))
          (rest, before) = (end, "}")
          continue
        }
        body(.brace(rest, before: before, within: quote))
      }
      rest = rest.dropFirst()
      body(.text(String(character)))
      before = character
      if character == "\\", quote != "'", let next = rest.popFirst() {
        body(.text(String(next)))
        before = next
      } else if character == quote {
        quote = nil
      } else if quote == nil, character == "'" || character == "\"" {
        quote = character
      }
    }
  }
}

/// Mistakes in braces.
extension ShellScript {
  /// An error in a placeholder.
  package enum PlaceholderError: Sendable, Hashable {
    /// There is no field of this name.
    case unknown(String, nearest: String?)
    /// The closing brace is missing after a field's name.
    case open(String)

    /// The error as a clause without a full stop.
    var message: String {
      switch self {
      case .unknown(let name, let nearest):
        "there is no placeholder '{\(name)}'"
          + (nearest.map { NearestName.hint("{\($0)}") }
            ?? "; known are \(ShellScript.fields.map { "{\($0)}" }.joined(separator: ", "))")
      case .open(let name): "'{\(name)' has no '}'"
      }
    }
  }

  /// The first invalid placeholder; nil if all are valid.
  ///
  /// Braces of the shell and of programs are valid: `${x}`, `@{u}`, `%{x}`, and code in single
  /// quotes, where only a name close to a field's name is an error.
  var placeholderError: PlaceholderError? {
    var found: PlaceholderError?
    forEachPiece { piece in
      guard found == nil, case .brace(let text, let before, let quote) = piece,
        before.map({ !"$@%#".contains($0) }) ?? true
      else { return }
      found = Self.error(at: text, isCode: quote == "'")
    }
    return found
  }

  /// The error of the brace at the start of a text.
  private static func error(at text: Substring, isCode: Bool) -> PlaceholderError? {
    let name = text.dropFirst().prefix { $0.isASCII && $0.isLowercase || $0 == "_" }
    guard !name.isEmpty else { return nil }
    let isField = fields.contains(String(name))
    let end = text.dropFirst(1 + name.count)
    guard end.first == "}" else {
      return isField && !end.contains("}") ? .open(String(name)) : nil
    }
    let nearest = NearestName.nearest(to: String(name), in: fields)
    guard !isField, nearest != nil || !isCode else { return nil }
    return .unknown(String(name), nearest: nearest)
  }
}
