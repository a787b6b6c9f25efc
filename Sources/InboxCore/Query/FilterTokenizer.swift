import InboxText

/// A tokenizer of the text of a filter.
struct FilterTokenizer {
  private let characters: [Character]
  private var position = 0
  /// The number of open brackets.
  private var depth = 0
  /// Offsets of escaped characters in the last quoted text.
  private var escapes: [Int] = []
  /// Whether a term with a key was read.
  private var hasKeys = false
  /// The first word that is no text to search for where terms have keys.
  private var doubtful: FilterError?
  /// Whether the last word is a key without its comparison.
  private var isBehindKey = false

  init(_ text: String) {
    characters = Array(text)
  }

  /// Whether a word needs no quotes to be tokenized as that word.
  static func isBare(_ word: String) -> Bool {
    guard let first = word.first, !"-\"(<=>".contains(first), replacement(of: word) == nil,
      word != "OR", !word.contains(")"), !word.contains(where: \.isWhitespace)
    else { return false }
    return FilterTokenizer(word).keyLength == nil
  }

  /// The next piece; nil at the end.
  mutating func next() throws(FilterError) -> FilterPiece? {
    while current?.isWhitespace == true { position += 1 }
    guard current != nil else {
      if hasKeys, let doubtful { throw doubtful }
      return nil
    }
    if take(")") {
      guard depth > 0 else { throw FilterError(column: position, kind: .closeBracket) }
      depth -= 1
      return .close(column: position)
    }
    let isNegated = take("-")
    guard let first = current, !first.isWhitespace else {
      throw error(.missingTerm, expected: ["WORD", "\"WORDS\""] + FilterWord.keys)
    }
    let start = position
    if take("(") {
      depth += 1
      return .open(isNegated: isNegated, column: start + 1)
    }
    var token = FilterToken(shape: .word(""), isNegated: isNegated, column: start + 1)
    if first == "\"" {
      token.shape = try quotedText()
    } else if let length = keyLength {
      try readPair(keyLength: length, into: &token)
    } else {
      let word = bareText()
      if word == "OR", !isNegated { return .or(column: start + 1) }
      try checkIsText(word, at: start + 1)
      token.shape = .word(word)
    }
    return .term(token)
  }

  private var current: Character? {
    position < characters.count ? characters[position] : nil
  }

  /// The length of the key at the current position; nil for a bare word.
  ///
  /// Letters and a colon always are a key, known or not; letters and a comparison only for a known
  /// one, so that `a=b` can be searched for.
  private var keyLength: Int? {
    let rest = characters[position...]
    var key = rest.prefix { $0.isASCII && $0.isLetter }
    let isPath = rest.dropFirst(key.count).first == "." && FilterWord.isPath(key + ".")
    if isPath { key = rest.prefix { !$0.isWhitespace && !":=<>()\"".contains($0) } }
    let end = position + key.count
    guard !key.isEmpty, end < characters.count else { return nil }
    switch characters[end] {
    case ":": return key.count
    case "=", "<", ">":
      return isPath || FilterWord.keys.contains(String(key).lowercased()) ? key.count : nil
    default: return nil
    }
  }

  private mutating func readPair(
    keyLength: Int, into token: inout FilterToken
  ) throws(FilterError) {
    let key = String(characters[position..<position + keyLength])
    position += keyLength
    token.comparisonColumn = position + 1
    hasKeys = true
    var comparison = String(characters[position])
    position += 1
    if comparison == "<" || comparison == ">", take("=") { comparison += "=" }
    token.valueColumn = position + 1
    var value = ""
    if current == "\"" {
      guard case .phrase(let text) = try quotedText() else { throw error(.textAfterQuote) }
      value = text
      token.escapes = escapes
    } else {
      value = bareText()
    }
    token.shape = .pair(key: key, comparison: comparison, value: value)
  }

  private mutating func bareText() -> String {
    // A word ends at a bracket that it has not opened itself, as in `main()`.
    var inner = 0
    let text = characters[position...].prefix { character in
      if character == "(" { inner += 1 }
      if character == ")" {
        guard inner > 0 else { return false }
        inner -= 1
      }
      return !character.isWhitespace
    }
    position += text.count
    return String(text)
  }

  /// A quoted text, in which `\` escapes the next character.
  private mutating func quotedText() throws(FilterError) -> FilterToken.Shape {
    let start = position
    position += 1
    var text = ""
    escapes = []
    while let character = current, character != "\"" {
      position += 1
      guard character == "\\", let next = current else {
        text.append(character)
        continue
      }
      escapes.append(text.count)
      text.append(next)
      position += 1
    }
    guard take("\"") else {
      throw FilterError(column: start + 1, kind: .openQuote, expected: ["\""])
    }
    guard !text.isEmpty else { throw FilterError(column: start + 1, kind: .emptyQuote) }
    let isWord = take("*")
    let isEnd = current?.isWhitespace != false || depth > 0 && current == ")"
    guard isEnd else { throw error(.textAfterQuote, expected: [" "]) }
    return isWord ? .word(text) : .phrase(text)
  }

