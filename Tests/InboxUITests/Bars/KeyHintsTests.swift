import Foundation
import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

/// The keys that the bottom line names.
struct KeyHintsTests {
  private func hints(_ inbox: ScreenDriver) -> String {
    inbox.state.frame(at: inbox.now, in: .gmt).lines.last?.text ?? ""
  }

  private func wide(count: Int) -> ScreenDriver {
    ScreenDriver(count: count, size: Size(columns: 120, rows: 24))
  }

  @Test func `the list tells how to quit, a thread how to leave it`() {
    var inbox = wide(count: 2)
    #expect(hints(inbox).contains("q quit  ? help"))
    inbox.revise(2) { $0.thread = .set("deploys") }
    inbox.press("t")
    #expect(inbox.state.screen == .thread)
    #expect(hints(inbox).contains("t back  ? help"))
    #expect(!hints(inbox).contains("quit"))
  }

  @Test func `a program around the inbox has its own word for the way back, and only it`() {
    var inbox = wide(count: 1)
    inbox.state.embedding = HostOptions(doneLabel: "to the mail")
    #expect(hints(inbox).contains("? help  q to the mail"))
    #expect(!hints(inbox).contains("quit"))
    inbox.state.embedding = HostOptions(doneLabel: nil)
    #expect(hints(inbox).contains("f filter  ? help"))
  }

  @Test func `the reader names what its message has, and what the key would make of it`() {
    var inbox = wide(count: 2)
    inbox.revise(2) {
      $0.tap = .set(.url("https://example.org"))
      $0.actions = .set(["a", "b"].map { MessageAction(id: $0, label: $0) })
    }
    inbox.press("Enter")
    #expect(hints(inbox).contains("q back  o open  a actions  J next"))
    #expect(hints(inbox).contains("m unread"))
    inbox.press("m")
    #expect(hints(inbox).contains("m read"))
    inbox.press("J")
    #expect(hints(inbox).contains("q back  J next"))
  }

  @Test func `answers are named once`() {
    var inbox = wide(count: 1)
    inbox.revise(1) { $0.ask(["Yes", "No"]) }
    inbox.press("Enter")
    #expect(hints(inbox).contains("a answer  q back"))
    #expect(!hints(inbox).contains("actions"))
  }

  @Test func `help tells how far it is scrolled, where keys leave room for it`() {
    var inbox = wide(count: 1)
    inbox.press("?")
    #expect(hints(inbox).hasSuffix(" top"))
    inbox.press("G")
    #expect(hints(inbox).hasSuffix(" bot"))
    inbox.send(.resized(Size(columns: 20, rows: 5)))
    #expect(hints(inbox).hasPrefix(" C-f page  q back"))
  }
}
