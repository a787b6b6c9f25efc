extension Template {
  /// The format of a value in a placeholder.
  enum Form: String, Sendable, Hashable, CaseIterable {
    /// The words of a text with commas between them, as for tags.
    case commas
    /// The values of an object with their names, one a line; see ``JSONValue/layout``.
    case fields
    /// The first line that is not blank.
    case line
    /// The elements of an array on lines of their own, with dashes if there are several.
    case list
    /// The name of a git reference, without `refs/heads/` or `refs/tags/`.
    case ref
    /// The first seven characters, as of a commit's hash.
    case short
    /// The texts of an object without their names.
    case values
    /// With blanks instead of underscores.
    case words

    /// Whether nothing of a value is left out.
    var isWhole: Bool { self != .line && self != .short }
  }
}

extension JSONValue {
  /// Formats the value; nil if there is no text.
  func text(in form: Template.Form?) -> String? {
    switch (form, self) {
    case (.list, .array(let values)): return Self.listText(values)
    case (.fields, .object), (.fields, .array): return layout
    case (.values, .object(let fields)):
      return JSONValue.array(fields.sorted { $0.key < $1.key }.map(\.value)).plainText
    default: break
    }
    guard let text = plainText else { return nil }
    switch form {
    case nil, .fields, .list, .values: return text
    case .line:
      return text.split(whereSeparator: \.isNewline)
        .first { !$0.allSatisfy(\.isWhitespace) }.map(String.init)
    case .ref:
      let name = ["refs/heads/", "refs/tags/", "refs/"].first(where: text.hasPrefix)
      return String(text.dropFirst(name?.count ?? 0))
    case .short: return String(text.prefix(7))
    case .commas: return text.split(separator: " ").joined(separator: ",")
    case .words: return text.replacing("_", with: " ")
    }
  }

  /// Formats a list of texts; continuation lines are aligned with the first of their item.
  private static func listText(_ values: [JSONValue]) -> String? {
    let texts = values.compactMap(\.plainText)
    guard texts.count > 1 else { return texts.first }
    return texts.map { text in
      let lines = text.split(whereSeparator: \.isNewline)
      return "- " + lines.filter { !$0.allSatisfy(\.isWhitespace) }.joined(separator: "\n  ")
    }.joined(separator: "\n")
  }
}
