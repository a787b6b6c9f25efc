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
