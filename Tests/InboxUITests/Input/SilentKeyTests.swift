import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

/// Keys that find nothing to do say so.
@Suite struct SilentKeyTests {
  @Test(arguments: [
    ("m", "No message to mark read"), ("p", "No message to pin"), ("d", "No message to delete"),
    ("a", "No message to act on"), ("y", "No message to copy"), ("Y", "No message to copy"),
    ("|", "No message to pipe"), ("Space", "No message to mark"), ("V", "No message to mark"),
    ("o", "No message to open"), ("Enter", "No message to show"), ("t", "The list is empty"),
    ("j", "The list is empty"), ("G", "The list is empty"), ("Tab", "The list is empty"),
    ("z a", "The list is empty"), ("z R", "The list is empty"), ("<", "No message to preview"),
    ("s", "No message to snooze"), ("D", "The list is empty"), ("x", "The list is empty"),
    ("M", "The list is empty"), ("3 d", "No message to delete"),
    ("5 j", "The list is empty"), ("H", "The list is empty"), ("3 L", "The list is empty"),
  ])
  func `an empty list answers by name`(_ keys: String, _ answer: String) {
    let inbox = ScreenDriver(count: 0, size: Size(columns: 160, rows: 24)).pressing(keys)
    #expect(inbox.status == answer)
    #expect(inbox.screen == .list)
  }

  @Test(arguments: [
    ("d", "No message to delete forever"), ("z z", "No message to restore"),
    ("y", "No message to copy"), ("Enter", "No message to show"),
  ])
  func `so does an empty trash`(_ key: String, _ answer: String) {
    #expect(ScreenDriver(count: 2).pressing("T", key).status == answer)
  }

  @Test func `so does a filter that lets nothing through`() {
    let inbox = ScreenDriver(count: 2).running("filter is:pinned", then: "V")
    #expect(inbox.status == "No message to mark")
  }

  @Test(arguments: ["Z", "?", "F5", "C-x"])
  func `a key that means nothing in a menu is named, and the menu stays`(_ key: String) {
    var inbox = ScreenDriver(count: 2).pressing("S", key)
    #expect(inbox.status == "\(key) is not bound")
    #expect(inbox.menu != nil)
    #expect(inbox.after("j").status == nil)
  }

  @Test(arguments: [":", "/", "F"])
  func `a key that means nothing in a line is named beside it`(_ opening: String) {
    var inbox = ScreenDriver(count: 2).pressing(opening, "F5")
    #expect(inbox.text.contains("F5 is not bound"))
    #expect(!inbox.after(typing: "a").text.contains("F5 is not bound"))
  }

  @Test(arguments: ["D", "M", "g s z c e"])
  func `no to a question, and any other key, says that nothing was done`(_ keys: String) {
    for other in ["n", "Esc", "j", "F5"] {
      let inbox = ScreenDriver(count: 2).pressing(keys, other)
      #expect(inbox.status == "Nothing changed")
      #expect(inbox.question == nil)
    }
  }

  @Test func `the end of the preview and a redraw are told`() {
    var inbox = ScreenDriver(count: 2, size: Size(columns: 160, rows: 24)).waiting(1)
    #expect(inbox.after("C-e").status == "The preview is at its end")
    #expect(inbox.after("{").status == "The preview is at its top")
    #expect(inbox.after("C-l").status == "Redrawn")
  }
}
