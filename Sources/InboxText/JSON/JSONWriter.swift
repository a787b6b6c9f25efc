/// A writer of JSON that is safe to print on a terminal, in one line.
///
/// Besides the characters that RFC 8259 requires, DEL, the C1 controls, line separators and bidi
/// controls are escaped; a parser returns exactly the same text.
package struct JSONWriter: Sendable {
  /// The output so far, valid UTF-8.
  package private(set) var bytes: [UInt8] = []
  private var isFirstField = true
  /// Whether control characters stay as they are, but NUL, which is no JSON of RFC 8259.
  package var keepsControls = false

  /// Creates an empty writer.
  package init() {}

  /// The output so far as text.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Writes an object; `body` writes its fields in order.
  package mutating func writeObject(_ body: (inout JSONWriter) -> Void) {
    bytes.append(UInt8(ascii: "{"))
    isFirstField = true
    body(&self)
    bytes.append(UInt8(ascii: "}"))
    isFirstField = false
  }

  /// Writes a field of the current object; nothing for nil.
  package mutating func writeField(_ name: String, _ value: JSONValue?) {
    guard let value else { return }
    if !isFirstField { bytes.append(UInt8(ascii: ",")) }
    isFirstField = false
    write(name)
    bytes.append(UInt8(ascii: ":"))
    write(value)
  }

  /// Writes a text field of the current object; nothing for nil.
  package mutating func writeField(_ name: String, _ value: String?) {
    writeField(name, value.map(JSONValue.string))
  }

  /// Writes a value, with sorted keys.
  package mutating func write(_ value: JSONValue) {
    switch value {
    case .null: append("null")
    case .bool(let flag): append(flag ? "true" : "false")
    case .integer(let integer): append(integer.description)
    case .number(let number): append(number.isFinite ? number.description : "null")
    case .decimal(let digits): append(digits)
    case .string(let text): write(text)
    case .array(let values):
      bytes.append(UInt8(ascii: "["))
      for (index, value) in values.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        write(value)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let fields):
      writeObject { writer in
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
          writer.writeField(ExactName.name(of: name), value)
        }
      }
    }
  }

  private mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  /// Writes a text in quotes, in one piece if it needs no escapes.
  package mutating func write(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    let keepsControls = keepsControls
    if text.utf8.allSatisfy({ Self.isPlain($0, keepingControls: keepsControls) }) {
      append(text)
    } else {
      for scalar in text.unicodeScalars { write(scalar) }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func isPlain(_ byte: UInt8, keepingControls keepsControls: Bool) -> Bool {
    // 0xC2, 0xD8 and 0xE2 lead the scalars that are escaped beyond ASCII.
    switch byte {
    case 0, UInt8(ascii: "\""), UInt8(ascii: "\\"): false
    case 1..<0x20, 0x7F, 0xC2, 0xD8, 0xE2: keepsControls
    default: true
    }
  }

  private mutating func write(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\"": append("\\\"")
    case "\\": append("\\\\")
    case _ where keepsControls && scalar != "\0": append(String(scalar))
    case "\n": append("\\n")
    case "\r": append("\\r")
    case "\t": append("\\t")
    case "\0"..<" ", "\u{7F}"..."\u{9F}", "\u{61C}", "\u{200E}"..."\u{200F}",
      "\u{2028}"..."\u{202E}", "\u{2066}"..."\u{2069}":
      let digits = String(scalar.value, radix: 16)
      append("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
    default: bytes.append(contentsOf: UTF8.encode(scalar).map(Array.init) ?? [])
    }
  }
}