  private mutating func take(_ character: Character) -> Bool {
    guard current == character else { return false }
    position += 1
    return true
  }

  private func error(_ kind: FilterError.Kind, expected: [String] = []) -> FilterError {
    FilterError(column: position + 1, kind: kind, expected: expected)
  }
}

/// Terms of other query languages, which as words would find nothing.
extension FilterTokenizer {
  private static let (all, comparison) =
    ("the terms side by side", "it without blanks, as in priority>=high")
  private static let operators = [
    "and": all, "&&": all, "&": all, "or": "OR", "||": "OR", "|": "OR", "not": "- before the term",
    "!": "- before the term", "!=": "- before the term", ">=": comparison, "<=": comparison,
    "==": comparison, ">": comparison, "<": comparison, "=": comparison,
  ]
  private static let termsOfMutt = [
    "~s": "the words alone", "~b": "the words alone", "~B": "the words alone",
    "~f": "source:NAME", "~L": "source:NAME", "~C": "source:NAME", "~t": "source:NAME",
    "~N": "is:unread", "~O": "is:unread", "~U": "is:unread", "~R": "is:read",
    "~F": "is:pinned", "~D": "is:deleted", "~d": "after:-7d", "~r": "after:-7d",
    "~y": "tag:NAME",
  ]
  private static let compared = FilterWord.named.filter { $0.argument?.first == ">" }.map(\.key)

  /// What to write for a term of another language, and whether it is no word of a text; nil for a word
  /// to search for.
  private static func replacement(of word: String) -> (term: String, isSure: Bool)? {
    if let term = operators[word.lowercased()] {
      return (term, word.count > 1 && word == word.uppercased())
    }
    let positive = word.first == "!" ? String(word.dropFirst()) : word
    if let term = termsOfMutt[positive] { return (term, true) }
    if positive != word {
      return ("-" + positive, positive.first == "(" || FilterTokenizer(positive).keyLength != nil)
    }
    let key = word.lowercased().prefix(while: \.isLetter)
    let rest = word.dropFirst(key.count)
    guard key.count > 2, let sign = rest.first, "<=>".contains(sign) else { return nil }
    // Words such as `page>2` are close to `age`.
    let nearest = key.count > 4 ? NearestName.nearest(to: String(key), in: compared) : nil
    return (compared.first { $0.hasPrefix(key) } ?? nearest).map { ($0 + rest, true) }
  }

  /// Checks that a word is one to search for, or may be while no term has a key.
  private mutating func checkIsText(_ word: String, at column: Int) throws(FilterError) {
    let isComparison = isBehindKey && "<=>".contains(word.prefix(1))
    isBehindKey = Self.compared.contains(word.lowercased())
    let sure = isComparison ? (term: Self.comparison, isSure: true) : nil
    guard let found = sure ?? Self.replacement(of: word) else { return }
    let error = FilterError(column: column, kind: .foreign(word, term: found.term))
    if found.isSure { throw error }
    doubtful = doubtful ?? error
  }
}

/// A piece of the text of a filter.
enum FilterPiece {
  /// A term.
  case term(FilterToken)
  /// An opening bracket, and whether it is negated.
  case open(isNegated: Bool, column: Int)
  /// A closing bracket.
  case close(column: Int)
  /// The `OR` between alternatives.
  case or(column: Int)
}

/// A term of a filter as written, split into its parts.
struct FilterToken: Hashable {
  /// The form of a term.
  enum Shape: Hashable {
    /// A bare word, or one that needs quotes: `"…"*`.
    case word(String)
    /// A quoted text.
    case phrase(String)
    /// A key with a comparison and a value.
    case pair(key: String, comparison: String, value: String)
  }

  var shape: Shape
  var isNegated: Bool
  /// The column of the term after its `-`, in characters from 1.
  var column: Int
  /// The column of a pair's comparison.
  var comparisonColumn = 0
  /// The column of a pair's value.
  var valueColumn = 0
  /// Offsets of escaped characters in a quoted value; nil without quotes.
  var escapes: [Int]?

  /// The column of an offset in the value.
  func column(ofValueAt offset: Int) -> Int {
    guard let escapes else { return valueColumn + offset }
    return valueColumn + 1 + offset + escapes.count { $0 < offset }
  }
}
