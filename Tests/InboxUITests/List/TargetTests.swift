import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

/// Which messages a key or a choice acts on, while the list below moves on.
struct TargetTests {
  private func number(_ number: Int64) -> MessageNumber { MessageNumber(number) }

  private func performed(_ effects: [Effect]) -> [Effect] {
    effects.filter { $0.request(ChangeMessages.self) != nil }
  }

  @Test func `a in the reader is about its message, wherever the cursor is`() {
    var inbox = ScreenDriver(count: 300) { number, payload in
      guard number == 1 else { return }
      payload.ask(["Yes", "No"])
      payload.local.status = .read
    }.running("filter is:unread", then: "j")
    inbox.send(.linked(.message(number(1))))
    #expect(inbox.after("a").menu?.title == "Message 1")
    #expect(
      inbox.press("y") == [
        ChooseAction(number: number(1), action: MessageAction(id: "yes", label: "Yes")).effect
      ])
  }

  @Test func `the menu of one message opens that one, and pipes what is marked as its key does`() {
    var inbox = ScreenDriver(count: 6) { $1.tap = .set(.url("https://\($0).org")) }
    inbox.press("Space", "Space", "Space", "a")
    let tap = Tap(number: number(3), behavior: .url("https://3.org"))
    #expect(inbox.press("o") == [DecideTaps([tap]).effect])
    #expect(inbox.state.list.marked.keys.sorted() == [number(4), number(5), number(6)])
    inbox.press("a", "|")
    #expect(inbox.state.overlays.prompt?.purpose == .pipe([number(4), number(5), number(6)]))
  }

  @Test(arguments: [("y", FetchPurpose.copyText), ("Y", .copyLink)])
  func `a message that goes below its menu takes no other with it`(
    key: String, purpose: FetchPurpose
  ) {
    var inbox = ScreenDriver(count: 3) { $1.tap = .set(.url("https://\($0).org")) }.pressing("a")
    #expect(inbox.change([3], to: .deleted).selected == number(2))
    #expect(inbox.press(key).first == .fetch([number(3)], purpose))
  }

  @Test func `marked messages decide what toggling does also when they are far away`() {
    var inbox = ScreenDriver(count: 5_000).pressing("Space", "Space", "G")
    #expect(inbox.state.list.snapshot.hasEarlier)
    let marked = MessageSelection.numbers([number(4_999), number(5_000)])
    #expect(performed(inbox.press("m")) == [.perform(.read, marked)])
    #expect(inbox.message(5_000)?.status == .read)
    inbox.press("g g", "Space", "Space", "G")
    #expect(performed(inbox.press("p")) == [.perform(.pin, marked)])
    inbox.press("g g", "Space", "Space", "G")
    #expect(performed(inbox.press("p")) == [.perform(.unpin, marked)])
  }

  @Test func `near and far marked messages decide together`() {
    var inbox = ScreenDriver(count: 5_000)
    inbox.change([1], to: .read)
    inbox.press("Space", "G", "Space")
    let unread = MessageSelection.numbers([number(5_000)])
    #expect(performed(inbox.press("m")) == [.perform(.read, unread)])
  }

  @Test func `what the store tells of a marked message is remembered with it`() {
    var inbox = ScreenDriver(count: 5_000).pressing("Space")
    inbox.change([5_000], to: .read)
    inbox.press("G")
    #expect(performed(inbox.press("m")) == [.perform(.unread, .numbers([number(5_000)]))])
  }
}
