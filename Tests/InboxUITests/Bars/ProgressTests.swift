import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

@Suite struct ProgressTests {
  private var inbox = ScreenDriver(count: 3)

  @Test mutating func `a change of very many shows how far it has come, in words`() {
    let selection = MessageSelection.matching(.unread)
    let cases: [(Effect, String)] = [
      (.perform(.read, selection), "Marking 100000 messages read … 43 %"),
      (.perform(.delete, selection), "Deleting 100000 messages … 43 %"),
      (PurgeMessages(selection: selection).effect, "Deleting 100000 messages forever … 43 %"),
      (HistoryStep.undo.effect, "Undo: changing 100000 messages … 43 %"),
    ]
    for (effect, text) in cases {
      #expect(inbox.send(.progressed(effect, .init(done: 43_200, total: 100_000))).isEmpty)
      #expect(inbox.status == text)
    }
  }

  @Test mutating func `keys work while a change of very many runs, and its end is reported`() {
    inbox.holdsEffects = true
    inbox.send(.progressed(.perform(.read, .matching(.unread)), .init(done: 1, total: 50_000)))
    #expect(inbox.after("j").selected == 2)
    #expect(inbox.state.status == nil)
    inbox.send(
      .answered(
        ChangeMessages(verb: .read, selection: .matching(.unread)),
        ChangeOutcome(changedCount: 50_000)))
    #expect(inbox.status == "Marked 50000 messages read · u undo")
  }
}
