/// Inline text of a Markdown document, as runs of one style each.
package struct MarkdownText: Sendable, Hashable {
  /// The runs, in the order of the text.
  package internal(set) var runs: [MarkdownRun] = []

  /// Appends text, to the last run if it has the same style and link.
  mutating func append(_ text: String, _ style: MarkdownStyle, link: Int?) {
    if let last = runs.indices.last, runs[last].style == style, runs[last].link == link {
      runs[last].text += text
    } else {
      runs.append(MarkdownRun(text: text, style: style, link: link))
    }
  }
}

/// A run of text with one style; a line end in it is a hard line break.
package struct MarkdownRun: Sendable, Hashable {
  /// The text, which is untrusted.
  package var text: String
  /// The style of the run.
  package var style: MarkdownStyle
  /// The index of its link in ``MarkdownDocument/links``; nil if it is not a link.
  package var link: Int?
}

/// The style of a run: emphasis, strong, code and strikethrough.
package struct MarkdownStyle: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Between `*`.
  package static let emphasis = MarkdownStyle(rawValue: 1)
  /// Between `**`.
  package static let strong = MarkdownStyle(rawValue: 2)
  /// Between backticks.
  package static let code = MarkdownStyle(rawValue: 4)
  /// Between `~~`.
  package static let strike = MarkdownStyle(rawValue: 8)
}
