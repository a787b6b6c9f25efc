import InboxText
import InboxCore

/// A question on one line: its choices while it is open, then its answer.
enum QuestionText {
  /// Maximum choices to lay out; a line has room for fewer.
  private static let limit = 20
  private static let separator = " · "
  private static let asking = RowMark.asking.sign + " "
  /// The text of a question that nobody can answer any more.
  static let unanswered = RowMark.expired.sign + " not answered"
  /// The text in place of choices if the answer is typed.
  private static let reply = "type a reply"

  /// The question in at most `columns`; nil for a message without one.
  static func line(of row: MessageRow, columns: Int) -> String? {
    switch row.question {
    case nil: nil
    case .answered(let label): answer(label, columns: columns)
    case .open(let labels) where row.awaitsAnswer: choices(labels, columns: columns)
    case .open: TextLayout.truncate(unanswered, columns: columns)
    }
  }

  /// The mark of a question; nil for a message without one.
  static func mark(of row: MessageRow) -> String? {
    switch row.question {
    case .answered: RowMark.answered.sign
    case .open: row.awaitsAnswer ? RowMark.asking.sign : RowMark.expired.sign
    case nil: nil
    }
  }

  static func answer(_ label: String, columns: Int) -> String {
    TextLayout.truncate(
      "\(RowMark.answered.sign) \(TextLayout.oneLine(label, columns: columns))", columns: columns)
  }

  /// All choices, in any width.
  static func choices(_ labels: [String]) -> String {
    guard !labels.isEmpty else { return "Answer: " + reply }
    let words = labels.map { TextLayout.oneLine($0, columns: 200) }
    return "Answer: " + words.joined(separator: separator)
  }

  /// The choices that fit completely, then `…` if there are more.
  static func choices(_ labels: [String], columns: Int) -> String {
    guard !labels.isEmpty else { return TextLayout.truncate(asking + reply, columns: columns) }
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
