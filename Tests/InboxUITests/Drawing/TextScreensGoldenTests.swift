import Foundation
import InboxCore
import InboxTestSupport
import InboxUI
import Testing

/// Reader, help and empty lists as a person sees them.
@Suite struct TextScreensGoldenTests {
  private static let sizes = Size.recorded + [Size(columns: 120, rows: 40)]

  /// A reader on the only message of its list.
  private func reading(_ message: Message?, size: Size) -> UIState {
    let row = MessageRow(number: 7, source: "ntfy/ops", sortDate: .testing)
    var state = UIState.listing([row], size: size)
    state.press("Enter", at: .testing(7_200))
    if let message { state.receive(message) }
    return state
  }

  private var message: Message {
    var message = Message.make(
      7, id: "b-17", source: "ntfy/ops", title: "バックアップ終了 on atlas, the machine in the cellar",
      body: """
        42 GB copied in 12 minutes, see https://backup.example.org/runs/2026-01-31/atlas/log?full=1.

        警告: ディスクの残りは僅かです。次の実行は03:00です。詳しくは https://example.org/次 を見て。
        \u{1B}[31mred\u{1B}[0m, \u{202E}reversed, 👩‍💻 and e\u{301}, a tab\tand \u{E0A0} main.

        """ + (1...40).map { "  step \($0) done" }.joined(separator: "\n"),
      priority: .high, status: .read)
    message.glyph = "💾"
    message.categories = ["ops", "nightly"]
    message.tags = ["green", "atlas"]
    message.thread = "backups"
    message.expiresAt = .testing(90_000)
    message.tap = .url("https://backup.example.org/runs/2026-01-31")
    message.actions = [MessageAction(id: "a", label: "Run again", url: "myapp:again")]
    message.attachments = [Attachment(name: "log.txt", url: "https://example.org/log", size: 4_200)]
    return message
  }

  @Test(arguments: sizes) func `a long message from its top`(size: Size) throws {
    try reading(message, size: size).checkGolden("reader")
  }

  @Test(arguments: sizes) func `a long message at its end`(size: Size) throws {
    var state = reading(message, size: size)
    state.press("Space", "G", at: .testing(7_200))
    try state.checkGolden("reader-end")
  }

  @Test(arguments: sizes) func `a message that is not there yet`(size: Size) throws {
    try reading(nil, size: size).checkGolden("reader-loading")
  }

  @Test(
    arguments: sizes,
    [("help-most-used", ["?"]), ("help", ["?", "?"]), ("help-marks", ["?", "?", "G"])])
  func `help has the most used keys, then all of the list, then what the marks of a row mean`(
    size: Size, screen: (name: String, keys: [String])
  ) throws {
    var state = UIState(size: size)
    for key in screen.keys { state.press(key, at: .testing(7_200)) }
    try state.checkGolden(screen.name)
  }

  /// An inbox without notifications, a filter that lets nothing through, a trash without messages.
  @Test(
    arguments: sizes,
    [("empty", ""), ("empty-filtered", "is:unread source:ntfy/*"), ("empty-trash", "is:deleted")])
  func `a list without messages says why`(
    size: Size, screen: (name: String, filter: String)
  ) throws {
    let filter = try MessageFilter(parsing: screen.filter, now: .testing, timeZone: .gmt)
    try empty(filter, size: size).checkGolden(screen.name)
  }

  private func empty(_ filter: MessageFilter, size: Size) -> UIState {
    let query = MessageQuery(filter: filter)
    var state = UIState(size: size, query: query, filterText: filter.text)
    state.environment.preferences.firstSteps = [
      FirstStep("bellboard push \"hello\"", "put a message here"),
      FirstStep("bellboard demo", "try the keys on a throw-away inbox"),
      FirstStep("eval \"$(bellboard hook bash)\"", "be told when a long command ends"),
      FirstStep("bellboard setup", "receive from other programs"),
    ]
    _ = state.start()
    state.send(.snapshot(InboxSnapshot(query: query)))
    return state
  }
}
