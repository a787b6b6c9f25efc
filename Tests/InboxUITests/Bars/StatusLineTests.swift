import InboxText
import Testing

@testable import InboxUI

struct StatusLineTests {
  @Test func `a text that fits stays as it is`() {
    #expect(StatusLine.fitting("all is well", columns: 11) == "all is well")
  }

  @Test func `a long path keeps its end, and the sentence stays whole`() {
    let text = "$XDG_DATA_HOME/bellboard/inboxes/office/inbox.sqlite may only be read"
    #expect(StatusLine.fitting(text, columns: 40) == "…es/office/inbox.sqlite may only be read")
    #expect(StatusLine.fitting(text, columns: 40).columns <= 40)
  }

  @Test func `another long word keeps its beginning`() {
    let text = "'\(String(repeating: "x", count: 300))' is no name"
    #expect(StatusLine.fitting(text, columns: 24) == "'xxxxxxxxxxx… is no name")
  }

  @Test(arguments: 1...30) func `whatever the width, nothing is wider`(columns: Int) {
    let text = "cannot use /a/very/long/日本語の/path and /another/long/one: 日本語日本語日本語"
    #expect(StatusLine.fitting(text, columns: columns).columns <= columns)
  }
}
