import Foundation
import InboxCore
import InboxTestSupport
import Testing

@Suite struct UUIDv7Tests {
  @Test func `an id is a UUID of version 7 that begins with its moment`() throws {
    let ids = (0..<200).map { _ in UUIDv7.string(at: .testing) }
    #expect(Set(ids).count == 200)
    for id in ids {
      // 1 769 860 800 000 ms.
      #expect(id.hasPrefix("019c13ec-9e00-7"))
      #expect("89ab".contains(Array(id)[19]))
      #expect(UUID(uuidString: id)?.uuidString.lowercased() == id)
    }
  }

  @Test func `a later moment gives an id that sorts later`() {
    let ids = (0..<50).map { UUIDv7.string(at: .testing(Double($0))) }
    #expect(ids == ids.sorted())
  }
}

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
