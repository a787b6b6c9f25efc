package import InboxText

extension Message {
  /// ``custom`` with ``rest`` under its reserved name, as in JSON and in an exchange.
  package var customAndRest: JSONValue? { .joining(custom, rest) }

  /// Sets ``custom``, and ``rest`` if the value has one; a rest that it lacks stays.
  mutating func setCustom(_ value: JSONValue?) {
    custom = value
    guard case .object(var fields)? = value,
      let rest = fields.removeValue(forKey: Payload.restName)
    else { return }
    self.rest = rest
    custom = fields.isEmpty ? nil : .object(fields)
  }

  /// ``rest`` without the outcomes of actions and escalations.
  package var restOfSender: JSONValue? {
    guard case .object(var own)? = rest, case .object(let all)? = own["outcomes"]
    else { return rest }
    let others = all.filter { $0.value.plainText == nil }
    own["outcomes"] = others.isEmpty ? nil : .object(others)
    return own.isEmpty ? nil : .object(own)
  }

  /// Keeps a value under a name of ``rest``, in place of an earlier one; nil removes that.
  mutating func keep(inRest value: JSONValue?, as name: String) {
    guard value != rest else { return }
    var parts = rest.fields
    parts[name] = value
    rest = parts.isEmpty ? nil : .object(parts)
  }

  /// The texts that a search looks at, as in the full-text index.
  var searchedTexts: [String?] { [title, subtitle, body, rest?.searchable] }
}

extension JSONValue {
  /// The JSON with control characters as themselves, so that a search finds the words beside them:
  /// the form of the column `rest`.
  var searchable: String {
    let text = json
    guard text.utf8.contains(UInt8(ascii: "\\")) else { return text }
    var result = String.UnicodeScalarView()
    var scalars = text.unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      guard scalar == "\\", let kind = scalars.next() else {
        result.append(scalar)
        continue
      }
      switch kind {
      case "n": result.append("\n")
      case "r": result.append("\r")
      case "t": result.append("\t")
      case "u":
        let digits = (0..<4).compactMap { _ in scalars.next() }.map { String($0) }.joined()
        let code = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
        if let code, code != "\0" {
          result.append(code)
        } else {
          result.append(contentsOf: "\\u\(digits)".unicodeScalars)
        }
      default: result.append(contentsOf: [scalar, kind])
      }
    }
    return String(result)
  }

  /// Parses the form of ``searchable``; nil for anything else.
  init?(searchable text: String) {
    var text = text
    if text.utf8.contains(where: { $0 < 0x20 }) {
      text = text.unicodeScalars.reduce(into: "") { escaped, scalar in
        let digits = String(0x10000 + scalar.value, radix: 16).dropFirst()
        escaped += scalar.value < 0x20 ? "\\u\(digits)" : String(scalar)
      }
    }
    guard let value = try? JSONValue(json: text) else { return nil }
    self = value
  }
}
