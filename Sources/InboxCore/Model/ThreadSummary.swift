import Foundation

/// The messages of a thread that one row stands for.
package struct ThreadSummary: Sendable, Hashable {
  /// The number of messages.
  package var total: Int
  /// The number of unread messages.
  package var unread: Int
  /// The titles of the newest messages, newest first.
  package var titles: [String]

  /// Maximum number of titles.
  static let titleCount = 20

  /// Creates a summary.
  package init(total: Int, unread: Int, titles: [String]) {
    (self.total, self.unread, self.titles) = (total, unread, titles)
  }
}

extension ThreadSummary {
  /// Decodes the columns of ``CollapsedThreads/projection``; nil for a row of its own.
  init?(counts: String?, titles: String?) {
    let numbers = Self.decode([Int].self, counts)
    guard numbers.count == 2, numbers[0] > 1 else { return nil }
    let titles = Self.decode([String?].self, titles).compactMap(\.self)
    self.init(total: numbers[0], unread: numbers[1], titles: titles)
  }

  private static func decode<Value: Decodable>(_: [Value].Type, _ text: String?) -> [Value] {
    guard let text else { return [] }
    return (try? JSONDecoder().decode([Value].self, from: Data(text.utf8))) ?? []
  }
}
