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
    var writer = JSONWriter()
    writer.keepsControls = true
    writer.write(self)
    return writer.text
  }

  /// Parses the form of ``searchable``; nil for anything else.
  init?(searchable text: String) {
    var reader = JSONReader(Array(text.utf8))
    reader.takesControls = true
    guard let value = try? reader.readWhole() else { return nil }
    self = value
  }
}
