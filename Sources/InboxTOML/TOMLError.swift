import InboxText

/// An error in a TOML file, with file, position and key.
package struct TOMLError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of an error.
  package enum Kind: Sendable, Hashable {
    /// The text is not TOML.
    case syntax(TOMLSyntaxError)
    /// The text after a syntax error was not parsed.
    case restUnread
    /// No setting has this key.
    case unknownKey(nearest: String?)
    /// The number of further unknown keys of the same table.
    case moreUnknownKeys(Int)
    /// The value has the wrong type.
    case wrongType(found: String, expected: String)
    /// The type is right, but the value is invalid.
    case badValue(String, expected: String, nearest: String?)
    /// A text with a syntax of its own is invalid, from a column on, for a reason.
    case misread(String, column: Int, reason: String)
    /// The number is out of the range of the key.
    case outOfRange(Int, expected: String)
    /// The value is valid but cannot be used, such as a program that is not installed.
    case unusable(String)
    /// Files refer to each other in a cycle.
    case cycle([String])
    /// The file cannot be read.
    case unreadable(String)
  }

  /// The path of the file, for messages.
  package var file: String
  /// The position; nil for the whole file.
  package var position: TOMLPosition?
  /// The path of the key; empty for syntax errors.
  package var path: TOMLPath
  /// The kind of the error.
  package var kind: Kind

  package init(
    file: String, position: TOMLPosition?, path: TOMLPath = TOMLPath(), kind: Kind
  ) {
    (self.file, self.position, self.path, self.kind) = (file, position, path, kind)
  }

  /// The error for people: `path:line:column: message`.
  package var description: String {
    guard let position else { return "\(file): \(message)" }
    return "\(file):\(position.line):\(position.column): \(message)"
  }

  /// The message, with the expected value or the nearest known name.
  package var message: String {
    switch kind {
    case .syntax(let reason): "syntax error: \(reason.message)"
    case .restUnread: "the rest of the file can be checked only after this error is fixed"
    case .unknownKey(let nearest): "unknown key \(path)" + NearestName.hint(nearest)
    case .moreUnknownKeys(let count):
      count == 1 ? "1 more unknown key begins here" : "\(count) more unknown keys begin here"
    case .wrongType(let found, let expected): "\(path) is \(found), expected \(expected)"
    case .badValue(let value, let expected, let nearest):
      "\(path) is \(TOMLText.string(value)), expected \(expected)" + NearestName.hint(nearest)
    case .misread(let text, let column, let reason):
      "\(path) is \(TOMLText.string(text)), at character \(column): \(reason)"
    case .outOfRange(let number, let expected): "\(path) is \(number), expected \(expected)"
    case .unusable(let reason): path.components.isEmpty ? reason : "\(path): \(reason)"
    case .cycle(let names): "\(path) refers to itself: \(names.joined(separator: " → "))"
    case .unreadable(let reason): "cannot be read: \(reason)"
    }
  }

  /// Whether the file could not be parsed, so that its values are not used.
  package var isFatal: Bool {
    switch kind {
    case .syntax, .restUnread, .unreadable: true
    default: false
    }
  }
}

/// A syntax error in TOML.
package enum TOMLSyntaxError: Error, Sendable, Hashable {
  case nul, controlCharacter
  case missingKey, missingName, missingEquals, missingValue, notAValue, textBehindValue
  case headerNotClosed, textBehindHeader
  case quoteNotClosed, stringNotClosed, longStringAsKey, unknownEscape, notACharacter
  case arrayNotClosed, noCommaInArray
  case inlineTableNotClosed, noCommaInInlineTable
  case notANumber, leadingZero, numberTooLarge, noSuchTime
  /// The key or table, and the line that has defined it.
  case redefined(String, line: Int)
  /// A header of a table that dotted keys have defined: its name, and the first of them with its line.
  case dottedTable(String, key: String, line: Int)
  case notATable(String), closedTable(String)
  case tooDeep

  /// The message as a clause without a full stop.
  var message: String {
    switch self {
    case .nul: "NUL is not allowed, not even as an escape"
    case .controlCharacter: "control characters must be written as escapes"
    case .missingKey: "expected a key, a [table] or a # comment"
    case .missingName: "expected the name of a key or a table"
    case .missingEquals: "expected '=' after the key"
    case .missingValue: "expected a value"
    case .notAValue: "not a value; text needs quotes"
    case .textBehindValue: "unexpected text after the value; comments begin with #"
    case .headerNotClosed: "expected ']' after the name of the table"
    case .textBehindHeader: "unexpected text after the [table]; comments begin with #"
    case .quoteNotClosed: "quote not closed on its line"
    case .stringNotClosed: "string not closed"
    case .longStringAsKey: "a key takes one quote on each side, not three"
    case .unknownEscape: "unknown escape; write a backslash as '\\\\'"
    case .notACharacter: "there is no character with this number"
    case .arrayNotClosed: "array not closed"
    case .noCommaInArray: "expected ',' or ']' in the array"
    case .inlineTableNotClosed: "inline table not closed"
    case .noCommaInInlineTable: "expected ',' or '}' in the inline table"
    case .notANumber: "neither a number nor a date; text needs quotes"
    case .leadingZero: "a number must not begin with 0"
    case .numberTooLarge: "a number must fit into 64 bits"
    case .noSuchTime: "no such date or time"
    case .redefined(let name, let line):
      "'\(name)' is defined twice, first on line \(line); keep one of them"
    case .dottedTable(let name, let key, let line):
      "'\(name)' is defined twice: line \(line) sets '\(key)'; move it into the table, or write the "
        + "table's keys as \(name).KEY = …"
    case .notATable(let name): "'\(name)' is a value and cannot have keys of its own"
    case .closedTable(let name): "'\(name)' is an inline table; add the key inside its braces"
    case .tooDeep: "more than \(TOMLParser.mostLevels) nested tables and arrays"
    }
  }
}
