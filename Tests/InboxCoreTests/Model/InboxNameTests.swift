import InboxCore
import Testing

@Suite struct InboxNameTests {
  @Test(arguments: [
    "default", "a", "7", "work.2026", "x-y_z.", "0.", String(repeating: "x", count: 64),
  ])
  func `small letters, digits and marks after the first make a name`(_ text: String) throws {
    #expect(try InboxName(text).description == text)
  }

  @Test(arguments: [
    "", ".", "..", ".hidden", "-x", "_x", "a/b", "../x", "a b", "Upper", "é", "a\u{0}b", "a\n",
    "a\u{301}", "a:b", String(repeating: "x", count: 65),
  ])
  func `anything else is refused with the name as it was`(_ text: String) {
    #expect(throws: InboxError.badInboxName(text)) { try InboxName(text) }
  }
}
