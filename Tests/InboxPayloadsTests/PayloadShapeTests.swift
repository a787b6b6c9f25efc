import Testing

import InboxCore
@testable import InboxPayloads

struct PayloadShapeTests {
  @Test(arguments: (PayloadShape.all + [.bellboard]).map(\.name))
  func `no shape has two rules for one field`(name: String) throws {
    let shape = try #require((PayloadShape.all + [.bellboard]).first { $0.name == name })
    #expect(Set(shape.rules.map(\.name)).count == shape.rules.count)
  }

  @Test func `every object has a shape, and no two shapes share a name`() {
    #expect(PayloadShape.of([:]).name == "bellboard")
    #expect(Set(PayloadShape.all.map(\.name)).count == PayloadShape.all.count)
  }
}
