import InboxText

/// Splits a template into texts and actions, and actions into tokens.
enum GoTemplateLexer {
  /// A text, or the tokens between `{{` and `}}`.
  enum Part: Sendable, Hashable {
    case text(String)
    case action([Token])
  }

  /// A token of an action.
  enum Token: Sendable, Hashable {
    case word(String)
    /// `.name`, directly after another token or on its own.
    case field(String, isAttached: Bool)
    case dot
    case variable(String)
    case value(JSONValue)
    case mark(String)
  }

  /// Splits a template.
  ///
  /// - Throws: ``GoTemplateError/syntax(_:)``.
  static func parts(of text: String) throws(GoTemplateError) -> [Part] {
    var parts: [Part] = []
    var rest = text[...]
    var isTrimmed = false
    while let start = rest.firstRange(of: "{{") {
      var literal = rest[..<start.lowerBound]
      rest = rest[start.upperBound...]
      if isTrimmed { literal = literal.trimmedStart }
      if rest.hasPrefix("-"), rest.dropFirst().first?.isWhitespace == true {
        literal = literal.trimmedEnd
        rest = rest.dropFirst()
      }
      if !literal.isEmpty { parts.append(.text(String(literal))) }
      if let tokens = try action(in: &rest, &isTrimmed) { parts.append(.action(tokens)) }
    }
    if isTrimmed { rest = rest.trimmedStart }
    if !rest.isEmpty { parts.append(.text(String(rest))) }
    return parts
  }

  /// Consumes the tokens up to `}}`; nil for a comment.
  private static func action(
    in rest: inout Substring, _ isTrimmed: inout Bool
  ) throws(GoTemplateError) -> [Token]? {
    let isComment = rest.trimmedStart.hasPrefix("/*")
    if isComment {
      guard let end = rest.firstRange(of: "*/") else { throw .syntax("a comment is not closed") }
      rest = rest[end.upperBound...]
    }
    var tokens: [Token] = []
    var isAttached = false
    while let first = rest.first {
      if first.isWhitespace {
        let behind = rest.trimmedStart
        if behind.hasPrefix("-}}") {
          (rest, isTrimmed) = (behind.dropFirst(3), true)
          return isComment ? nil : tokens
        }
        (rest, isAttached) = (behind, false)
      } else if rest.hasPrefix("}}") {
        (rest, isTrimmed) = (rest.dropFirst(2), false)
        return isComment ? nil : tokens
      } else {
        tokens.append(try token(in: &rest, isAttached: isAttached))
        isAttached = true
      }
    }
    throw .syntax("an action is not closed by }}")
  }

  private static func token(
    in rest: inout Substring, isAttached: Bool
  ) throws(GoTemplateError) -> Token {
    let first = rest.first ?? " "
    switch first {
    case "\"": return .value(.string(try quoted(in: &rest)))
    case "`":
      let text = rest.dropFirst().prefix { $0 != "`" }
      guard text.endIndex < rest.endIndex else { throw .syntax("a text is not closed by `") }
      rest = rest[text.endIndex...].dropFirst()
      return .value(.string(String(text)))
    case ".":
      rest = rest.dropFirst()
      if rest.first?.isNumber == true { throw .syntax("a number begins with a dot") }
      let name = name(in: &rest)
      return name.isEmpty ? .dot : .field(name, isAttached: isAttached)
    case "$":
      rest = rest.dropFirst()
      return .variable(name(in: &rest))
    case "(", ")", "|", ",", "=":
      rest = rest.dropFirst()
      return .mark(String(first))
    case ":":
      guard rest.hasPrefix(":=") else { throw .syntax("there is a ':' without '='") }
      rest = rest.dropFirst(2)
      return .mark(":=")
    default: break
    }
    if first.isNumber || first == "-" || first == "+" { return .value(try number(in: &rest)) }
    let word = name(in: &rest)
    guard !word.isEmpty else { throw .syntax("'\(first)' means nothing here") }
    return .word(word)
  }

  private static func name(in rest: inout Substring) -> String {
    let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    rest = rest[name.endIndex...]
    return String(name)
  }

  private static func number(in rest: inout Substring) throws(GoTemplateError) -> JSONValue {
    let text = rest.prefix { $0.isLetter || $0.isNumber || "+-._".contains($0) }
    rest = rest[text.endIndex...]
    let digits = text.replacing("_", with: "")
    if let number = Int64(digits) { return .integer(number) }
    if digits.lowercased().hasPrefix("0x"), let number = Int64(digits.dropFirst(2), radix: 16) {
      return .integer(number)
    }
    guard let number = Double(digits), number.isFinite else {
      throw .syntax("'\(text)' is not a number")
    }
    return .number(number)
  }

  /// Consumes a text in double quotes, with Go's escapes.
  private static func quoted(in rest: inout Substring) throws(GoTemplateError) -> String {
    var text = ""
    rest = rest.dropFirst()
    while let character = rest.popFirst() {
      switch character {
      case "\"": return text
      case "\\": text.append(try escape(in: &rest))
      case let line where line.isNewline: throw .syntax("a text goes over the end of its line")
      default: text.append(character)
      }
    }
    throw .syntax("a text is not closed by \"")
  }

  private static let escapes: [Character: Character] = [
    "n": "\n", "t": "\t", "r": "\r", "\"": "\"", "\\": "\\", "'": "'", "a": "\u{7}", "b": "\u{8}",
    "f": "\u{C}", "v": "\u{B}",
  ]

  private static func escape(in rest: inout Substring) throws(GoTemplateError) -> Character {
    guard let letter = rest.popFirst() else { throw .syntax("a text is not closed by \"") }
    if let character = escapes[letter] { return character }
    let lengths: [Character: Int] = ["x": 2, "u": 4, "U": 8]
    guard let length = lengths[letter], let code = UInt32(rest.prefix(length), radix: 16),
      let scalar = Unicode.Scalar(code), rest.count >= length
    else { throw .syntax("there is no escape '\\\(letter)'") }
    rest = rest.dropFirst(length)
    return Character(scalar)
  }
}

extension Substring {
  /// The text without leading white space.
  fileprivate var trimmedStart: Substring { drop(while: \.isWhitespace) }

  /// The text without trailing white space.
  fileprivate var trimmedEnd: Substring {
    guard let last = lastIndex(where: { !$0.isWhitespace }) else {
      return self[startIndex..<startIndex]
    }
    return self[...last]
  }
}
