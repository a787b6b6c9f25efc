import InboxCore
import InboxText
import Testing

@testable import InboxPayloads

/// The one table of fields that every door reads by.
@Suite struct FieldTableTests {
  @Test func `no name stands twice in a table`() {
    for shape in PayloadShape.all + [.bellboard] {
      let names = shape.rules.map(\.name)
      #expect(Set(names).count == names.count, "\(names)")
    }
  }

  @Test(arguments: [
    ("priority", "4", JSONValue.integer(4)), ("priority", "high", .string("high")),
    ("tags", "a, b c", .string("a, b c")), ("title", "1", .string("1")),
    ("asks", "yes", .bool(true)),
    ("custom", #"{"a":1}"#, .object(["a": .integer(1)])),
    ("custom", "{", .string("{")), ("sent_at", "1", .string("1")),
  ])
  func `a text becomes what the field is read from`(name: String, text: String, value: JSONValue) {
    #expect(FieldTable.value(of: text, for: name) == value)
  }

  @Test func `further names of a text fill what is empty, at each shape`() throws {
    for (name, json) in [
      ("bellboard", #"{"title":"T","message":"M"}"#),
      ("rover", #"{"isRead":false,"title":"T","text":"M"}"#),
      ("netmera", #"{"pushId":"1","title":"T","content":"M"}"#),
    ] {
      let payload = try PayloadDecoder().payload(from: JSONValue(json: json))
      #expect(payload.body.value == "M", "\(name)")
    }
  }
}
