import InboxText

/// The actions of a publish request, as a JSON list or in ntfy's short form.
///
/// In the short form semicolons separate actions and commas their parts, of which the first are
/// positional: `view, Open the log, https://ci.example.org; http, Retry, url=…, method=PUT`. A
/// value with a comma or a semicolon is quoted.
enum NtfyActions {
  /// Maximum actions of a message.
  static let most = 3

  /// Parses either form into the list of the JSON format.
  ///
  /// - Throws: ``HTTPProblem/badActions``.
  static func list(_ text: String) throws(HTTPProblem) -> JSONValue {
    var actions: [JSONValue]
    if text.hasPrefix("[") {
      guard case .array(let list) = try? JSONValue(json: text) else { throw .badActions }
      actions = list
    } else {
      var parser = Parser(text)
      actions = try parser.actions().map(JSONValue.object)
    }
    return .array(try checked(actions))
  }

  /// Validates actions.
  ///
  /// - Throws: ``HTTPProblem/badActions``.
  static func checked(_ actions: [JSONValue]) throws(HTTPProblem) -> [JSONValue] {
    guard actions.count <= most else {
      throw .badActions.because("a message has at most \(most)")
    }
    var checked: [JSONValue] = []
    for action in actions {
      guard case .object(var fields) = action, case .string(let kind)? = fields["action"] else {
        throw .badActions.because("each needs an action")
      }
      guard ["view", "http", "broadcast", "copy"].contains(kind.lowercased()) else {
        throw .badActions.because("there is no action '\(kind.printable())'")
      }
      fields["action"] = .string(kind.lowercased())
      guard case .string(let label)? = fields["label"], !label.isEmpty else {
        throw .badActions.because("each needs a label")
      }
      if ["view", "http"].contains(kind.lowercased()) {
        guard case .string(let url)? = fields["url"], !url.isEmpty else {
          throw .badActions.because("'\(kind.lowercased())' needs a url")
        }
      }
      checked.append(.object(fields))
    }
    return checked
  }
}

extension NtfyActions {
  /// A parser of the short form.
  private struct Parser {
    private var rest: Substring
    private static let places = ["action", "label", "url"]
    private static let names = [
      "action", "label", "url", "clear", "method", "body", "intent", "value",
    ]

    init(_ text: String) {
      rest = text[...]
    }

    mutating func actions() throws(HTTPProblem) -> [[String: JSONValue]] {
      var actions: [[String: JSONValue]] = []
      while !rest.allSatisfy(\.isWhitespace) { actions.append(try action()) }
      return actions
    }

    private mutating func action() throws(HTTPProblem) -> [String: JSONValue] {
      var fields: [String: JSONValue] = [:]
      var place = 0
      while true {
        let name = name()
        let (value, isLast) = try value()
        if let name {
          try Self.set(name, to: value, in: &fields)
        } else if place < Self.places.count {
          fields[Self.places[place]] = .string(value)
        } else {
          throw .badActions.because("'\(value.printable())' has no name")
        }
        place += 1
        if isLast { return fields }
      }
    }

    private static func set(
      _ name: String, to value: String, in fields: inout [String: JSONValue]
    ) throws(HTTPProblem) {
      if name.lowercased() == "clear" {
        fields["clear"] = .bool(["true", "yes", "1"].contains(value.lowercased()))
        return
      }
      for group in ["headers", "extras"] where name.lowercased().hasPrefix(group + ".") {
        var members: [String: JSONValue] = [:]
        // Taken out, not copied for each of them.
        if case .object(let known)? = fields.removeValue(forKey: group) { members = known }
        members[String(name.dropFirst(group.count + 1))] = .string(value)
        fields[group] = .object(members)
        return
      }
      guard names.contains(name.lowercased()) else {
        throw .badActions.because("there is no part '\(name.printable())'")
      }
      fields[name.lowercased()] = .string(value)
    }

    /// Consumes `name=`, if present.
    private mutating func name() -> String? {
      rest = rest.drop(while: \.isWhitespace)
      let name = rest.prefix { $0.isLetter || $0.isNumber || "-._".contains($0) }
      let behind = rest[name.endIndex...].drop(while: \.isWhitespace)
      guard !name.isEmpty, behind.first == "=" else { return nil }
      rest = behind.dropFirst().drop(while: \.isWhitespace)
      return String(name)
    }

    /// Consumes a value and the following comma or semicolon.
    private mutating func value() throws(HTTPProblem) -> (value: String, isLast: Bool) {
      var value: String
      if let quote = rest.first, quote == "\"" || quote == "'" {
        value = try quoted(quote)
      } else {
        let plain = rest.prefix { $0 != "," && $0 != ";" }
        rest = rest[plain.endIndex...]
        value = HTTPCall.trimmed(String(plain))
      }
      let end = rest.popFirst()
      return (value, end != ",")
    }

    private mutating func quoted(_ quote: Character) throws(HTTPProblem) -> String {
      var value = ""
      rest = rest.dropFirst()
      while let character = rest.popFirst() {
        if character == quote {
          rest = rest.drop(while: \.isWhitespace)
          guard rest.isEmpty || rest.first == "," || rest.first == ";" else { break }
          return value
        }
        let isEscape = character == "\\" && (rest.first == quote || rest.first == "\\")
        value.append(isEscape ? rest.removeFirst() : character)
      }
      throw .badActions.because("a quote is not closed")
    }
  }
}
