import InboxTestSupport
import Testing

@testable import InboxCore

/// The glyph of a message whose sender set none, by its tags.
@Suite struct TagEmojiTests {
  private func payload(
    _ tags: [String]?, glyph: Payload.Field<String> = .absent, id: String = "a"
  ) -> Payload {
    Payload(title: "Disk full", id: id, tags: tags).with { $0.glyph = glyph }
  }

  private func glyph(after payloads: [Payload], rules: [Rule] = []) throws -> String? {
    let inbox = try Inbox.testing()
    inbox.update(configuration: .testing().with { $0.rules = rules })
    try inbox.push(payloads, defaultSource: "cli")
    return try inbox.message(1)?.glyph
  }

  @Test(arguments: [(["fire"], "🔥"), (["ops", "warning", "fire"], "⚠"), (["ops"], nil), ([], nil)])
  func `a tag with an emoji gives the glyph`(tags: [String], expected: String?) throws {
    #expect(try glyph(after: [payload(tags)]) == expected)
  }

  @Test func `a glyph of the sender's stays, and one that is cleared is none`() throws {
    #expect(try glyph(after: [payload(["fire"], glyph: .set("✔"))]) == "✔")
    #expect(try glyph(after: [payload(["fire"], glyph: .cleared)]) == nil)
    #expect(try glyph(after: [payload(nil, glyph: .set("✔")), payload(["fire"])]) == "✔")
  }

  @Test func `it changes with the tags, and stays without news of them`() throws {
    #expect(try glyph(after: [payload(["fire"]), payload(["warning"])]) == "⚠")
    #expect(try glyph(after: [payload(["fire"]), payload(["ops"])]) == nil)
    #expect(try glyph(after: [payload(["fire"]), payload(nil)]) == "🔥")
  }

  @Test func `a tag that a rule adds counts like one of the sender's`() throws {
    let rule = Rule(name: "r", actions: RuleActions(addedTags: ["fire"]))
    #expect(try glyph(after: [payload(nil)], rules: [rule]) == "🔥")
    #expect(try glyph(after: [payload(nil, glyph: .set("✔"))], rules: [rule]) == "✔")
  }

  @Test func `an import of tags without a glyph has it too`() throws {
    let inbox = try Inbox.testing()
    _ = try inbox.importMessages([payload(["fire"])])
    #expect(try inbox.message(1)?.glyph == "🔥")
  }
}
