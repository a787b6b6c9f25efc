package import InboxUI

extension Frame {
  /// The frame as text, with the resolved style of each cell by letters, and their legend.
  ///
  /// The roles of a cell are brought together as a terminal sees them: one foreground, one
  /// background and the attributes that are on. So the picture changes with the order of layers
  /// even where the highest role stays.
  package func styleGolden(in theme: Theme) -> String {
    var letters = StyleLetters()
    let grid = lines.map { line in
      let spans = line.spans.map { span in
        let style = theme.style(for: span.roles)
        let shown = span.colors.map { $0.style(over: style, at: .direct) } ?? style
        return String(repeating: letters[shown], count: span.columns)
      }
      let free = max(size.columns - line.columns, 0)
      return "|" + spans.joined()
        + String(repeating: letters[theme.style(for: line.fill)], count: free) + "|"
    }
    let text = lines.map { line in
      "|" + line.text + String(repeating: " ", count: max(size.columns - line.columns, 0)) + "|"
    }
    let parts = [["\(size.columns)×\(size.rows) in the theme \(theme.name)"] + text, grid]
    return (parts + [letters.legend]).map { $0.joined(separator: "\n") + "\n" }
      .joined(separator: "\n")
  }
}

/// A letter for each style, in the order in which they are met.
private struct StyleLetters {
  private static let all = Array(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-*/=<>")

  private var known: [(description: String, letter: Character)] = []

  /// The letter of a style; all styles beyond the alphabet share `?`.
  subscript(style: Style) -> Character {
    mutating get {
      let description = Self.describe(style)
      if let entry = known.first(where: { $0.description == description }) { return entry.letter }
      let letter = known.count < Self.all.count ? Self.all[known.count] : "?"
      known.append((description, letter))
      return letter
    }
  }

  /// One line for each letter: the style that it stands for.
  var legend: [String] { known.map { "\($0.letter) \($0.description)" } }

  /// The colors, then the attributes that are on; what no layer sets is the terminal's own.
  private static func describe(_ style: Style) -> String {
    let attributes = [
      ("bold", style.bold), ("dim", style.dim), ("italic", style.italic),
      ("underline", style.underline), ("reverse", style.reverse),
    ]
    let colors = [style.foreground, style.background].map { ($0 ?? .default).text }
    return (["\(colors[0]) on \(colors[1])"] + attributes.filter { $0.1 == true }.map(\.0))
      .joined(separator: ", ")
  }
}
