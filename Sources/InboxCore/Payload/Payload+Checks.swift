import Foundation
import InboxText

extension Payload {
  /// Most bytes of one record, 256 KiB.
  package static let maximumSize = 256 * 1_024
  /// Most objects and arrays within each other, the record itself counted.
  package static let maximumDepth = 64
  /// Most bytes of a line of an export.
  ///
  /// An escape is up to six times as long as what it stands for; our own fields come on top, and
  /// earlier occurrences, of which up to four times as much is kept as a record may have.
  package static let maximumExportSize = 32 * maximumSize
  /// Most objects and arrays within each other in ``custom``.
  ///
  /// What was beside the fields of a push lies one deeper than there.
  static let maximumCustomDepth = maximumDepth + 7
  /// Most objects and arrays within each other in an export: the record, its earlier occurrences, one
  /// of these, and its ``custom``.
  package static let maximumExportDepth = maximumCustomDepth + 3

  /// The payload by the rules that hold on every way into the store, JSON or not.
  ///
  /// A source loses its empty parts, lists of names lose empty names, a glyph is cut to one
  /// character, progress stays within its limits and an action without an id gets its label for one. So whatever is stored can be
  /// exported and taken back.
  ///
  /// - Throws: ``PayloadError/badField(name:expected:found:)`` for what cannot be put right,
  ///   ``PayloadError/tooDeep(limit:)`` for ``custom``.
  package func checked() throws(PayloadError) -> Payload {
    var payload = self
    payload.id = try id.map { id throws(PayloadError) in
      // As a reference it would be taken for the number of another message.
      guard !id.hasPrefix("@") else {
        throw .badField(
          name: "id", expected: "an id that does not begin with '@', as numbers do",
          found: "'\(id.prefix(40))'")
      }
      return try Self.checked(id: id, of: "id")
    }
    payload.source = Self.sourcePath(source)
    payload.categories = categories.map(\.named)
    payload.tags = tags.map(\.named)
    payload.conversionTags = conversionTags.map(\.named)
    payload.cutGlyph()
    payload.limitProgress()
    payload.resolves = try resolves.map { key throws(PayloadError) in
      try Self.checked(id: key, of: "resolves")
    }
    if let key = fold.value { payload.fold = .set(try Self.checked(id: key, of: "fold")) }
    payload.actions = try checkedActions()
    try checkLinks()
    try checkTimes()
    guard let value = custom.value else { return payload }
    if value == .null { payload.custom = .cleared }
    guard value.depth <= Self.maximumCustomDepth else {
      throw PayloadError.tooDeep(limit: Self.maximumDepth)
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
  package static let identifierLength = 1...256

  /// A source without empty parts; nil when nothing is left.
  static func sourcePath(_ text: String?) -> String? {
    guard let text else { return nil }
    if isPlainPath(text) { return text }
    let parts = text.split(separator: "/")
    guard !parts.isEmpty else { return nil }
    return parts.joined(separator: "/")
  }

  /// Whether a source is ASCII and has no empty part, as nearly all are.
  private static func isPlainPath(_ text: String) -> Bool {
    let slash = UInt8(ascii: "/")
    var last = slash
    for byte in text.utf8 {
      guard byte < 0x80, byte != slash || last != slash else { return false }
      last = byte
    }
    return last != slash
  }

  private mutating func cutGlyph() {
    guard let text = glyph.value else { return }
    guard !text.isEmpty else { return glyph = .cleared }
    guard text.count > 1 else { return }
    glyph = .set(String(text.prefix(1)))
    notes.append("glyph was cut to one character")
  }

  private mutating func limitProgress() {
    guard let value = progress.value, !(0...100).contains(value) else { return }
    progress = .set(min(max(value, 0), 100))
    notes.append("progress was taken as \(min(max(value, 0), 100))")
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
  /// The list without empty names, each as columns and filters hold it.
  fileprivate var named: [String] {
    contains { $0.isEmpty || $0.utf8.contains(0) } ? filter { !$0.isEmpty }.map(\.storable) : self
  }
}

extension String {
  /// The beginning that has at most so many bytes, never half a character of Unicode.
  func cut(toBytes limit: Int) -> String {
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

extension Message {
  /// The error of a message whose sender's fields have more bytes than a record may have.
  ///
  /// A record of an export may be as large as its line, so that an import loses nothing that was
  /// stored under other limits.
  func sizeError(isImport: Bool) -> PayloadError? {
    let size = textSize
    guard size > Payload.maximumSize else { return nil }
    guard isImport else {
      return .tooLarge(bytes: size, limit: Payload.maximumSize)
    }
    let limit = Payload.maximumExportSize
    let lineSize = MessageJSON(self, as: .export).bytes.count
    return lineSize <= limit ? nil : .tooLarge(bytes: lineSize, limit: limit)
  }

  /// The bytes of all its texts, never more than the JSON has that it came from.
  private var textSize: Int {
    let plain = [title, subtitle, body, thread, glyph, sound, answer, fold].compactMap(\.self)
    let names = categories + tags + conversionTags
    let links =
      attachments.flatMap { [$0.url, $0.name ?? ""] }
      + actions.flatMap { [$0.id == $0.label ? "" : $0.id, $0.label, $0.url ?? ""] }
    let count = (plain + names + links).reduce(id.utf8.count + source.utf8.count) {
      $0 + $1.utf8.count
    }
    return count + (tap.target?.utf8.count ?? 0) + (custom?.textSize ?? 0)
  }
}

extension TapBehavior {
  /// The link or thread that it leads to; nil for the message itself.
  package var target: String? {
    switch self {
    case .app: nil
    case .url(let text), .website(let text), .thread(let text): text
    }
  }
}

extension JSONValue {
  /// The bytes of its texts, and one for each other value: less than any way to write it has.
  var textSize: Int {
    switch self {
    case .null, .bool, .integer, .number, .decimal: 1
    case .string(let text): text.utf8.count
    case .array(let values): values.reduce(1) { $0 + $1.textSize }
    case .object(let fields):
      fields.reduce(1) { $0 + $1.key.utf8.count + $1.value.textSize }
    }
  }

  /// How many lists and objects lie within each other; 0 for a plain value.
  var depth: Int {
    switch self {
    case .null, .bool, .integer, .number, .decimal, .string: 0
    case .array(let values): 1 + (values.lazy.map(\.depth).max() ?? 0)
    case .object(let fields): 1 + (fields.values.lazy.map(\.depth).max() ?? 0)
    }
  }
}

/// Why a record is no payload.
public enum PayloadError: Error, Sendable, Hashable {
  /// The text is not JSON; the position is a byte offset within the record when it is known.
  case notJSON(detail: String, byteOffset: Int?)
  /// The text is not valid UTF-8.
  case notUTF8(byteOffset: Int)
  /// The record is no JSON object.
  case notAnObject(found: String)
  /// Objects and arrays are nested deeper than 64, the record itself counted.
  case tooDeep(limit: Int)
  /// The record has more than 256 KiB.
  case tooLarge(bytes: Int, limit: Int)
  /// A field has the wrong type or value.
  case badField(name: String, expected: String, found: String)
  /// A part that must be there is not; another one may have been meant for it.
  case missingField(name: String, mistakenFor: String?)
  /// Neither title nor body, and it is no silent push.
  case noText
}
