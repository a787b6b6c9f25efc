import Foundation
import InboxCore
import InboxTestSupport
import InboxUI
import Testing

/// The filters that one key goes through.
struct FilterPresetTests {
  private func filters(_ inbox: inout ScreenDriver, presses: Int) -> [String] {
    (0..<presses).map { _ in
      inbox.press("f")
      return inbox.state.list.filterText
    }
  }

  @Test func `without a choice they are unread, pinned, deleted and all`() {
    var inbox = ScreenDriver(count: 2)
    #expect(
      filters(&inbox, presses: 5) == ["is:unread", "is:pinned", "is:deleted", "", "is:unread"])
  }

  @Test func `those that were chosen come in their order, also from a typed one`() {
    var inbox = ScreenDriver(count: 2)
    inbox.state.environment.preferences.filters = ["source:cli thread:a", "is:unread", ""]
    #expect(filters(&inbox, presses: 3) == ["source:cli thread:a", "is:unread", ""])
    inbox.press("F")
    inbox.send(.pasted("thread:b"))
    inbox.press("Enter")
    #expect(inbox.state.list.filterText == "thread:b")
    #expect(filters(&inbox, presses: 2) == ["source:cli thread:a", "is:unread"])
    #expect(inbox.state.list.query.filter == .unread)
  }

  @Test func `a day is that of the moment when its filter is shown`() throws {
    var inbox = ScreenDriver(count: 0)
    inbox.state.environment.preferences.filters = ["", "before:today"]
    inbox.press("f")
    let before = inbox.state.list.query.filter
    inbox.now += 86_400
    #expect(filters(&inbox, presses: 2) == ["", "before:today"])
    #expect(inbox.state.list.query.filter != before)
  }

  @Test func `without any the key does nothing`() {
    var inbox = ScreenDriver(count: 2)
    inbox.state.environment.preferences.filters = []
    #expect(inbox.press("f") == [])
  }
}
