import InboxText
import Foundation

extension Payload {
  /// The payload by the rules that hold on every way into the store, JSON or not.
  ///
  /// A source loses its empty parts, lists of names lose empty names, a glyph is cut to one
  /// character and an action without an id gets its label for one. So whatever is stored can be
  /// exported and taken back.
  ///
  /// - Throws: ``PayloadError/badField(name:expected:found:)`` for what cannot be put right,
  ///   ``PayloadError/tooDeep(limit:)`` for ``custom``.
  public func checked() throws(PayloadError) -> Payload {
    var payload = self
    payload.id = try id.map { id throws(PayloadError) in try Self.checked(id: id, of: "id") }
    payload.source = Self.sourcePath(source)
    payload.categories = categories.map(\.named)
    payload.tags = tags.map(\.named)
    payload.conversionTags = conversionTags.map(\.named)
    payload.cutGlyph()
    payload.actions = try checkedActions()
    try checkLinks()
    try checkTimes()
    guard let value = custom.value else { return payload }
    if value == .null { payload.custom = .cleared }
    guard value.depth < PayloadDecoder.importLimits.depth else {
      throw PayloadError.tooDeep(limit: PayloadDecoder.maximumDepth)
    }
    return payload
  }

  /// An id as the store keeps it, of 1 to 256 bytes.
  static func checked(id: String, of name: String) throws(PayloadError) -> String {
    let id = id.storable
    guard identifierLength.contains(id.utf8.count) else {
      throw .badField(
        name: name, expected: "an id of 1 to 256 bytes",
        found: id.isEmpty ? "an empty text" : "one of \(id.utf8.count)")
    }
    return id
  }

  /// How many bytes an id may have.
  static let identifierLength = 1...256

  /// A source without empty parts; nil when nothing is left.
  static func sourcePath(_ text: String?) -> String? {
    guard let parts = text?.split(separator: "/"), !parts.isEmpty else { return nil }
    return parts.joined(separator: "/")
  }

  private mutating func cutGlyph() {
    guard let text = glyph.value else { return }
    guard !text.isEmpty else { return glyph = .cleared }
    guard text.count > 1 else { return }
    glyph = .set(String(text.prefix(1)))
    notes.append("glyph was cut to one character")
  }

  private func checkedActions() throws(PayloadError) -> Field<[MessageAction]> {
    guard var actions = actions.value, !actions.isEmpty else { return self.actions }
    for (index, action) in actions.enumerated() {
      let name = "actions[\(index)]"
      try Self.require(action.label, "\(name).label")
      // Who gives no id has not chosen its length.
      let isOwnLabel = action.id.isEmpty || action.id == action.label
      actions[index].id =
        isOwnLabel
        ? action.label.storable.cut(toBytes: Self.identifierLength.upperBound)
        : try Self.checked(id: action.id, of: "\(name).id")
    }
    return .set(actions)
  }

  private func checkLinks() throws(PayloadError) {
    for (index, attachment) in (attachments.value ?? []).enumerated() {
      try Self.require(attachment.url, "attachments[\(index)].url")
    }
    switch tap.value {
    case .url(let url), .website(let url): try Self.require(url, "tap.url")
    case .thread(let thread): try Self.require(thread, "tap.thread")
    case .app, nil: break
    }
  }

  private func checkTimes() throws(PayloadError) {
    for (name, field) in [
      ("sent_at", sentAt), ("starts_at", startsAt), ("expires_at", expiresAt),
    ] {
      guard let date = field.value, !RFC3339.seconds.contains(date.timeIntervalSince1970) else {
        continue
      }
      throw .badField(name: name, expected: "a time of the years 1 to 9999", found: "this one")
    }
  }

  private static func require(_ text: String, _ name: String) throws(PayloadError) {
    guard text.isEmpty else { return }
    throw .badField(name: name, expected: "a text", found: "an empty one")
  }
}

extension [String] {
  /// The list without empty names.
  fileprivate var named: [String] {
    contains(where: \.isEmpty) ? filter { !$0.isEmpty } : self
  }
}

extension String {
  /// The beginning that has at most so many bytes, never half a character of Unicode.
  fileprivate func cut(toBytes limit: Int) -> String {
    guard utf8.count > limit else { return self }
    var kept = UnicodeScalarView()
    var count = 0
    for scalar in unicodeScalars {
      count += UTF8.width(scalar)
      guard count <= limit else { break }
      kept.append(scalar)
    }
    return String(kept)
  }
}
