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
    case .restUnread: "the rest of the file can only be checked when this is mended"
    case .unknownKey(let nearest): "unknown key \(path)" + NearestName.hint(nearest)
    case .moreUnknownKeys(let count):
      count == 1 ? "1 more unknown key begins here" : "\(count) more unknown keys begin here"
    case .wrongType(let found, let expected): "\(path) is \(found), expected \(expected)"
    case .badValue(let value, let expected, let nearest):
      "\(path) is \(TOMLText.string(value)), expected \(expected)" + NearestName.hint(nearest)
    case .misread(let text, let column, let reason):
      "\(path) is \(TOMLText.string(text)), at character \(column): \(reason)"
    case .outOfRange(let number, let expected): "\(path) is \(number), expected \(expected)"
    case .unusable(let reason): "\(path): \(reason)"
    case .cycle(let names): "\(path) goes in a circle: \(names.joined(separator: " → "))"
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
  case redefined(String), notATable(String), closedTable(String)
  case tooDeep

  /// The message as a clause without a full stop.
  var message: String {
    switch self {
    case .nul: "a NUL character cannot stand in a setting, not even as an escape"
    case .controlCharacter: "a control character can stand here only as an escape"
    case .missingKey: "a key, a [table] or a # comment goes here"
    case .missingName: "the name of a key or a table is missing here"
    case .missingEquals: "an '=' is missing behind the key"
    case .missingValue: "a value is missing here"
    case .notAValue: "this is no value; a text needs quotes around it"
    case .textBehindValue: "something stands behind the value that is no comment"
    case .headerNotClosed: "a ']' is missing behind the name of the table"
    case .textBehindHeader: "something stands behind the [table] that is no comment"
    case .quoteNotClosed: "a quote is not closed on its line"
    case .stringNotClosed: "a string has no end"
    case .longStringAsKey: "a key takes one quote at each side, not three"
    case .unknownEscape: "this is no escape; a backslash itself is written '\\\\'"
    case .notACharacter: "no character has this number"
    case .arrayNotClosed: "an array has no end"
    case .noCommaInArray: "an array wants a ',' or its ']' before this"
    case .inlineTableNotClosed: "a table in braces has no end"
    case .noCommaInInlineTable: "a table in braces wants a ',' or its '}' before this"
    case .notANumber: "this is no number and no date; a text needs quotes around it"
    case .leadingZero: "a number does not begin with 0"
    case .numberTooLarge: "a number must fit into 64 bits"
    case .noSuchTime: "there is no such date or time"
    case .redefined(let name): "'\(name)' is there a second time; keep one of them"
    case .notATable(let name): "'\(name)' has a value, so no key can stand below it"
    case .closedTable(let name): "'\(name)' is a table in braces; its keys go between them"
    case .tooDeep: "more than \(TOMLParser.mostLevels) tables and arrays lie within each other"
    }
  }
}
