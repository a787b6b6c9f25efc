import Foundation
import InboxText

extension Payload {
  /// Maximum bytes of one record, 256 KiB.
  package static let maximumSize = 256 * 1_024
  /// Maximum nesting depth of objects and arrays, counting the record itself.
  package static let maximumDepth = 64
  /// Maximum bytes of a line of an export.
  ///
  /// An escape has up to six times as many bytes as its character; our own fields come on top, and
  /// earlier occurrences, up to four times the maximum of a record.
  package static let maximumExportSize = 32 * maximumSize
  /// Maximum nesting depth of ``custom``.
  ///
  /// Unknown fields of a push are stored there one level deeper.
  static let maximumCustomDepth = maximumDepth + 7
  /// Maximum nesting depth of an export: the record, its earlier occurrences, one of these, and
  /// its ``custom``.
  package static let maximumExportDepth = maximumCustomDepth + 3

  /// The payload validated and normalized, as on every way into the store, JSON or not.
  ///
  /// A source loses its empty parts, lists lose empty names and blanks around others, a glyph is cut to one character,
  /// progress is clamped, and an action without an id gets its label as id. So every stored
  /// message can be exported and imported.
  ///
  /// - Throws: ``PayloadError/badField(name:expected:found:)`` for invalid values,
  ///   ``PayloadError/tooDeep(limit:)`` for ``custom``.
  package func checked() throws(PayloadError) -> Payload {
    var payload = self
    payload.id = try id.map { id throws(PayloadError) in
      // A reference to it would be parsed as a message number.
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
    payload.takeActionHeaders()
    try checkLinks()
    try checkTimes()
    let depth = max((rest?.depth ?? 0) + 1, payload.custom.value?.depth ?? 0)
    guard depth <= Self.maximumCustomDepth else { throw .tooDeep(limit: Self.maximumDepth) }
    if payload.custom.value == .null { payload.custom = .cleared }
    return payload
  }

  /// A valid id, of 1 to 256 bytes.
  static func checked(id: String, of name: String) throws(PayloadError) -> String {
    let id = id.storable
    guard identifierLength.contains(id.utf8.count) else {
      throw .badField(
        name: name, expected: "an id of 1 to 256 bytes",
        found: id.isEmpty ? "an empty text" : "one of \(id.utf8.count)")
    }
    return id
  }

  /// Valid lengths of an id in bytes.
  package static let identifierLength = 1...256

  /// A source without empty parts; nil when nothing is left.
  static func sourcePath(_ text: String?) -> String? {
    let parts = text?.split(separator: "/") ?? []
    return parts.isEmpty ? nil : parts.joined(separator: "/")
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
      // An id derived from the label may have any length.
      let isOwnLabel = action.id.isEmpty || action.id == action.label
      actions[index].id =
        isOwnLabel
        ? action.label.storable.cut(toBytes: Self.identifierLength.upperBound)
        : try Self.checked(id: action.id, of: "\(name).id")
    }
    // Each is chosen by its id.
    let counts = Dictionary(actions.map { ($0.id, 1) }, uniquingKeysWith: +)
    var taken = Set(counts.keys)
    for (index, action) in actions.enumerated() where counts[action.id] ?? 0 > 1 {
      var number = index + 1
      let ids = { action.id.cut(toBytes: 240) + " \(number)" }
      while !taken.insert(ids()).inserted { number += 1 }
      actions[index].id = ids()
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
  /// The names without blanks around them, each once, normalized as in columns and filters.
  fileprivate var named: [String] {
    var seen: Set<String> = []
    return map { $0.trimmingCharacters(in: .whitespacesAndNewlines).storable }
      .filter { !$0.isEmpty && seen.insert($0).inserted }
  }

  /// The names in texts that separate several by commas, as ``named``.
  package var separated: [String] { flatMap { $0.components(separatedBy: ",") }.named }
}

extension String {
  /// The longest prefix within a limit of bytes, cut between Unicode scalars.
  func cut(toBytes limit: Int) -> String {
    utf8.count > limit ? String(decoding: utf8.prefix(ofTextUpTo: limit), as: UTF8.self) : self
  }
}

extension Message {
  /// The error of a message whose sender's fields exceed the maximum of a record.
  ///
  /// A record of an export may be as large as its line, so that an import loses nothing that was
  /// stored under other limits.
  func sizeError(isImport: Bool) -> PayloadError? {
    let size = textSize
    guard size > Payload.maximumSize else { return nil }
    guard isImport else { return .tooLarge(bytes: size, limit: Payload.maximumSize) }
    let limit = Payload.maximumExportSize
    let lineSize = MessageJSON(self, as: .export).bytes.count
    return lineSize <= limit ? nil : .tooLarge(bytes: lineSize, limit: limit)
  }

  /// Bytes of all its texts, at most those of its JSON.
  fileprivate var textSize: Int {
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

extension Payload {
  /// Bytes of all its texts in a new message.
  var textSize: Int {
    makeMessage(id: id ?? "", source: source ?? "", at: .distantPast).textSize
  }
}

extension TapBehavior {
  /// The link or thread that it opens; nil for the message itself.
  package var target: String? {
    switch self {
    case .app: nil
    case .url(let text), .website(let text), .thread(let text): text
    }
  }
}

extension JSONValue {
  /// Bytes of its texts plus one for each other value: a lower bound of its JSON's size.
  var textSize: Int {
    switch self {
    case .null, .bool, .integer, .number, .decimal: 1
    case .string(let text): text.utf8.count
    case .array(let values): values.reduce(1) { $0 + $1.textSize }
    case .object(let fields):
      fields.reduce(1) { $0 + $1.key.utf8.count + $1.value.textSize }
    }
  }

  /// Nesting depth of arrays and objects; 0 for a scalar.
  var depth: Int {
    switch self {
    case .null, .bool, .integer, .number, .decimal, .string: 0
    case .array(let values): 1 + (values.lazy.map(\.depth).max() ?? 0)
    case .object(let fields): 1 + (fields.values.lazy.map(\.depth).max() ?? 0)
    }
  }
}

/// An error of decoding or validating a payload.
public enum PayloadError: Error, Sendable, Hashable {
  /// The text is not JSON; the position is a byte offset within the record when it is known.
  case notJSON(detail: String, byteOffset: Int?)
  /// The text is not valid UTF-8.
  case notUTF8(byteOffset: Int)
  /// The record is no JSON object.
  case notAnObject(found: String)
  /// Objects and arrays are nested deeper than 64, counting the record itself.
  case tooDeep(limit: Int)
  /// The record exceeds 256 KiB.
  case tooLarge(bytes: Int, limit: Int)
  /// A field has the wrong type or value.
  case badField(name: String, expected: String, found: String)
  /// A required field is missing; another one may have been meant for it.
  case missingField(name: String, mistakenFor: String?)
  /// Neither title nor body, and no silent push.
  case noText
}
