import InboxText

/// A position in a text, counted in lines and in characters of the line, both from 1.
package struct TOMLPosition: Sendable, Hashable, Comparable {
  package var line: Int
  /// The column in Unicode scalars, as most editors count.
  package var column: Int

  package init(line: Int, column: Int) {
    (self.line, self.column) = (line, column)
  }

  package static func < (left: Self, right: Self) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

/// A value of a document with its position.
package struct TOMLNode: Sendable, Hashable {
  package var value: TOMLValue
  /// The start of the value; for a table with a header, that of its name in the header.
  package var position: TOMLPosition
  /// The start of its key; for an element of an array, that of the element.
  package var keyPosition: TOMLPosition
}

/// The content of a value.
package enum TOMLValue: Sendable, Hashable {
  case string(String)
  case integer(Int)
  case float(Double)
  case boolean(Bool)
  /// A date, a time or both: the name of its type for messages, and its text.
  case temporal(String, text: String)
  case array([TOMLNode])
  case table([String: TOMLNode])

  /// The name of the type, for messages.
  package var typeName: String {
    switch self {
    case .string: "a string"
    case .integer: "an integer"
    case .float: "a number with a fraction"
    case .boolean: "a boolean"
    case .temporal(let name, _): "a \(name)"
    case .array: "an array"
    case .table: "a table"
    }
  }
}

/// Formats keys and values in TOML syntax.
package enum TOMLText {
  /// Formats a key, quoted if necessary.
  package static func key(_ key: String) -> String {
    !key.isEmpty && key.utf8.allSatisfy(\.isWordByte) ? key : string(key)
  }

  /// Formats a string in double quotes, with control characters escaped.
  package static func string(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7f:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// Formats an array of strings.
  package static func list(_ texts: some Sequence<String>) -> String {
    "[" + texts.map(string).joined(separator: ", ") + "]"
  }
}
