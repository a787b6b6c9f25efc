import ArgumentParser
import Foundation
import InboxCore
import InboxPayloads
import InboxSettings
import InboxTestSupport
import InboxText
import Testing

@testable import InboxUI
@testable import bellboard

/// What a door has acknowledged can be read: in the reader, by `show` and in an export.
///
/// So it is after other pushes were folded over it. What cannot be stored is refused by the name of its
/// field.
@Suite(.serialized, .waiting) struct KeptAndSeenTests {
  @Test func `every text that a door takes can be read`() throws {
    var counts: [Door: Int] = [:]
    Fuzz.run("kept and seen", atLeast: 400) { random in
      let inbox = try Inbox.inMemory(
        configuration: .testing(
          foldRepeats: random.pick([.identical, .identical, .title, .off])))
      let service = try DoorService(inbox)
      var sent: [SentMessage] = []
      for number in 0..<Int.random(in: 1...5, using: &random) {
        let message = SentMessage(
          number, by: random.pick(Door.allCases), after: sent.last, using: &random)
        try message.door.deliver(message, to: service)
        counts[message.door, default: 0] += 1
        sent.append(message)
      }
      let words = sent.flatMap(\.words)
      for (place, text) in try Reading.all(of: inbox) {
        for word in words where !text.contains(word) {
          Issue.record("\(place) lacks '\(word)' of \(sent.map(\.summary)):\n\(text)")
          return
        }
      }
    }
    #expect(Set(counts.keys) == Set(Door.allCases))
  }

  @Test func `what cannot be stored is refused by the name of its field`() {
    let wrong: [(name: String, value: JSONValue)] = [
      ("title", .integer(5)), ("body", .array([])), ("tags", .object(["a": "x"])),
      ("categories", .integer(7)), ("conversion_tags", .array([.integer(1)])),
      ("thread", .bool(true)), ("priority", .array([])),
      ("attachments", .string("x")), ("attachments", .array([.object(["name": "x"])])),
      ("tap", .string("x")), ("actions", .array([.object(["url": "x"])])), ("url", .object([:])),
      ("sent_at", "yesterday"), ("starts_at", .bool(false)), ("progress", "half"),
      ("id", .object([:])), ("fold", .array([])), ("badge", "three"), ("custom", Self.deep),
    ]
    for (name, value) in wrong {
      var fields: [String: JSONValue] = ["title": "T", "body": "B"]
      fields[name] = value
      let record = PayloadDecoder().decode(Array(JSONValue.object(fields).json.utf8)).first
      guard case .failure(let error)? = record?.result else {
        Issue.record("\(name) was taken as \(value.json.prefix(40))")
        continue
      }
      switch error {
      case .badField(let field, _, _), .missingField(let field, _): #expect(field.hasPrefix(name))
      case .tooDeep: #expect(name == "custom")
      default: Issue.record("\(name): \(error)")
      }
    }
  }

  @Test func `each door names fields of the one table, or says which it leaves out`() {
    // The image of a template becomes an attachment.
    #expect(Set(WebhookVendor.fieldNames).subtracting(FieldTable.names) == ["image"])
    let help = PayloadOptions.helpMessage()
    // By flags of another name, or by arguments, or by another command.
    let others = [
      "categories": "--category", "tags": "--tag", "conversion_tags": "--conversion-tag",
      "attachments": "--attach", "actions": "--action", "tap": "--tap-thread",
      "format": "--markdown", "delivery": "--silent",
    ]
    let leftOut: Set = ["v", "replaces_id", "title", "body", "badge", "asks", "partial"]
    for name in FieldTable.names where !leftOut.contains(name) {
      let flag = others[name] ?? "--" + name.replacing("_", with: "-")
      #expect(help.contains("\(flag) ") || help.contains("\(flag)\n"), "\(name)")
    }
  }

  private static let deep = (0..<80).reduce(JSONValue.string("end")) { value, _ in .array([value]) }
}

/// Everything that can be read of an inbox, by the place where it is.
private enum Reading {
  static func all(of inbox: Inbox) throws -> [(place: String, text: String)] {
    let messages = try inbox.stored()
    let export = messages.map { MessageJSON($0, as: .export).text }.joined(separator: "\n")
    let sheets = messages.map { MessageSheet(message: $0, now: .testing, zone: nil).text }
    return [
      ("export", export), ("show", sheets.joined(separator: "\n")),
      ("the reader", try messages.map(reader).joined(separator: "\n")),
      ("the taken-back export", try takenBack(export, of: messages)),
    ]
  }

  /// The reader with everything open, as a person scrolls through it.
  private static func reader(_ message: Message) throws -> String {
    var state = UIState(size: Size(columns: 120, rows: 4_000), zone: .gmt)
    state.showReader(message.number)
    let request = FetchMessages([message.number], for: .reader)
    _ = state.update(.answered(request, [message]), at: .testing)
    for name in ["z", "e"] { _ = state.update(.key(try Key(name: name)), at: .testing) }
    return ReaderScreen.lines(state, rows: state.areas.contentRows, at: .testing, in: .gmt)
      .map { $0.spans.map(\.text).joined() }.joined(separator: "\n")
  }

  /// The export of an inbox that has imported this one.
  private static func takenBack(_ export: String, of messages: [Message]) throws -> String {
    let inbox = try Inbox.testing()
    let records = PayloadDecoder(purpose: .import).decode(Array(export.utf8))
    let payloads = try records.map { try $0.result.get() }
    _ = try inbox.importMessages(payloads)
    var lines: [String] = []
    try inbox.exportMessages { lines.append(MessageJSON($0, as: .export).text) }
    return lines.joined(separator: "\n")
  }
}
