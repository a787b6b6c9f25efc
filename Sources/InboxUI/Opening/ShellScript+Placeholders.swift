import InboxText

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
    var quote: Character?
    var before: Character?
    var rest = line[...]
    while let character = rest.first {
      if character == "{", before.map({ !"$@%#".contains($0) }) ?? true,
        let error = Self.error(at: rest, isCode: quote == "'")
      {
        return error
      }
      rest = rest.dropFirst()
      before = character
      if character == "\\", quote != "'" {
        before = rest.popFirst()
      } else if character == quote {
        quote = nil
      } else if quote == nil, character == "'" || character == "\"" {
        quote = character
      }
    }
    return nil
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
