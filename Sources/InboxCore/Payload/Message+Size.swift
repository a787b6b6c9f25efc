import InboxText
extension Message {
  /// Why no record could hold it, as its sender's fields have more bytes than one may have.
  ///
  /// What comes of an export may be as large as a line of an export, so that nothing is lost that
  /// was stored under other rules.
  func sizeProblem(isImport: Bool) -> PayloadError? {
    let size = textSize
    guard size > PayloadDecoder.maximumRecordSize else { return nil }
    guard isImport else {
      return .tooLarge(bytes: size, limit: PayloadDecoder.maximumRecordSize)
    }
    let limit = PayloadDecoder.importLimits.size
    let lineSize = MessageJSON(self, as: .export).bytes.count
    return lineSize <= limit ? nil : .tooLarge(bytes: lineSize, limit: limit)
  }

  /// The bytes of all its texts, never more than the JSON has that it came from.
  private var textSize: Int {
    let plain = [title, subtitle, body, thread, glyph, sound, answer].compactMap(\.self)
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
  /// What it names.
  fileprivate var target: String? {
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
    case .null, .bool, .integer, .number: 1
    case .string(let text): text.utf8.count
    case .array(let values): values.reduce(1) { $0 + $1.textSize }
    case .object(let fields):
      fields.reduce(1) { $0 + $1.key.utf8.count + $1.value.textSize }
    }
  }

  /// How many lists and objects lie within each other; 0 for a plain value.
  var depth: Int {
    switch self {
    case .null, .bool, .integer, .number, .string: 0
    case .array(let values): 1 + (values.lazy.map(\.depth).max() ?? 0)
    case .object(let fields): 1 + (fields.values.lazy.map(\.depth).max() ?? 0)
    }
  }
}
