/// A line that is being typed.
public struct PromptState: Sendable, Hashable {
  /// What the line is for.
  public enum Purpose: Sendable, Hashable {
    /// Text to find within the list.
    case search
    /// Filter words.
    case filter

    /// What stands before the line.
    public var label: String {
      switch self {
      case .search: "/"
      case .filter: "filter: "
      }
    }
  }

  /// What the line is for.
  public var purpose: Purpose
  /// What was typed.
  public private(set) var text: String
  /// Characters before the cursor.
  public private(set) var cursor: Int
  /// Why the text was not accepted.
  public var problem: PromptProblem?

  /// Makes a prompt with the cursor behind the text.
  public init(_ purpose: Purpose, text: String = "") {
    self.purpose = purpose
    self.text = text
    cursor = text.count
  }

  /// Types a text at the cursor; line breaks and tabs become blanks, other controls are dropped.
  public mutating func insert(_ typed: String) {
    let clean = typed.compactMap(Self.typeable)
    let behind = text.count - cursor
    text.insert(contentsOf: clean, at: text.index(text.startIndex, offsetBy: cursor))
    cursor = max(text.count - behind, 0)
    problem = nil
  }

  /// Edits as `command` says; returns whether it is an editing command.
  mutating func edit(by command: Command) -> Bool {
    switch command {
    case .deleteBackward: erase(max(cursor - 1, 0)..<cursor)
    case .deleteForward: erase(cursor..<min(cursor + 1, text.count))
    case .deleteWord: erase(startOfWord..<cursor)
    case .deleteLine: erase(0..<cursor)
    case .cursorLeft: cursor = max(cursor - 1, 0)
    case .cursorRight: cursor = min(cursor + 1, text.count)
    case .cursorStart: cursor = 0
    case .cursorEnd: cursor = text.count
    default: return false
    }
    return true
  }

  private static func typeable(_ character: Character) -> Character? {
    if character.isNewline || character == "\t" { return " " }
    return character.unicodeScalars.contains { $0.properties.generalCategory == .control }
      ? nil : character
  }

  private var startOfWord: Int {
    let before = Array(text.prefix(cursor))
    var start = before.count
    while start > 0, before[start - 1] == " " { start -= 1 }
    while start > 0, before[start - 1] != " " { start -= 1 }
    return start
  }

  private mutating func erase(_ range: Range<Int>) {
    let start = text.index(text.startIndex, offsetBy: range.lowerBound)
    let end = text.index(text.startIndex, offsetBy: range.upperBound)
    text.removeSubrange(start..<end)
    cursor = min(range.lowerBound, text.count)
    problem = nil
  }
}

/// Why a typed line was not accepted, and where.
public struct PromptProblem: Sendable, Hashable {
  /// The character at fault, from 1.
  public var column: Int
  /// What is wrong and what was expected.
  public var message: String

  /// Makes a problem.
  public init(column: Int, message: String) {
    self.column = column
    self.message = message
  }
}
