import Foundation
package import InboxCore
import InboxText

/// A mail (RFC 5322 with MIME) for a notification: its header fields and its text.
///
/// Decoding is lenient: a notification with a wrong character is better than none.
package struct MailMessage: Sendable {
  private let header: MailHeader
  /// The texts of its parts in order, without attachments; empty if there are none.
  package let text: String
  /// The parts that are not text.
  package let attachments: [MailAttachment]
  private let unshown: [MailContent.Unshown]

  /// Parses a mail, which may be preceded by the separator line of an mbox file.
  package init(_ bytes: [UInt8]) {
    let isOfBox = bytes.starts(with: "From ".utf8)
    let mail = isOfBox ? Array(bytes.drop { $0 != UInt8(ascii: "\n") }.dropFirst()) : bytes
    let part = MailPart(mail)
    header = part.firstHeader
    let content = MailContent(part)
    text = content.texts.joined(separator: "\n\n")
    attachments = content.attachments
    unshown = content.unshown
  }

  /// A header field with decoded words; nil if there is none.
  package func field(_ name: String) -> String? { header[name] }

  /// The mail as a payload: its subject, text, sender and date, and what they do not show.
  ///
  /// The id is the Message-ID with a hash of the texts: a mail delivered twice is one message, and
  /// two mails that share a Message-ID by mistake are two. The thread is the first mail of the
  /// conversation, which itself has none yet: see ``joinThread(of:in:)``.
  package var payload: Payload {
    var payload = Payload()
    let title = field("subject") ?? (text.isEmpty ? "Mail without a text" : nil)
    payload.title = .init(title.map { Self.cut($0, to: Self.longestField) })
    payload.subtitle = .init(field("from").map { Self.cut($0, to: Self.longestField) })
    let names = attachmentLines
    // Of a text that the store cuts the beginning is shown.
    let body = (text.utf8.count > Self.longText ? [names, text] : [text, names])
      .filter { !$0.isEmpty }
    if !body.isEmpty { payload.body = .set(body.joined(separator: "\n\n")) }
    payload.sentAt = .init(field("date").flatMap(MailDate.date))
    payload.thread = .init(referenceIDs.first.map { Self.cut($0, to: Self.longestThread) })
    payload.priority = .init(priority)
    payload.id = id(of: payload)
    payload.keepRest(of: rest(beside: payload))
    return payload
  }

  /// The header fields, files and texts that a payload does not show.
  private func rest(beside payload: Payload) -> JSONValue {
    let shown = TextWords([payload.title, payload.subtitle, payload.body].compactMap(\.value))
    let names =
      ["Subject", "From", "To"] + MailHeader.keptNames
      + (payload.sentAt.value == nil ? ["Date"] : [])
    var fields: [String: JSONValue] = [:]
    for name in names { fields[name.lowercased()] = field(name.lowercased()).map(JSONValue.string) }
    let parts = unshown.compactMap { part -> JSONValue? in
      guard let text = part.name == nil ? shown.linesBeyond(part.text) : part.text else {
        return nil
      }
      var fields: [String: JSONValue] = ["type": .string(part.type), "text": .string(text)]
      fields["name"] = part.name.map(JSONValue.string)
      return .object(fields)
    }
    let files = attachments.enumerated().filter { !$1.isNamed(by: Self.mostNames, at: $0) }
    let unnamed = files.map { JSONValue.string($1.name ?? $1.type) }
    return .object(["header": .object(fields), "parts": .array(parts), "files": .array(unnamed)])
  }

  /// The Message-ID with a hash of the texts; nil if it is not a valid id.
  private func id(of payload: Payload) -> String? {
    // An id that starts with '@' could be mistaken for a number.
    guard let id = messageID, !id.hasPrefix("@") else { return nil }
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

  /// One line per attachment.
  private var attachmentLines: String {
    let lines = attachments.prefix(Self.mostNames).map(\.line)
    let more = attachments.count - lines.count
    return (lines + (more > 0 ? ["📎 \(more) more"] : [])).joined(separator: "\n")
  }

  static func cut(_ text: String, to size: Int) -> String {
    guard text.utf8.count > size else { return text }
    return String(decoding: text.utf8.prefix(ofTextUpTo: size), as: UTF8.self) + "…"
  }

  /// Bytes of a text below which its attachments are listed.
  private static let longText = Payload.maximumSize / 2
  /// Maximum bytes of subject and sender.
  private static let longestField = 4_096
  /// Maximum attachments that are listed.
  private static let mostNames = 100
  /// Maximum bytes of the name of a thread.
  static let longestThread = 256
}

extension MailMessage {
  /// The Message-ID without its brackets; nil if it has none.
  var messageID: String? {
    let id = field("message-id")?.trimmingCharacters(in: CharacterSet(charactersIn: "<> \t"))
    return id.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The Message-IDs of the mails that it answers, the first one of the conversation first.
  private var referenceIDs: [String] {
    guard let text = field("references") ?? field("in-reply-to") else { return [] }
    let ids = text.split(separator: "<").dropFirst(text.hasPrefix("<") ? 0 : 1)
      .map { $0.prefix { $0 != ">" } }
    return (ids.isEmpty ? text.split(separator: " ") : ids)
      .map { $0.filter { !$0.isWhitespace } }.filter { !$0.isEmpty }
  }
}

extension MailPart {
  /// The header of the outermost mail.
  fileprivate var firstHeader: MailHeader {
    guard case .multipart = kind else { return header }
    return parts.first?.firstHeader ?? header
  }
}

extension MailAttachment {
  /// Maximum bytes of a name.
  private static let longestName = 200

  /// Whether the line about it tells all of its name, at this place among the first ones.
  fileprivate func isNamed(by most: Int, at place: Int) -> Bool {
    place < most && (name ?? type).utf8.count <= Self.longestName
  }

  /// The line about it below the text.
  fileprivate var line: String {
    let size = ByteSize.text(Int64(content.count))
    let type = String(type.prefix(Self.longestName))
    guard let name else { return "📎 \(type) (\(size))" }
    return "📎 \(MailMessage.cut(name, to: Self.longestName)) (\(type), \(size))"
  }
}
