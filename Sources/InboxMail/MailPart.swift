import CMime

/// A part of a mail: a leaf, a multipart, or another mail.
struct MailPart {
  /// What a part is.
  enum Kind {
    /// A leaf with its own content.
    case leaf(MailLeaf)
    /// A multipart with its subtype: `mixed`, `alternative`.
    case multipart(String)
    /// A mail.
    case message
    /// A text of a multipart outside of its parts.
    case aside([UInt8])
  }

  /// What it is.
  let kind: Kind
  /// The header fields of a mail.
  private(set) var header = MailHeader()
  /// The parts of a multipart and of a mail.
  private(set) var parts: [MailPart] = []

  private init(_ kind: Kind) { self.kind = kind }

  /// Parses a mail.
  init(_ bytes: [UInt8]) {
    // The open parts, the innermost last.
    var open: [MailPart] = [MailPart(.multipart("mixed"))]
    var parameters: MailLeaf?
    bytes.withUnsafeBytes { buffer in
      let start = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
      guard let start, let walk = mime_begin(start, buffer.count) else { return }
      defer { mime_end_walk(walk) }
      var step = mime_step()
      while mime_next(walk, &step) {
        if step.kind == mime_parameter || step.kind == mime_disposition_parameter {
          parameters?.take(step)
          continue
        }
        if let leaf = parameters { open[open.count - 1].parts.append(MailPart(.leaf(leaf))) }
        parameters = nil
        switch step.kind {
        case mime_message: open.append(MailPart(.message))
        case mime_multipart: open.append(MailPart(.multipart(step.valueText.lowercased())))
        case mime_field: open[open.count - 1].header.add(step.nameText, step.valueBytes)
        case mime_leaf: parameters = MailLeaf(step)
        case mime_aside:
          open[open.count - 1].parts.append(MailPart(.aside(Array(step.contentBytes))))
        default:
          guard open.count > 1, let part = open.popLast() else { continue }
          open[open.count - 1].parts.append(part)
        }
      }
    }
    self = open[0]
  }
}

/// The header fields of a mail.
struct MailHeader {
  private var fields: [String: [UInt8]] = [:]

  /// Adds a field; of repeated fields the first is used.
  mutating func add(_ name: String, _ value: [UInt8]) {
    let name = name.lowercased()
    if fields[name] == nil { fields[name] = value }
  }

  /// A field as one line, with decoded words; nil if it is missing or empty.
  subscript(_ name: String) -> String? {
    guard let value = fields[name] else { return nil }
    let lines = value.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }.map { line in
      line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    }
    let text = EncodedWord.decode(Array(lines.joined(separator: [UInt8(ascii: " ")])))
    return text.isEmpty ? nil : text
  }
}

/// A part of a mail with its own content.
struct MailLeaf {
  /// Its type: `text/html`.
  let type: String
  /// Whether it is marked as an attachment.
  let isAttachment: Bool
  /// Its decoded content.
  let content: [UInt8]
  /// The text beside its encoded content.
  let tail: [UInt8]
  /// The parameters of its type and of its disposition.
  private(set) var (parameters, disposition) = (MailParameters(), MailParameters())

  init(_ step: mime_step) {
    let type = "\(step.nameText)/\(step.valueText)".lowercased()
    // A text whose subtype is missing or invalid is read as plain text.
    self.type = type == "text/unknown" ? "text/plain" : type
    isAttachment = step.is_attachment
    (content, tail) = TransferEncoding.decode(step.contentBytes, step.encoding)
  }

  /// Adds a parameter.
  mutating func take(_ step: mime_step) {
    let list = step.kind == mime_parameter ? \Self.parameters : \Self.disposition
    self[keyPath: list].add(step.nameText, step.valueBytes)
  }

  /// Its file name; nil if it has none.
  var name: String? {
    let name = disposition["filename"] ?? parameters["name"]
    return name.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The name of its type, where its disposition has another one; else empty.
  var otherName: String {
    guard let other = parameters["name"], other != name else { return "" }
    return other
  }
}

extension mime_step {
  fileprivate var nameText: String {
    String(decoding: UnsafeRawBufferPointer(start: name, count: name_count), as: UTF8.self)
  }

  fileprivate var valueText: String { String(decoding: valueBytes, as: UTF8.self) }

  fileprivate var valueBytes: [UInt8] {
    Array(UnsafeRawBufferPointer(start: value, count: value_count))
  }

  fileprivate var contentBytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: content, count: content_count)
  }
}
