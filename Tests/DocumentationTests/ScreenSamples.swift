import InboxUI
import Testing

/// The samples of the screen's pages, compiled and run as they stand there.
@Suite("samples of the screen")
struct ScreenSamples {
  @Test func `the nine values make a theme`() {
    // sample
    let looks = InboxUIConfiguration(
      unread: .custom(
        background: .default, title: .indexed(15), message: .default, time: .indexed(6),
        titleAttributes: .bold, messageAttributes: [], timeAttributes: .italic,
        titleLines: 4, messageLines: 6),
      placeholder: "✉", empty: EmptyTexts(none: "No notifications found"))
    let state = UIState(size: Size(columns: 0, rows: 0), theme: looks.theme())
    // end
    #expect(state.theme.unread.titleLines == 4)
  }
}
