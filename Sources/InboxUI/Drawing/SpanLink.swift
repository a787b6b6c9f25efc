/// The link of a message that a span belongs to, by its number and where it leads to.
///
/// A terminal may make a hyperlink of it. The spans of one link, on however many lines, are equal
/// in it.
package struct SpanLink: Sendable, Hashable {
  /// The number among the links of the message, from 1.
  package var number: Int
  /// The link as its sender wrote it: untrusted.
  package var url: String

  /// Makes the link of a span.
  package init(number: Int, url: String) {
    (self.number, self.url) = (number, url)
  }

  /// The number as it stands behind the link.
  var label: String { "[\(number)]" }
}

/// The choice of whether links are hyperlinks of the terminal.
package enum HyperlinkChoice: String, CaseIterable, Sendable, Hashable {
  /// Where the terminal is known to have them.
  case auto
  /// In every terminal.
  case always
  /// Nowhere.
  case never
}

/// The links that may become hyperlinks of the terminal, and whether they do.
package struct HyperlinkPolicy: Sendable, Hashable {
  /// Whether they do.
  package var choice: HyperlinkChoice
  /// Schemes of those that open without a question, as the terminal asks none.
  package var schemes: Set<String>

  /// Makes a policy.
  package init(choice: HyperlinkChoice = .never, schemes: Set<String> = []) {
    (self.choice, self.schemes) = (choice, schemes)
  }
}
