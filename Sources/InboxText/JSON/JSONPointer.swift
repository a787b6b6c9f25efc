extension JSONValue {
  /// The value at a JSON pointer (RFC 6901); nil if there is none or the pointer is invalid.
  ///
  /// `*` matches every element of an array; the values found become an array.
  package func value(at pointer: String) -> JSONValue? {
    guard pointer.isEmpty || pointer.hasPrefix("/") else { return nil }
    return value(at: Self.steps(of: pointer[...]))
  }

  /// The value at a JSON pointer as plain text; nil if it is missing, empty or an object.
  package func text(at pointer: String) -> String? {
    value(at: pointer)?.plainText
  }

  /// The elements of the array at a JSON pointer; empty if it is not an array.
  package func list(at pointer: String) -> [JSONValue] {
    if case .array(let values)? = value(at: pointer) { values } else { [] }
  }

  /// Splits a pointer into its unescaped reference tokens.
  static func steps(of pointer: Substring) -> [String] {
    pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map { step in
      String(step).replacing("~1", with: "/").replacing("~0", with: "~")
    }
  }

  func value(at steps: [String]) -> JSONValue? {
    var value = self
    for (count, step) in steps.enumerated() {
      switch value {
      case .object(let fields):
        guard let next = fields[step] else { return nil }
        value = next
      case .array(let values) where step == "*":
        let rest = Array(steps.dropFirst(count + 1))
        let found = values.compactMap { $0.value(at: rest) }
        // With another `*`, the arrays found are concatenated.
        guard rest.contains("*") else { return .array(found) }
        return .array(found.flatMap { if case .array(let list) = $0 { list } else { [$0] } })
      case .array(let values):
        guard let index = Int(step), values.indices.contains(index) else { return nil }
        value = values[index]
      default: return nil
      }
    }
    return value
  }

  /// The value as plain text; nil for null, an empty text, and an object.
  package var plainText: String? {
    switch self {
    case .null, .object: return nil
    case .bool(let flag): return flag ? "true" : "false"
    case .integer(let number): return "\(number)"
    case .number(let number): return "\(number)"
    case .decimal(let digits): return digits
    case .string(let text): return text.isEmpty ? nil : text
    case .array(let values):
      let texts = values.compactMap(\.plainText)
      return texts.isEmpty ? nil : texts.joined(separator: ", ")
    }
  }
}

extension JSONTemplate {
  /// The format of a value in a placeholder.
  package enum Form: String, Sendable, Hashable, CaseIterable {
    /// The first line that is not blank.
    case line
    /// The elements of an array on lines of their own, with dashes if there are several.
    case list
    /// The name of a git reference, without `refs/heads/` or `refs/tags/`.
    case ref
    /// The first seven characters, as of a commit's hash.
    case short
    /// With blanks instead of underscores.
    case words
  }
}

extension JSONValue {
  /// Formats the value; nil if there is no text.
  func text(in form: JSONTemplate.Form?) -> String? {
    if form == .list, case .array(let values) = self { return Self.listText(values) }
    guard let text = plainText else { return nil }
    switch form {
    case nil, .list: return text
    case .line:
      return text.split(whereSeparator: \.isNewline).lazy
        .compactMap { $0.allSatisfy(\.isWhitespace) ? nil : String($0) }.first
    case .ref:
      let name = ["refs/heads/", "refs/tags/", "refs/"].first(where: text.hasPrefix)
      return String(text.dropFirst(name?.count ?? 0))
    case .short: return String(text.prefix(7))
    case .words: return text.replacing("_", with: " ")
    }
  }

  /// Formats a list of texts; continuation lines are aligned with the first of their item.
  private static func listText(_ values: [JSONValue]) -> String? {
    let texts = values.compactMap(\.plainText).map { text in
      text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
    }
    guard texts.count > 1 else { return values.compactMap(\.plainText).first }
    return texts.map { lines in
      let kept = lines.filter { !$0.allSatisfy(\.isWhitespace) }
      return "- " + kept.joined(separator: "\n  ")
    }.joined(separator: "\n")
  }
}
