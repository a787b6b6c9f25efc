/// A text of a Markdown document: runs of one style each.
package struct MarkdownText: Sendable, Hashable {
  /// The runs, in the order of the text.
  package internal(set) var runs: [MarkdownRun] = []

  /// Adds a piece, to the last run where it looks the same.
  mutating func append(_ text: String, _ style: MarkdownStyle, link: Int?) {
    if let last = runs.indices.last, runs[last].style == style, runs[last].link == link {
      runs[last].text += text
    } else {
      runs.append(MarkdownRun(text: text, style: style, link: link))
    }
  }
}

/// A run of one style; a line end in it is one that the author has set.
package struct MarkdownRun: Sendable, Hashable {
  /// What it says; it comes from outside.
  package var text: String
  /// How it is marked.
  package var style: MarkdownStyle
  /// The index of its link among ``MarkdownDocument/links``.
  package var link: Int?
}

/// The marks on a run of text.
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
