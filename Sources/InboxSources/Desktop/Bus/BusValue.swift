/// A value in a message of the bus, as it is read.
enum BusValue: Sendable, Hashable {
  /// A text, a path or a signature.
  case text(String)
  /// A number without fraction.
  case integer(Int64)
  case number(Double)
  case boolean(Bool)
  /// Bytes, truncated to a limit.
  case bytes([UInt8], count: Int)
  case list([BusValue])
  case structure([BusValue])
  case dictionary([String: BusValue])
  /// A descriptor.
  case other

  /// The text; nil for another value.
  var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  /// The number; nil for another value.
  var integer: Int64? {
    if case .integer(let integer) = self { integer } else { nil }
  }

  /// The name of an entry of which it is the key; nil for a value that is not basic.
  var name: String? {
    switch self {
    case .text(let text): text
    case .integer(let integer): "\(integer)"
    case .number(let number): "\(number)"
    case .boolean(let value): "\(value)"
    case .bytes, .list, .structure, .dictionary, .other: nil
    }
  }

  /// Whether it is true, or, as some senders write it, a number other than 0.
  var isTrue: Bool {
    switch self {
    case .boolean(let value): value
    case .integer(let value): value != 0
    default: false
    }
  }
}

/// A value to be written into a message of the bus.
enum BusArgument: Sendable, Hashable {
  case text(String)
  case unsigned(UInt32)
  case signed(Int32)
  case byte(UInt8)
  case boolean(Bool)
  case texts([String])
  /// A dictionary from texts to values of any type.
  case variants([String: BusArgument])
}
