import InboxCore
import InboxText

/// The setting of which lists show a thread as one row.
package enum ThreadCollapsing: String, CaseIterable, Sendable, Hashable {
  /// Lists of one source, such as its tab; none in the inbox of a host.
  case auto
  /// All lists but the trash.
  case on
  /// None.
  case off
}

extension ScreenEnvironment {
  /// Whether a list of messages shows each thread as one row.
  func collapsesThreads(in filter: MessageFilter) -> Bool {
    switch preferences.collapseThreads {
    case .auto: hostOptions == nil && filter.isOfOneSource
    case .on: !filter.isTrash
    case .off: false
    }
  }
}

extension MessageFilter {
  /// Whether it consists of one source.
  var isOfOneSource: Bool {
    guard alternatives.isEmpty, terms.count == 1, case .source = terms[0].condition else {
      return false
    }
    return !terms[0].isNegated
  }
}

extension MessageQuery {
  /// Whether a row may stand for several messages.
  var hasJoinedRows: Bool { collapsesThreads || grouping?.hasFolded == true }
}

extension MessageRow {
  /// The thread whose messages the row stands for; nil for a row of one message.
  var collapsedThread: String? { threadSummary == nil ? nil : thread }

  /// The row with the names of a conversation in place of the title.
  var titledByNames: MessageRow {
    guard let titles = threadSummary?.titles, excerpt?.isEmpty == false,
      let names = ConversationNames(titles)
    else { return self }
    var row = self
    row.title = names.text
    return row
  }
}

extension ThreadSummary {
  /// The number of messages, then that of the unread ones: `15 · 5●`.
  var text: String { unread == 0 ? "\(total)" : "\(total) · \(unread)●" }
}

/// The people of a conversation, where titles are names: `Ana`, `john.doe`, `Maria Silva`.
struct ConversationNames {
  /// The names, the last to write first.
  private let names: [String]

  /// Maximum columns of a name.
  static let longestName = 24
  /// Maximum number of names in a text; the others are counted.
  private static let mostNames = 2

  /// Reads the names; nil if a title is none.
  ///
  /// - Parameter titles: The titles of a thread, newest first.
  init?(_ titles: [String]) {
    guard !titles.isEmpty, titles.allSatisfy(Self.isName) else { return nil }
    var seen: Set<String> = []
    names = titles.filter { seen.insert($0).inserted }
  }

  /// Whether a title is one word, or words that all begin with a capital letter.
  private static func isName(_ title: String) -> Bool {
    let words = title.split(separator: " ")
    return (1...longestName).contains(title.columns) && !title.contains(":")
      && (words.count == 1 || words.allSatisfy { $0.first?.isUppercase == true })
  }

  /// The names that wrote last, and how many there are besides: `Joe, Łukasz +2`.
  var text: String {
    let rest = names.count - Self.mostNames
    return names.prefix(Self.mostNames).joined(separator: ", ") + (rest > 0 ? " +\(rest)" : "")
  }
}
