import Foundation

/// The readable content of a mail: its texts in order, and its attachments.
struct MailContent {
  /// The non-empty texts.
  private(set) var texts: [String] = []
  /// The parts that are not text.
  private(set) var attachments: [MailAttachment] = []

  /// Maximum nesting of encoded mails, which are parsed separately.
  private static let mostMails = 4

  /// Collects the content of a part.
  init(_ part: MailPart, depth: Int = 0, isInner: Bool = false) {
    switch part {
    case .leaf(let leaf): take(leaf, depth: depth)
    case .multipart("alternative", let parts): choose(among: parts, depth: depth)
    case .multipart(_, let parts):
      for part in parts { append(MailContent(part, depth: depth, isInner: isInner)) }
    case .message(let header, let parts):
      if isInner { addText(Self.summary(of: header)) }
      for part in parts { append(MailContent(part, depth: depth, isInner: true)) }
    }
  }

  private mutating func append(_ content: MailContent) {
    texts += content.texts
    attachments += content.attachments
  }

  private mutating func addText(_ text: String) {
    let text = text.replacing("\r\n", with: "\n").trimmingCharacters(in: .newlines)
    if text.contains(where: { !$0.isWhitespace }) { texts.append(text) }
  }

  /// Uses the first alternative with a text, plain before HTML.
  private mutating func choose(among parts: [MailPart], depth: Int) {
    let forms = parts.map {
      (isRich: $0.isRich, content: MailContent($0, depth: depth, isInner: true))
    }
    let filled = forms.filter { !$0.content.texts.isEmpty }
    texts += (filled.first { !$0.isRich } ?? filled.first)?.content.texts ?? []
    attachments += forms.flatMap(\.content.attachments)
  }

  private mutating func take(_ leaf: MailLeaf, depth: Int) {
    if depth < Self.mostMails, let inner = leaf.inner {
      append(MailContent(MailPart(inner), depth: depth + 1, isInner: true))
    } else if leaf.isText {
      addText(leaf.text)
    } else {
      attachments.append(
        MailAttachment(name: leaf.name, type: leaf.type, content: leaf.content))
    }
  }

  /// The main header fields of a mail within a mail.
  private static func summary(of header: MailHeader) -> String {
    ["Subject", "From", "Date", "To"].compactMap { name in
      header[name.lowercased()].map { "\(name): \($0)" }
    }.joined(separator: "\n")
  }
}

/// An attached file of a mail.
package struct MailAttachment: Sendable, Hashable {
  /// The file name; nil if it has none.
  package let name: String?
  /// Its type: `application/pdf`.
  package let type: String
  /// The content of the file.
  package let content: [UInt8]
}

extension MailPart {
  /// Whether it is HTML, or HTML with its images.
  fileprivate var isRich: Bool {
    switch self {
    case .leaf(let leaf): leaf.type == "text/html"
    case .multipart("related", let parts): parts.first?.isRich ?? false
    case .multipart, .message: false
    }
  }
}

extension MailLeaf {
  /// Types of parts that are texts about another mail, or a mail that is nested too deeply.
  private static let reports: Set<String> = [
    "message/delivery-status", "message/disposition-notification", "message/feedback-report",
    "message/rfc822-headers", "message/rfc822", "message/global", "message/global-delivery-status",
    "message/global-headers",
  ]

  /// Whether it is shown as text.
  fileprivate var isText: Bool {
    !isAttachment && (type.hasPrefix("text/") || type.hasPrefix("multipart/"))
      || Self.reports.contains(type)
  }

  /// The plain text, without markup.
  fileprivate var text: String {
    guard type != "text/html" else {
      return HTMLText.plain(content, charset: parameters["charset"])
    }
    let text = MailCharset.text(of: content, named: parameters["charset"])
    guard parameters["format"]?.lowercased() == "flowed" else { return text }
    return FlowedText.joined(
      text.replacing("\r\n", with: "\n"), deletesBlank: parameters["delsp"]?.lowercased() == "yes")
  }

  /// The mail in its content: an encoded one, or parts without a named boundary.
  fileprivate var inner: [UInt8]? {
    if type == "message/rfc822" || type == "message/global" { return content }
    guard type.hasPrefix("multipart/"), content.starts(with: Array("--".utf8)) else { return nil }
    let line = content.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }.dropFirst(2)
    let isPlain = line.allSatisfy { (0x20..<0x7F).contains($0) && $0 != UInt8(ascii: "\"") }
    guard !line.isEmpty, line.count <= Self.longestBoundary, isPlain else { return nil }
    let field = "Content-Type: \(type); boundary=\"\(String(decoding: line, as: UTF8.self))\"\n\n"
    return Array(field.utf8) + content
  }

  /// Maximum bytes of a boundary (RFC 2046, 5.1.1).
  private static let longestBoundary = 70
}
