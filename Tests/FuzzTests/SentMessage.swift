import Foundation
import InboxTestSupport
import InboxText

@testable import InboxSources

/// A random message as a sender has it, in the form of each door.
///
/// Each text has a word of its own in it, by which it is found again wherever it is shown.
struct SentMessage {
  /// A field beside title and body.
  enum Field: CaseIterable {
    case subtitle, categories, tags, conversionTags, thread, url, attachment, action, sound, custom
    case fold, unknown
  }

  let door: Door
  private let number: Int
  /// Texts by field; those of a list are single.
  private(set) var texts: [Field: String] = [:]
  private(set) var title: String
  private(set) var body: String
  /// The words by which its texts are found.
  private(set) var words: [String]

  /// Makes a message; it may repeat texts of the one before, so that it is folded over that.
  init(
    _ number: Int, by door: Door, after last: SentMessage?, using random: inout SeededRandom
  ) {
    (self.door, self.number) = (door, number)
    var words: [String] = []
    func text(_ name: String, plain: Bool = false, _ random: inout SeededRandom) -> String {
      let word = "\(name)q\(UInt32.random(in: 0..<1_000_000, using: &random))z\(number)"
      words.append(word)
      return plain ? word : random.pick(Self.patterns).replacing("%", with: word)
    }
    let repeats = Bool.random(using: &random)
    title = repeats ? last?.title ?? "Job" : text("title", &random)
    body = repeats && Bool.random(using: &random) ? last?.body ?? "done" : text("body", &random)
    for field in Field.allCases where door.fields.contains(field) {
      guard Bool.random(using: &random) else { continue }
      if Bool.random(using: &random), let known = last?.texts[field] {
        texts[field] = known
      } else if field == .fold {
        texts[field] = "key"
      } else {
        texts[field] = text("\(field)", plain: !Self.takesAnything.contains(field), &random)
      }
    }
    self.words = words
  }

  /// Fields whose texts may have any characters at each door.
  private static let takesAnything: Set<Field> = [.subtitle, .custom, .unknown]
  /// Texts that a reader, a terminal or JSON might get wrong; ntfy and mail trim blanks at the ends.
  private static let patterns = [
    "%", "%", "a % b", "\"%\" \\ '", "% žluť 👩‍🚀", "\u{202e}%", "é%", "<%>", "% & so", "#% *x*",
    "%=1,2",
  ]

  /// For reports.
  var summary: String { "\(door.rawValue) \(title) / \(body) \(texts)" }

  /// The link that a word is part of.
  private func link(_ field: Field) -> String? {
    texts[field].map { "https://example.org/\($0)" }
  }
}

// MARK: - Forms

extension SentMessage {
  /// As flags of `push`.
  var flags: [String] {
    let named: [(flag: String, value: String?)] = [
      ("subtitle", texts[.subtitle]), ("category", texts[.categories]), ("tag", texts[.tags]),
      ("conversion-tag", texts[.conversionTags]), ("thread", texts[.thread]), ("url", link(.url)),
      ("attach", link(.attachment)),
      ("action", texts[.action].map { "\($0)=https://example.org/\($0)/go" }),
      ("sound", texts[.sound]), ("fold", texts[.fold]),
      ("custom", texts[.custom].map { JSONValue.object(["c": .string($0)]).json }),
    ]
    return named.flatMap { flag, value in value.map { ["--\(flag)=\($0)"] } ?? [] }
  }

  /// As our own JSON.
  var json: [UInt8] {
    var fields: [String: JSONValue] = ["title": .string(title)]
    // By one of the names that senders give a text.
    let name = ["body", "message", "text", "description", "content", "summary"][number % 6]
    fields[name] = .string(body)
    fields["subtitle"] = texts[.subtitle].map(JSONValue.string)
    fields["categories"] = texts[.categories].map { .array([.string($0)]) }
    fields["tags"] = texts[.tags].map { .array([.string($0)]) }
    fields["conversion_tags"] = texts[.conversionTags].map { .array([.string($0)]) }
    fields["thread"] = texts[.thread].map(JSONValue.string)
    fields["url"] = link(.url).map(JSONValue.string)
    fields["attachments"] = link(.attachment).map { .array([.object(["url": .string($0)])]) }
    fields["actions"] = texts[.action].map { label in
      .array([
        .object(["label": .string(label), "url": .string("https://example.org/\(label)/go")])
      ])
    }
    fields["sound"] = texts[.sound].map(JSONValue.string)
    fields["custom"] = texts[.custom].map {
      .object(["deep": .array([.object(["c": .string($0)])])])
    }
    fields["fold"] = texts[.fold].map(JSONValue.string)
    fields["build_\(number)"] = texts[.unknown].map { .object(["u": .string($0)]) }
    if door == .imported {
      fields["id"] = .string("import-\(number)")
      fields["source"] = "import"
    }
    return Array(JSONValue.object(fields).json.utf8)
  }

  /// As headers or the query of ntfy's.
  var parameters: [String: String] {
    var parameters = ["title": title]
    parameters["tags"] = texts[.tags]
    parameters["click"] = link(.url)
    parameters["attach"] = link(.attachment)
    parameters["actions"] = texts[.action].map { "view, \($0), https://example.org/\($0)/go" }
    return parameters
  }

  /// As ntfy's JSON.
  var ntfyJSON: [UInt8] {
    var fields: [String: JSONValue] = [
      "topic": "topic", "title": .string(title), "message": .string(body),
    ]
    fields["tags"] = texts[.tags].map { .array([.string($0)]) }
    fields["click"] = link(.url).map(JSONValue.string)
    fields["attach"] = link(.attachment).map(JSONValue.string)
    fields["actions"] = texts[.action].map { label in
      .array([
        .object([
          "action": "view", "label": .string(label),
          "url": .string("https://example.org/\(label)/go"),
        ])
      ])
    }
    fields["build_\(number)"] = texts[.unknown].map { .object(["u": .string($0)]) }
    return Array(JSONValue.object(fields).json.utf8)
  }

  /// As a document for the plain webhook.
  var webhookJSON: [UInt8] {
    var fields: [String: JSONValue] = ["title": .string(title), "message": .string(body)]
    fields["link"] = link(.url).map(JSONValue.string)
    return Array(JSONValue.object(fields).json.utf8)
  }

  /// As a mail.
  var mail: [UInt8] {
    let subject = Data(title.utf8).base64EncodedString()
    let text = Data(body.utf8).base64EncodedString()
    return Array(
      """
      From: sender@example.org
      Subject: =?utf-8?B?\(subject)?=
      MIME-Version: 1.0
      Content-Type: text/plain; charset=utf-8
      Content-Transfer-Encoding: base64

      \(text)

      """.utf8)
  }

  /// As a call of a desktop's programs.
  func call() throws -> NotifyCall {
    var hints: [String: BusArgument] = [:]
    hints["category"] = texts[.categories].map(BusArgument.text)
    hints["sound-name"] = texts[.sound].map(BusArgument.text)
    let markup = body.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    let message = try BusMessage.call(
      "Notify", of: .notifications,
      [
        .text("program"), .unsigned(0), .text(""), .text(title), .text(markup),
        .texts(texts[.action].map { ["go", $0] } ?? []), .variants(hints), .signed(-1),
      ])
    guard let call = NotifyCall(message) else { throw DoorService.Refusal(reason: "no call") }
    return call
  }
}
