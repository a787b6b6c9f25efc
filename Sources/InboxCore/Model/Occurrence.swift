package import Foundation

/// An earlier occurrence of a message that came more than once: its times and texts.
package struct Occurrence: Sendable, Hashable {
  /// How many occurrences of a message are kept, the newest included.
  package static let keptCount = 100
  /// Most bytes of the body that an earlier occurrence keeps.
  static let bodySize = 2_000
  /// Most bytes of title and subtitle that an earlier occurrence keeps, each.
  static let titleSize = 250

  /// When the sender says that it was sent.
  package var sentAt: Date?
  /// When this inbox received it.
  package var receivedAt: Date
  /// One line that says what happened.
  package var title: String?
  /// A second line below the title.
  package var subtitle: String?
  /// The text, as far as it is kept.
  package var body: String?

  /// Makes an occurrence.
  package init(
    sentAt: Date? = nil, receivedAt: Date, title: String? = nil, subtitle: String? = nil,
    body: String? = nil
  ) {
    self.sentAt = sentAt
    self.receivedAt = receivedAt
    self.title = title
    self.subtitle = subtitle
    self.body = body
  }

  /// When it happened: a sender's clock that runs ahead does not count.
  package var date: Date { min(sentAt ?? receivedAt, receivedAt) }
}

extension Message {
  /// The newest occurrence, with as much of its texts as is kept once another one comes.
  var newestOccurrence: Occurrence {
    Occurrence(
      sentAt: sentAt, receivedAt: receivedAt, title: title?.cut(toBytes: Occurrence.titleSize),
      subtitle: subtitle?.cut(toBytes: Occurrence.titleSize),
      body: body?.cut(toBytes: Occurrence.bodySize))
  }
}

/// Which pushes without an id and a fold key count as one more occurrence of a listed message.
package enum FoldRepeats: String, CaseIterable, Sendable, Hashable {
  /// Those that repeat its source, title, body and thread, and lead to the same links and files.
  case identical
  /// Those that repeat its source, title and thread.
  case title
  /// None.
  case off
}
