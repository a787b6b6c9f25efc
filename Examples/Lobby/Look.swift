import InboxUI

/// How the inbox looks in this program: nine values for each status, built in Swift.
enum Look {
  static let lobby = InboxUIConfiguration(
    unread: .custom(
      background: .default, title: .indexed(11), message: .default, time: .indexed(3),
      titleAttributes: .bold, messageAttributes: [], timeAttributes: .italic, titleLines: 2,
      messageLines: 2),
    read: .custom(
      background: .default, title: .default, message: .indexed(8), time: .indexed(8),
      titleAttributes: [], messageAttributes: .dim, timeAttributes: .dim, titleLines: 1,
      messageLines: 0),
    placeholder: "🛎",
    empty: EmptyTexts(none: "Nobody has rung"))
}
