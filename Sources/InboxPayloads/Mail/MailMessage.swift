import Foundation
package import InboxCore
import InboxText

/// A mail (RFC 5322 with MIME) as far as a notification needs it: its header fields and its text.
///
/// What cannot be decoded is kept as well as it goes: a notification with a strange letter is worth
/// more than none.
package struct MailMessage: Sendable {
  /// The header fields by their names in lower case; of one that repeats, the first.
  private let header: [String: String]
  /// The text, without its attachments; empty when there is none.
  package let text: String
  /// The names of the parts that are no text.
  package let attachmentNames: [String]

  /// Reads a mail, also one with the separator line of an mbox file before it.
  package init(_ bytes: [UInt8]) {
    let part = MailPart(bytes.starts(with: Array("From ".utf8)) ? Self.withoutLine(bytes) : bytes)
    header = part.header
    let content = part.content()
    text = content.text ?? ""
    attachmentNames = content.names
  }

  private static func withoutLine(_ bytes: [UInt8]) -> [UInt8] {
    Array(bytes.drop { $0 != UInt8(ascii: "\n") }.dropFirst())
  }

  /// A header field with its encoded words decoded; nil when there is none.
  package func field(_ name: String) -> String? {
    header[name].map(EncodedWord.decode).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The mail as a payload: its subject, its text, who sent it and when.
  ///
  /// The id is that of the mail, so that one that is delivered twice is one message; the thread is
  /// the mail that the conversation began with.
  package var payload: Payload {
    var payload = Payload()
    // One that begins with '@' would be taken for a number.
    payload.id = field("message-id").map { Self.trimmed($0) }.flatMap { id in
      id.hasPrefix("@") ? nil : id
    }
    payload.title = .init(field("subject") ?? (text.isEmpty ? "Mail without a text" : nil))
    payload.subtitle = .init(field("from"))
    let names = attachmentNames.map { "📎 \($0)" }.joined(separator: "\n")
    let body = [text, names].filter { !$0.isEmpty }.joined(separator: "\n\n")
    if !body.isEmpty { payload.body = .set(body) }
    payload.sentAt = .init(field("date").flatMap(MailDate.date))
    payload.thread = .init(
      (field("references") ?? field("in-reply-to"))?.split(separator: " ").first
        .map { Self.trimmed(String($0)) })
    payload.priority = .init(priority)
    return payload
  }

  private var priority: Priority? {
    if let number = field("x-priority")?.first?.wholeNumberValue {
      return number < 3 ? .high : number > 3 ? .low : nil
    }
    switch field("importance")?.lowercased() ?? field("priority")?.lowercased() {
    case "high", "urgent": return .high
    case "low", "non-urgent": return .low
    default: return nil
    }
  }

  /// An id of a mail without the brackets around it.
  private static func trimmed(_ id: String) -> String {
    id.trimmingCharacters(in: CharacterSet(charactersIn: "<> \t"))
  }
}

/// A mail, or a part of one with several.
private struct MailPart {
  /// Most levels of parts within parts.
  private static let maximumDepth = 8

  let header: [String: String]
  private let body: ArraySlice<UInt8>
  private let type: MailHeaderValue

  init(_ bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    var fields: [(name: String, value: String)] = []
    var rest = bytes[...]
    // What begins with no header field is a text alone, as `echo done | sendmail root` sends it.
    let isHeaded = Self.beginsWithField(bytes)
    while isHeaded,
      let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? (rest.isEmpty ? nil : rest.endIndex)
    {
      let line = Self.text(of: rest[rest.startIndex..<end])
      rest = end < rest.endIndex ? rest[(end + 1)...] : []
      if line.isEmpty { break }
      if line.first?.isWhitespace == true, !fields.isEmpty {
        fields[fields.count - 1].value += " " + line.trimmingCharacters(in: .whitespaces)
      } else if let colon = line.firstIndex(of: ":") {
        let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        fields.append((line[..<colon].lowercased(), value))
      }
    }
    header = Dictionary(fields.map { ($0.name, $0.value) }) { first, _ in first }
    body = rest
    type = MailHeaderValue(header["content-type"] ?? "text/plain")
  }

  /// Whether the first line is a header field, or the blank line that ends an empty header.
  private static func beginsWithField(_ bytes: [UInt8]) -> Bool {
    let line = text(of: bytes.prefix { $0 != UInt8(ascii: "\n") })
    guard !line.isEmpty, let colon = line.firstIndex(of: ":") else { return line.isEmpty }
    return colon > line.startIndex
      && line[..<colon].utf8.allSatisfy { $0 > UInt8(ascii: " ") && $0 < 0x7F }
  }

  private static func text(of line: ArraySlice<UInt8>) -> String {
    String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
  }

  /// The first plain text within, else the first HTML as text; and the names of what is neither.
  func content(depth: Int = 0) -> (text: String?, names: [String]) {
    if type.value.hasPrefix("multipart/"), let boundary = type.parameters["boundary"],
      depth < Self.maximumDepth
    {
      let parts = parts(boundary).map {
        (kind: $0.type.value, content: $0.content(depth: depth + 1))
      }
      let plain = parts.first { $0.content.text != nil && $0.kind != "text/html" }
      let best = plain ?? parts.first { $0.content.text != nil }
      return (best?.content.text, parts.flatMap(\.content.names))
    }
    let disposition = MailHeaderValue(header["content-disposition"] ?? "")
    let name = disposition.parameters["filename"] ?? type.parameters["name"]
    guard disposition.value != "attachment", type.value.hasPrefix("text/") else {
      return (nil, [name.map(EncodedWord.decode) ?? type.value])
    }
    let text = MailText.decode(
      decodedBody, charset: type.parameters["charset"] ?? "utf-8"
    ).trimmingCharacters(in: .newlines)
    return (type.value == "text/html" ? MailText.withoutTags(text) : text, [])
  }

  private var decodedBody: [UInt8] {
    switch header["content-transfer-encoding"]?.lowercased() {
    case "base64": MailText.base64(body)
    case "quoted-printable": MailText.quotedPrintable(body, isWord: false)
    default: Array(body)
    }
  }

  /// The parts between lines of the boundary.
  private func parts(_ boundary: String) -> [MailPart] {
    let mark = Array("--\(boundary)".utf8)
    var parts: [[UInt8]] = []
    var current: [UInt8]?
    for line in body.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      let rest = line.starts(with: mark) ? line.dropFirst(mark.count) : nil
      if let rest, rest.starts(with: Array("--".utf8)) { break }
      if let rest, rest.allSatisfy(JSONReader.isSpace) {
        if let current { parts.append(current) }
        current = []
      } else {
        current?.append(contentsOf: line)
        current?.append(UInt8(ascii: "\n"))
      }
    }
    if let current { parts.append(current) }
    return parts.map(MailPart.init)
  }
}

/// The value of a structured header field: `text/plain; charset="utf-8"`.
private struct MailHeaderValue {
  let value: String
  private(set) var parameters: [String: String] = [:]

  init(_ text: String) {
    var parts: [String] = [""]
    var isQuoted = false
    for character in text {
      if character == "\"" {
        isQuoted.toggle()
      } else if character == ";", !isQuoted {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    value = parts[0].trimmingCharacters(in: .whitespaces).lowercased()
    for part in parts.dropFirst() {
      guard let sign = part.firstIndex(of: "=") else { continue }
      let name = part[..<sign].trimmingCharacters(in: .whitespaces).lowercased()
      parameters[name] = part[part.index(after: sign)...].trimmingCharacters(in: .whitespaces)
    }
  }
}
