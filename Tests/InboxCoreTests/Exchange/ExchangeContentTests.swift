import InboxText
import Testing

@testable import InboxCore

@Suite struct ExchangeContentTests {
  private static let origin = ExchangeOrigin(rawValue: 1)
  private let identity = MessageIdentity(source: "ci", id: "b1")

  private func clock(_ time: Int64) -> HybridClock {
    HybridClock(milliseconds: time, origin: Self.origin)
  }

  private func content(
    _ fields: [String: JSONValue], isPartial: Bool = false, at time: Int64
  ) -> ContentRegister {
    ContentRegister(ContentPush(fields, isPartial: isPartial), of: identity, at: clock(time))
  }

  @Test func `a part never replaces a whole, whatever its time`() {
    let whole = content(["title": "whole", "body": "text"], at: 10)
    let part = content(["title": "part", "glyph": "x"], isPartial: true, at: 20)
    let joined = part.joined(with: whole)
    #expect(joined.values == ["title": "whole", "body": "text", "glyph": "x"])
    #expect(!joined.isPartial && joined == whole.joined(with: part))
    #expect(whole.merging(ContentPush(["title": "p"], isPartial: true), at: clock(30)) == whole)
  }

  @Test func `each field is joined alone`() {
    let first = content(["title": "a", "body": "b"], at: 10)
    let title = first.merging(ContentPush(["title": "A"]), at: clock(20))
    let body = first.merging(ContentPush(["body": .null]), at: clock(15))
    #expect(title.joined(with: body).values == ["title": "A"])
  }

  @Test func `a later occurrence clears what it does not carry`() {
    let first = content(["title": "a", "glyph": "x"], at: 10)
    let next = first.occurring(ContentPush(["title": "b"]), at: clock(20))
    let glyph = first.merging(ContentPush(["glyph": "y"]), at: clock(15))
    #expect(next.joined(with: glyph).values == ["title": "b"])
    let later = first.merging(ContentPush(["glyph": "z"]), at: clock(25))
    #expect(later.joined(with: next).values == ["title": "b", "glyph": "z"])
  }

  @Test func `a purge is final for its generation`() {
    let first = content(["title": "a"], at: 10)
    let purged = first.purged(at: clock(20))
    let later = first.merging(ContentPush(["title": "b"]), at: clock(900))
    #expect(later.joined(with: purged) == purged && purged.joined(with: later) == purged)
    #expect(purged.merging(ContentPush(["title": "b"]), at: clock(900)) == purged)
    let generation = AbsentMark.generation(of: purged, mark: nil)
    let next = ContentRegister(
      ContentPush(["title": "c"]), of: identity, generation: generation, at: clock(5))
    #expect(generation == 1 && purged.joined(with: next) == next)
  }

  @Test func `a row gives timestamps to what differs`() throws {
    let first = content(["title": "a", "body": "b", "received": .integer(5)], at: 10)
    let row: [String: JSONValue] = [
      "title": "a", "tags": .array([.string("x")]), "received": .integer(5),
    ]
    let changed = try #require(first.taking(row, at: clock(20)))
    #expect(changed.values == row)
    #expect(changed.fields["title"]?.clock == clock(10))
    #expect(changed.fields["body"]?.clock == clock(20))
    #expect(changed.taking(row, at: clock(30)) == nil)
  }
}
