import Foundation
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
    ("asks", "yes", .bool(true)), ("custom", #"{"a":1}"#, .object(["a": .integer(1)])),
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

/// What becomes of a value that a field cannot take.
struct WrongTypeTests {
  /// A value of each kind, none of which says the same as saying nothing.
  private static let values: [JSONValue] = [
    .bool(true), .integer(5), .number(-1.5), "some text", .array([.bool(true)]),
    .object(["zzz": .bool(true)]),
  ]

  private static let shapes = [PayloadShape.bellboard] + PayloadShape.all

  /// Fields that say nothing to us.
  private static let ignored: Set<String> = [
    "mutable-content", "expires", "contentType", "messageDeleted", "messageHash", "requestId",
    "statusDirty",
  ]

  /// Values that are right, and say what holds without them.
  private static func isStandard(_ value: JSONValue, of name: String) -> Bool {
    switch name {
    case "includedInInbox", "isNotificationCenterEnabled": value == .bool(true)
    case "content-available": value == .integer(5)
    default: false
    }
  }

  @Test(arguments: shapes.indices)
  func `a value is taken, kept, noted or refused, never lost`(_ place: Int) throws {
    for rule in Self.shapes[place].rules where !Self.ignored.contains(rule.name) {
      for value in Self.values where !Self.isStandard(value, of: rule.name) {
        let field = FieldValue(name: rule.name, value: value)
        var payload = Payload()
        do {
          try rule.take(&payload, field)
          #expect(payload != Payload(), "\(field)")
        } catch let PayloadError.badField(told, _, _) {
          #expect(told.hasPrefix(rule.name), "\(field)")
        } catch let PayloadError.missingField(told, _) {
          #expect(told.hasPrefix(rule.name), "\(field)")
        }
      }
    }
  }
}
