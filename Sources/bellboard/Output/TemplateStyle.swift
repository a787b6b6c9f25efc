import InboxText
import Foundation
import InboxCore
import InboxUI

/// How a value of a template is written: cut to a width, or made safe for where it goes.
enum TemplateStyle: Sendable, Hashable {
  /// A JSON string with its quotes.
  case json
  /// Text for Pango and XML, as waybar and i3blocks take it.
  case markup
  /// Text for a status line of tmux.
  case tmux
  /// One line of at most so many columns.
  case width(Int)

  /// The styles that have a name.
  private static let named: KeyValuePairs<String, TemplateStyle> = [
    "json": .json, "markup": .markup, "tmux": .tmux,
  ]

  /// The names, for messages.
  static let names = named.map(\.key).joined(separator: ", ") + " or a number of columns"

  /// Reads what stands behind a colon.
  init?(_ text: Substring) {
    if let style = Self.named.first(where: { $0.key == text })?.value {
      self = style
    } else if let columns = Int(text), (1...10_000).contains(columns) {
      self = .width(columns)
    } else {
      return nil
    }
  }

  /// The text in all these styles, one after the other, printable before all else.
  static func apply(_ styles: [TemplateStyle], to text: String) -> String {
    // In JSON a line end is as good as any character.
    let plain = text.printable(keepingNewlines: styles.contains(.json))
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
