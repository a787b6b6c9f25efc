import Foundation

/// The readable content of a mail: its texts in order, its attachments, and what is not shown.
struct MailContent {
  /// A text that is not shown: another alternative, a file, or what HTML hides.
  struct Unshown {
    /// The type of its part.
    var type: String
    /// The file name of its part.
    var name: String?
    /// The text.
    var text: String
  }

  /// The non-empty texts.
  private(set) var texts: [String] = []
  /// The parts that are not text.
  private(set) var attachments: [MailAttachment] = []
  /// The texts that are not shown.
  private(set) var unshown: [Unshown] = []

  /// Maximum nesting of encoded mails, which are parsed separately.
  private static let mostMails = 4

  /// Collects the content of a part.
  init(_ part: MailPart, depth: Int = 0, isInner: Bool = false) {
    switch part.kind {
    case .leaf(let leaf): take(leaf, depth: depth)
    case .multipart("alternative"): choose(among: part.parts, depth: depth)
    case .multipart:
      for part in part.parts { append(MailContent(part, depth: depth, isInner: isInner)) }
    case .message:
      if isInner {
        addText(part.header.lines(of: MailHeader.shownNames))
        keep(part.header.lines(of: MailHeader.keptNames), type: "message/rfc822")
      }
      for part in part.parts { append(MailContent(part, depth: depth, isInner: true)) }
    case .aside(let bytes):
      let text = MailCharset.guess(bytes)
      // Says to old programs that they do not know MIME.
      if text.range(of: "MIME", options: .caseInsensitive) == nil { keep(text, type: "text/plain") }
    }
  }

  private mutating func append(_ content: MailContent) {
    texts += content.texts
    attachments += content.attachments
    unshown += content.unshown
  }

  private mutating func addText(_ text: String) {
    let text = text.replacing("\r\n", with: "\n").trimmingCharacters(in: .newlines)
    if text.contains(where: { !$0.isWhitespace }) { texts.append(text) }
  }

  private mutating func keep(_ text: String, type: String, name: String? = nil) {
    if text.contains(where: { !$0.isWhitespace }) || name != nil {
      unshown.append(
        Unshown(type: type, name: name, text: text.replacing("\r\n", with: "\n")))
    }
  }

  /// Uses the first alternative with a text, plain before HTML unless it only points to the HTML.
  private mutating func choose(among parts: [MailPart], depth: Int) {
    let forms = parts.map {
      (isRich: $0.isRich, type: $0.type, content: MailContent($0, depth: depth, isInner: true))
    }
    let filled = forms.indices.filter { !forms[$0].content.texts.isEmpty }
    let rich = filled.first { forms[$0].isRich }
    var chosen = filled.first { !forms[$0].isRich } ?? rich
    if let plain = chosen, let rich, plain != rich,
      TextWords(forms[plain].content.texts).isStub(of: TextWords(forms[rich].content.texts))
    {
      chosen = rich
    }
    for (index, form) in forms.enumerated() {
      attachments += form.content.attachments
      unshown += form.content.unshown
      if index == chosen {
        texts += form.content.texts
      } else {
        keep(form.content.texts.joined(separator: "\n\n"), type: form.type)
      }
    }
  }

  private mutating func take(_ leaf: MailLeaf, depth: Int) {
    if depth < Self.mostMails, let inner = leaf.inner {
      append(MailContent(MailPart(inner), depth: depth + 1, isInner: true))
    } else if leaf.isText {
      let (text, hidden) = leaf.text
      addText(text)
      keep(hidden, type: leaf.type, name: leaf.name)
    } else {
      attachments.append(
        MailAttachment(name: leaf.name, type: leaf.type, content: leaf.content))
      if leaf.type.hasPrefix("text/") || leaf.isReadable, !leaf.isSignature {
        let (text, hidden) = leaf.text
        keep(text, type: leaf.type, name: leaf.name)
        keep(hidden, type: leaf.type)
      }
    }
    keep(leaf.otherName, type: leaf.type)
    addText(MailCharset.guess(leaf.tail))
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

extension MailHeader {
  /// The fields of a mail within a mail that are shown above its text.
  static let shownNames = ["Subject", "From", "Date", "To"]
  /// The fields that no text shows; others may grant access or prove a sender.
  static let keptNames = [
    "Cc", "Bcc", "Reply-To", "Sender", "Resent-From", "Resent-To", "Resent-Cc", "List-Id",
    "Organization", "Comments", "Keywords",
  ]

  /// The fields with these names, one per line.
  func lines(of names: [String]) -> String {
    names.compactMap { name in self[name.lowercased()].map { "\(name): \($0)" } }
      .joined(separator: "\n")
  }
}

extension MailPart {
  /// Whether it is HTML, or HTML with its images.
  fileprivate var isRich: Bool {
    switch kind {
    case .leaf(let leaf): leaf.isHTML
    case .multipart("related"): parts.first?.isRich ?? false
    case .multipart, .message, .aside: false
    }
  }

  /// The name of its type.
  fileprivate var type: String {
    switch kind {
    case .leaf(let leaf): leaf.type
    case .multipart(let kind): "multipart/\(kind)"
    case .message: "message/rfc822"
    case .aside: "text/plain"
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

  /// Types that say nothing of a content, also where a type is missing or invalid.
  private static let unknown: Set<String> = [
    "application/octet-stream", "application/unknown", "unknown/unknown",
  ]

  /// Whether it is shown as text.
  fileprivate var isText: Bool {
    guard !Self.reports.contains(type) else { return true }
    guard !isAttachment else { return false }
    return type.hasPrefix("text/") || type.hasPrefix("multipart/")
      || Self.unknown.contains(type) && isReadable
  }

  /// Whether its content is text by its bytes, whatever its type says.
  fileprivate var isReadable: Bool {
    let isBinary = content.contains { byte in
      byte < 0x09 || (0x0E...0x1A).contains(byte) || (0x1C...0x1F).contains(byte)
    }
    guard !content.isEmpty, !isBinary else { return false }
    return content.count { $0 >= 0x7F } * 4 < content.count
      || String(validating: content, as: UTF8.self) != nil
  }

  /// Whether it proves who sent the mail.
  fileprivate var isSignature: Bool { type.hasSuffix("-signature") }

  /// Whether it is a form of HTML, such as that of AMP.
  fileprivate var isHTML: Bool { type.hasPrefix("text/") && type.hasSuffix("html") }

  /// The text without markup, and what HTML hides.
  fileprivate var text: (shown: String, hidden: String) {
    guard !isHTML else {
      return HTMLText.read(content, charset: parameters["charset"])
    }
    let text = MailCharset.text(of: content, named: parameters["charset"])
    guard parameters["format"]?.lowercased() == "flowed" else { return (text, "") }
    let joined = FlowedText.joined(
      text.replacing("\r\n", with: "\n"), deletesBlank: parameters["delsp"]?.lowercased() == "yes")
    return (joined, "")
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
