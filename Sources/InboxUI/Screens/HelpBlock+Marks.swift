import InboxCore

extension HelpBlock {
  /// What the marks of a row mean, in the words and signs of a theme.
  static func marks(in theme: Theme) -> HelpBlock {
    let looks = [
      (theme.look(of: .unread).mark, "An unread message."),
      (theme.look(of: .read).mark, "A message that was read."),
    ]
    let statuses = looks.filter { $0.0.contains { $0 != " " } }.map { HelpRow($0.0, $0.1) }
    let others = RowMark.allCases.map { HelpRow($0.sample, $0.meaning) }
    return HelpBlock(heading: "Marks of a message", rows: statuses + others)
  }
}
