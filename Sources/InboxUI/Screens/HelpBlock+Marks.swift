import InboxCore

extension HelpBlock {
  /// What the marks of a row mean, in the words and signs of a theme.
  static func marks(in theme: Theme) -> HelpBlock {
    let looks = [
      (theme.look(of: .unread).mark, "An unread message."),
      (theme.look(of: .read).mark, "A message that was read."),
    ]
    let statuses = looks.filter { $0.0.contains { $0 != " " } }.map { HelpRow($0.0, $0.1) }
    return HelpBlock(heading: "Marks of a message", rows: statuses + others)
  }

  private static let others = [
    HelpRow("*", "It is selected."),
    HelpRow("!", "Its priority is high."),
    HelpRow("!!", "Its priority is the highest."),
    HelpRow("⚑", "It is pinned on top."),
    HelpRow("?", "It asks, and waits for an answer."),
    HelpRow("✓", "It was answered."),
    HelpRow("+1", "It has so many attachments."),
    HelpRow("»2", "It offers so many actions."),
    HelpRow("…", "Of a title: the rest of it has not come yet."),
    HelpRow("⏾", "It is snoozed until then."),
    HelpRow("◷", "It is scheduled for then."),
    HelpRow("⊘", "Its time is over."),
  ]
}
