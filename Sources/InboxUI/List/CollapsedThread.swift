import InboxCore
import InboxText

/// The setting of which lists show a thread as one row.
public enum ThreadCollapsing: String, CaseIterable, Sendable, Hashable {
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
  fileprivate var isOfOneSource: Bool {
    guard alternatives.isEmpty, terms.count == 1, case .source = terms[0].condition else {
      return false
    }
    return !terms[0].isNegated
  }
}

extension MessageQuery {
  /// Whether a row may stand for several messages.
  var hasJoinedRows: Bool { collapsesThreads || activeGrouping?.hasFolded == true }
}

extension MessageRow {
  /// The thread whose messages the row stands for; nil for a row of one message.
  var collapsedThread: String? { threadSummary == nil ? nil : thread }

  /// The row with the names of a conversation in place of the title.
  var titledByNames: MessageRow {
    guard let threadSummary, let names = ConversationNames(threadSummary.titles) else {
      return self
    }
    var row = self
    row.title = names.text
    let said = [names.newestText, subtitle, excerpt].compactMap(\.self).filter { !$0.isEmpty }
    (row.subtitle, row.excerpt) = (nil, said.joined(separator: " — "))
    return row
  }
}

extension ThreadSummary {
  /// The number of messages, then that of the unread ones: `15 · 5●`.
  var text: String { unread == 0 ? "\(total)" : "\(total) · \(unread)●" }
}

/// The people of a conversation, as its titles name them: `Ana`, or `Ana: are you there?`.
struct ConversationNames {
  /// The names, the last to write first.
  private let names: [String]
  /// The rest of the newest title; nil where the title is a name.
  let newestText: String?

  /// Maximum columns of a name.
  static let longestName = 24
  /// Maximum number of names in a text; the others are counted.
  private static let mostNames = 2

  /// Reads the names; nil if a title has none.
  ///
  /// - Parameter titles: The titles of a thread, newest first.
  init?(_ titles: [String]) {
    let parts = titles.map(Self.parts)
    guard !parts.isEmpty,
      parts.allSatisfy({ (1...Self.longestName).contains($0.name.columns) }),
      // Titles such as `Build failed` are no names: those of several people are followed by a text.
      parts.contains(where: { $0.text != nil }) || Set(titles).count < titles.count
    else { return nil }
    var seen: Set<String> = []
    names = parts.map(\.name).filter { seen.insert($0).inserted }
    newestText = parts[0].text
  }

  private static func parts(of title: String) -> (name: String, text: String?) {
    let pieces = title.split(separator: ": ", maxSplits: 1)
    return pieces.count == 2 ? (String(pieces[0]), String(pieces[1])) : (title, nil)
  }

  /// The names that wrote last, and how many there are besides: `Joe, Łukasz +2`.
  var text: String {
    let rest = names.count - Self.mostNames
    return names.prefix(Self.mostNames).joined(separator: ", ") + (rest > 0 ? " +\(rest)" : "")
  }
}
