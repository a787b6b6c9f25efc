import CMime

/// A part of a mail: a content of its own, parts in an order, or another mail.
indirect enum MailPart {
  /// A content of its own.
  case leaf(MailLeaf)
  /// Parts, and how they belong together: `mixed`, `alternative`.
  case multipart(String, [MailPart])
  /// A mail with its header.
  case message(MailHeader, [MailPart])

  /// Takes a mail apart.
  init(_ bytes: [UInt8]) {
    // Parts that are open; the innermost is last.
    var open: [MailPart] = [.multipart("mixed", [])]
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
        if let leaf = parameters { open[open.count - 1].append(.leaf(leaf)) }
        parameters = nil
        switch step.kind {
        case mime_message: open.append(.message(MailHeader(), []))
        case mime_multipart: open.append(.multipart(step.valueText.lowercased(), []))
        case mime_field: open[open.count - 1].take(field: step)
        case mime_leaf: parameters = MailLeaf(step)
        default:
          guard open.count > 1, let part = open.popLast() else { continue }
          open[open.count - 1].append(part)
        }
      }
    }
    self = open[0]
  }

  private mutating func append(_ part: MailPart) {
    switch self {
    case .leaf: break
    case .multipart(let kind, var parts):
      self = .multipart(kind, [])
      parts.append(part)
      self = .multipart(kind, parts)
    case .message(let header, var parts):
      self = .message(header, [])
      parts.append(part)
      self = .message(header, parts)
    }
  }

  private mutating func take(field step: mime_step) {
    guard case .message(var header, let parts) = self else { return }
    self = .multipart("", [])
    header.add(step.nameText, MailCharset.guess(step.valueBytes))
    self = .message(header, parts)
  }
}

/// The header fields of a mail.
struct MailHeader {
  private var fields: [String: String] = [:]

  /// Takes a field in; of one that repeats the first counts.
  mutating func add(_ name: String, _ value: String) {
    let name = name.lowercased()
    if fields[name] == nil { fields[name] = value }
  }

  /// A field in one line, with its encoded words decoded; nil when it is missing or empty.
  subscript(_ name: String) -> String? {
    guard let value = fields[name] else { return nil }
    let lines = value.split(whereSeparator: \.isNewline).map { line in
      line.drop { $0 == " " || $0 == "\t" }
    }
    let text = EncodedWord.decode(lines.joined(separator: " "))
    return text.isEmpty ? nil : text
  }
}

/// A part of a mail with a content of its own.
struct MailLeaf {
  /// Its type: `text/html`.
  let type: String
  /// Whether it is said to be an attachment.
  let isAttachment: Bool
  /// Its content, decoded.
  let content: [UInt8]
  /// The parameters of its type and of its disposition.
  private(set) var (parameters, disposition) = (MailParameters(), MailParameters())

  init(_ step: mime_step) {
    let type = "\(step.nameText)/\(step.valueText)".lowercased()
    // What names no subtype, or none that may be shown, is read as it is.
    self.type = type == "text/unknown" ? "text/plain" : type
    isAttachment = step.is_attachment
    let start = UnsafeRawPointer(step.content)
    content = TransferEncoding.decode(
      UnsafeRawBufferPointer(start: start, count: step.content_count), step.encoding)
  }

  /// Takes a parameter in.
  mutating func take(_ step: mime_step) {
    let value = MailCharset.guess(step.valueBytes)
    if step.kind == mime_parameter {
      parameters.add(step.nameText, value)
    } else {
      disposition.add(step.nameText, value)
    }
  }

  /// The name of its file; nil when it has none.
  var name: String? {
    let name = disposition["filename"] ?? parameters["name"]
    return name.flatMap { $0.isEmpty ? nil : $0 }
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
}
