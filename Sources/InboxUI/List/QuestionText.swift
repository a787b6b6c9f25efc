import InboxText
import InboxCore

/// A question on one line: its choices while somebody waits, later what became of it.
enum QuestionText {
  /// Most choices that are looked at; a line has room for fewer.
  private static let limit = 20
  private static let separator = " · "
  private static let asking = RowMark.asking.sign + " "

  /// The line of a row, no wider than `columns`; nil when the message asks nothing.
  static func line(of row: MessageRow, columns: Int) -> String? {
    switch row.question {
    case nil: nil
    case .answered(let label): answer(label, columns: columns)
    case .open(let labels) where row.awaitsAnswer: choices(labels, columns: columns)
    case .open: TextLayout.truncate(asking + "not answered", columns: columns)
    }
  }

  /// One sign for how it stands; nil when nobody waits and nobody answered.
  static func mark(of row: MessageRow) -> String? {
    switch row.question {
    case .answered: RowMark.answered.sign
    case .open where row.awaitsAnswer: RowMark.asking.sign
    case .open, nil: nil
    }
  }

  /// What was answered.
  static func answer(_ label: String, columns: Int) -> String {
    TextLayout.truncate(
      "\(RowMark.answered.sign) \(TextLayout.oneLine(label, columns: columns))", columns: columns)
  }

  /// All choices, however many columns they take.
  static func choices(_ labels: [String]) -> String {
    asking + labels.map { TextLayout.oneLine($0, columns: 200) }.joined(separator: separator)
  }

  /// As many whole choices as fit, and a `…` for the others.
  static func choices(_ labels: [String], columns: Int) -> String {
    let rest = separator + TextLayout.ellipsis
    var text = asking
    for (index, label) in labels.prefix(limit).enumerated() {
      let lead = index == 0 ? text : text + separator
      let next = lead + TextLayout.oneLine(label, columns: columns)
      let reserved = index == labels.count - 1 ? 0 : rest.columns
      guard next.columns + reserved <= columns else {
        let shown = index == 0 ? next : text
        return TextLayout.truncate(labels.count == 1 ? shown : shown + rest, columns: columns)
      }
      text = next
    }
    return labels.count > limit ? text + rest : text
  }
}
