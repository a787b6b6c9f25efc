/// The message link that a span is part of, with its number and URL.
///
/// The terminal may show it as a hyperlink. Spans of the same link, even on several lines, have
/// equal values.
package struct SpanLink: Sendable, Hashable {
  /// The number in the message, from 1.
  package var number: Int
  /// The untrusted URL from the sender.
  package var url: String

  /// The label after the link, such as `[1]`.
  var label: String { "[\(number)]" }
}

/// When links become hyperlinks of the terminal.
package enum HyperlinkChoice: String, CaseIterable, Sendable, Hashable {
  /// If the terminal is known to support them.
  case auto
  case always
  case never
}

/// The policy for hyperlinks of the terminal.
package struct HyperlinkPolicy: Sendable, Hashable {
  /// When links become hyperlinks.
  package var choice: HyperlinkChoice
  /// The allowed schemes: those that open without a confirmation, as the terminal asks for none.
  package var schemes: Set<String>

  package init(choice: HyperlinkChoice = .never, schemes: Set<String> = []) {
    (self.choice, self.schemes) = (choice, schemes)
  }
}
