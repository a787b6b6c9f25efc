import Foundation
package import InboxCore
import InboxText

/// A mail (RFC 5322 with MIME) as far as a notification needs it: its header fields and its text.
///
/// What cannot be decoded is kept as well as it goes: a notification with a strange letter is worth
/// more than none.
package struct MailMessage: Sendable {
  private let header: MailHeader
  /// The texts of its parts in their order, without its attachments; empty when there is none.
  package let text: String
  /// The parts that are no text.
  package let attachments: [MailAttachment]

  /// Reads a mail, also one with the separator line of an mbox file before it.
  package init(_ bytes: [UInt8]) {
    let part = MailPart(bytes.starts(with: Array("From ".utf8)) ? Self.withoutLine(bytes) : bytes)
    header = part.header
    let content = MailContent(part)
    text = content.texts.joined(separator: "\n\n")
    attachments = content.attachments
  }

  private static func withoutLine(_ bytes: [UInt8]) -> [UInt8] {
    Array(bytes.drop { $0 != UInt8(ascii: "\n") }.dropFirst())
  }

  /// A header field with its encoded words decoded; nil when there is none.
  package func field(_ name: String) -> String? { header[name] }

  /// The mail as a payload: its subject, its text, who sent it and when.
  ///
  /// The id is that of the mail with a hash of its texts: one that is delivered twice is one message,
  /// and two that share a Message-ID by mistake are two. The thread is the mail that the conversation
  /// began with.
  package var payload: Payload {
    var payload = Payload()
    let title = field("subject") ?? (text.isEmpty ? "Mail without a text" : nil)
    payload.title = .init(title.map { Self.cut($0, to: Self.longestField) })
    payload.subtitle = .init(field("from").map { Self.cut($0, to: Self.longestField) })
    let names = attachmentLines
    let body = [Self.fitting(text, beside: names), names].filter { !$0.isEmpty }
    if !body.isEmpty { payload.body = .set(body.joined(separator: "\n\n")) }
    payload.sentAt = .init(field("date").flatMap(MailDate.date))
    payload.thread = .init(
      (field("references") ?? field("in-reply-to"))?.split(separator: " ").first
        .map { Self.cut(Self.trimmed(String($0)), to: 256) })
    payload.priority = .init(priority)
    payload.id = id(of: payload)
    return payload
  }

  /// The Message-ID with a hash of the texts; nil where it cannot be an id of the inbox.
  private func id(of payload: Payload) -> String? {
    // One that begins with '@' would be taken for a number.
    guard let id = field("message-id").map(Self.trimmed), !id.isEmpty, !id.hasPrefix("@") else {
      return nil
    }
    var hash = TextHash()
    for text in [payload.title, payload.subtitle, payload.body] { hash.add(text.value) }
    let whole = "\(id)#\(String(UInt32(truncatingIfNeeded: hash.value), radix: 16))"
    return Payload.identifierLength.contains(whole.utf8.count) ? whole : nil
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

  /// A line for each attachment.
  private var attachmentLines: String {
    let lines = attachments.prefix(Self.mostNames).map(\.line)
    let more = attachments.count - lines.count
    return (lines + (more > 0 ? ["📎 \(more) more"] : [])).joined(separator: "\n")
  }

  /// A text that is cut where it is longer than a message may be.
  private static func fitting(_ text: String, beside names: String) -> String {
    cut(text, to: Payload.maximumSize - roomForFields - names.utf8.count)
  }

  fileprivate static func cut(_ text: String, to size: Int) -> String {
    guard text.utf8.count > size else { return text }
    return String(decoding: text.utf8.prefix(ofTextUpTo: size), as: UTF8.self) + "…"
  }

  /// Bytes that are left for the fields beside the text.
  private static let roomForFields = 16_384
  /// Most bytes of subject and sender.
  private static let longestField = 4_096
  /// Most attachments that are named.
  private static let mostNames = 100

  /// An id of a mail without the brackets around it.
  private static func trimmed(_ id: String) -> String {
    id.trimmingCharacters(in: CharacterSet(charactersIn: "<> \t"))
  }
}

extension MailPart {
  /// The header of the outermost mail.
  fileprivate var header: MailHeader {
    switch self {
    case .leaf: MailHeader()
    case .multipart(_, let parts): parts.first?.header ?? MailHeader()
    case .message(let header, _): header
    }
  }
}

extension MailAttachment {
  /// Most bytes of a name that are shown.
  private static let longestName = 200

  /// The line that tells of it below the text.
  fileprivate var line: String {
    let size = ByteSize.text(Int64(content.count))
    let type = String(type.prefix(Self.longestName))
    guard let name else { return "📎 \(type) (\(size))" }
    return "📎 \(MailMessage.cut(name, to: Self.longestName)) (\(type), \(size))"
  }
}
