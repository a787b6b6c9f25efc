import InboxText
import Testing

@testable import InboxCore

/// Ids of folded messages, keys of subjects, and their base32.
@Suite struct ExchangeIdentityTests {
  @Test func `base32 is that of RFC 4648`() {
    let texts = ["", "MY", "MZXQ", "MZXW6", "MZXW6YQ", "MZXW6YTB", "MZXW6YTBOI"]
    for (count, text) in texts.enumerated() {
      #expect(Base32.text("foobar".utf8.prefix(count), upTo: 99, in: Base32.upper) == text)
    }
    #expect(Base32.text("foobar".utf8, upTo: 3, in: Base32.lower) == "mzx")
  }

  @Test func `a fold id is the same on each machine and in each version`() throws {
    let id = FoldID(source: "ci", key: "job", number: 0)
    #expect(id.description == "fold-\(id.hash)-0" && id.hash.utf8.count == 26)
    #expect(FoldID(id.description) == id)
    #expect(id.description == "fold-dlbm7uotwiilgt6ev3zz7e3nui-0")
    #expect(FoldID(source: "cij", key: "ob", number: 0) != id)
    #expect(id.description.utf8.count + 20 <= Payload.identifierLength.upperBound)
  }

  @Test(arguments: [
    "", "fold-", "fold-x-0", "build-1", "fold-aaaaaaaaaaaaaaaaaaaaaaaaaa",
    "fold-aaaaaaaaaaaaaaaaaaaaaaaaaa-", "fold-aaaaaaaaaaaaaaaaaaaaaaaaaa--1",
    "fold-aaaaaaaaaaaaaaaaaaaaaaaaaa-01", "fold-AAAAAAAAAAAAAAAAAAAAAAAAAA-0",
    "fold-aaaaaaaaaaaaaaaaaaaaaaaaaa-0-0",
  ]) func `other ids are no fold ids`(_ id: String) {
    #expect(FoldID(id) == nil)
  }

  @Test func `a subject key tells source and id apart`() throws {
    func key(_ source: String, _ id: String) throws -> SubjectKey {
      try SubjectKey(of: MessageIdentity(source: source, id: id)) { bytes in
        bytes + [UInt8](repeating: 1, count: 32)
      }
    }
    #expect(try key("ci", "1").text.utf8.count == SubjectKey.size)
    #expect(try key("ci", "1") != key("c", "i1"))
    #expect(try SubjectKey(key("ci", "1").text) == key("ci", "1"))
    #expect(SubjectKey("lower") == nil)
  }

  @Test func `occurrences are counted by origin, the first of a fold key too`() {
    let clock = HybridClock(milliseconds: 1, origin: ExchangeOrigin(rawValue: 1))
    func shown(_ id: String, _ counts: [Int64]) -> Int64 {
      let content = ContentRegister(
        ContentPush(["title": .string("x")]), of: MessageIdentity(source: "ci", id: id), at: clock)
      let counters = counts.map { OccurrenceCounter(generation: 0, count: $0, lastAt: 0) }
      return OccurrenceCounter.shown(counters, of: content)
    }
    let fold = FoldID(source: "ci", key: "job", number: 0).description
    #expect(shown("b1", []) == 1 && shown("b1", [1, 2]) == 4)
    #expect(shown(fold, []) == 1 && shown(fold, [1, 2]) == 3)
    #expect(shown("b1", [RegisterLimits.number.upperBound, 5]) == RegisterLimits.number.upperBound)
  }
}
