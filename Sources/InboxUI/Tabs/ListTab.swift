import InboxCore
import InboxTOML
import InboxText

/// A tab: a saved filter with a name.
public struct ListTab: Sendable, Hashable {
  /// The name in the tab bar.
  package var name: String
  /// The filter, in filter words; an empty one is the whole list.
  package var filter: String
  /// Whether the bar leaves it out while nothing matches, and counts read messages as well.
  package var hidesWhenEmpty = false

  /// Creates a tab.
  ///
  /// - Parameters:
  ///   - name: The name in the tab bar.
  ///   - filter: The filter, in filter words; an empty one is the whole list.
  public init(name: String, filter: String) {
    self.name = name
    self.filter = filter
  }

  /// The name of a tab without one: its filter.
  static func defaultName(for filter: String) -> String { filter.isEmpty ? "All" : filter }

  /// Maximum columns of a name in the tab bar.
  static let mostColumns = 24

  /// The name on one line, truncated to the maximum.
  var label: String {
    TextLayout.truncate(
      TextLayout.oneLine(name, columns: Self.mostColumns), columns: Self.mostColumns)
  }

  /// Why a tab cannot stand beside others; nil where it can.
  func conflict(with others: [ListTab]) -> String? {
    if others.contains(where: { $0.name == name }) {
      return "there is a tab “\(name.printable())” already; choose another name"
    }
    guard let same = others.first(where: { $0.filter == filter }) else { return nil }
    return "the tab “\(same.label)” shows this already; press F to filter first"
  }

  /// The table of a configuration file that has the tab.
  package var table: String {
    "[[tabs]]\nname = \(TOMLText.string(name))\nfilter = \(TOMLText.string(filter))\n"
      + (hidesWhenEmpty ? "hide_empty = true\n" : "")
  }
}

extension MessageFilter {
  /// The filter whose matches a tab counts: unread ones, or all of the trash; nil for none.
  var countedByTab: MessageFilter? { isTrash ? self : unreadOnly }
}
