import Foundation

/// The style of a template's value: truncated to a width, or escaped for a format.
package enum TemplateStyle: Sendable, Hashable {
  /// A JSON string with its quotes.
  case json
  /// Escaped for Pango markup and XML, as in waybar and i3blocks.
  case markup
  /// Escaped for tmux's status line.
  case tmux
  /// One line of at most so many columns.
  case width(Int)

  /// Maximum styles of one value; each nesting of JSON doubles the backslashes.
  static let most = 4

  private static let named: KeyValuePairs<String, TemplateStyle> = [
    "json": .json, "markup": .markup, "tmux": .tmux,
  ]

  /// The names, for messages.
  package static let names = named.map(\.key).joined(separator: ", ") + " or a number of columns"

  /// Parses the text after a colon.
  init?(_ text: Substring) {
    let width = Int(text).flatMap { (1...10_000).contains($0) ? TemplateStyle.width($0) : nil }
    let known = Self.named.first { $0.key == text }?.value
    guard let style = known ?? width else { return nil }
    self = style
  }

  /// Makes a text printable, then applies styles in order.
  package static func apply(_ styles: [TemplateStyle], to text: String) -> String {
    // JSON escapes line ends.
    let hasWidth = styles.contains { if case .width = $0 { true } else { false } }
    let plain = text.printable(
      keepingNewlines: styles.contains(.json), keepingGraphemes: !hasWidth)
    return styles.reduce(plain) { $1.applied(to: $0) }
  }

  private func applied(to text: String) -> String {
    switch self {
    case .json: JSONValue.string(text).json
    case .markup:
      Self.escapes.reduce(text) { $0.replacingOccurrences(of: $1.plain, with: $1.escaped) }
    case .tmux: text.replacingOccurrences(of: "#", with: "##")
    case .width(let columns): TextLayout.truncate(text, columns: columns)
    }
  }

  private static let escapes: [(plain: String, escaped: String)] = [
    ("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;"), ("'", "&#39;"),
  ]
}
