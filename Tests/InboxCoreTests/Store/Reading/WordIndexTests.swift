import Foundation
import GRDB
import InboxTestSupport
import InboxText
import Testing

@testable import InboxCore

/// The pages of the full-text index, with fts5vocab as the oracle.
@Suite struct WordIndexTests {
  private let inbox: Inbox

  init() throws {
    inbox = try .testing(maximumCount: 0)
    try inbox.store.write { database in
      try database.execute(
        sql: "CREATE VIRTUAL TABLE temp.word USING fts5vocab (main, message_text, row)")
    }
  }

  private func push(_ titles: some Sequence<String>) throws {
    _ = try inbox.push(titles.map { Payload.make($0) }, defaultSource: "test")
  }

  private func expectAgreement(_ prefixes: [String]) throws {
    try inbox.store.read { database in
      let index = try #require(try WordIndex(database))
      for prefix in prefixes {
        let expected = try String.fetchAll(
          database, sql: "SELECT term FROM word WHERE term >= ? AND term < ? ORDER BY term",
          arguments: [prefix, prefix + "\u{10FFFF}"])
        #expect(try index.words(beginningWith: prefix, limit: 100_000) == expected, "\(prefix)")
        let few = try index.words(beginningWith: prefix, limit: 5)
        #expect(few == (expected.count > 5 ? nil : expected), "\(prefix)")
      }
    }
  }

  @Test func `an index without a word has none`() throws {
    try expectAgreement(["", "a"])
  }

  @Test(arguments: 0..<4) func `words are those of the index, however many parts it has`(
    _ seed: UInt64
  ) throws {
    var random = SeededRandom(seed: seed)
    let syllables = ["a", "di", "disk", "fu", "ll", "é", "日本", "ß", "7", "70", "zz", "x"]
    func word() -> String {
      (0..<Int.random(in: 1...4, using: &random)).map { _ in random.pick(syllables) }.joined()
    }
    // Each push is a part of its own until FTS5 merges some; the longest have many pages.
    for size in [1, 30, 3, 2_000, 1, 1, 400, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 5] {
      try push((0..<size).map { _ in "common " + word() + " " + word() })
    }
    let found = try inbox.store.read { database in
      try Int.fetchOne(database, sql: "SELECT count(DISTINCT segid) FROM message_text_idx") ?? 0
    }
    #expect(found > 1)
    try expectAgreement(
      ["", "c", "common", "commonx", "d", "disk", "diskdisk", "e", "日", "zzzzz", "7", "nobody"]
        + (0..<40).map { _ in word() })
  }

  @Test func `words are found behind one that is in every message`() throws {
    try push((0..<4_000).map { "every \($0.isMultiple(of: 1_000) ? "rare\($0)" : "other")" })
    try inbox.store.write { database in
      try database.execute(
        sql: "INSERT INTO message_text (message_text) VALUES ('optimize')")
    }
    try expectAgreement(["every", "everyone", "f", "other", "p", "rare", "rare1", "s"])
  }

  @Test func `an index that is half merged has all its words`() throws {
    for part in 0..<12 { try push((0..<300).map { "every word\(part)x\($0)" }) }
    for _ in 0..<6 {
      try inbox.store.write { database in
        try database.execute(
          sql: "INSERT INTO message_text (message_text, rank) VALUES ('merge', 4)")
      }
      try expectAgreement(["every", "word1", "word11x", "word3x29", "word9x299", "x"])
    }
  }

  @Test func `a format that is not known is not read`() throws {
    try push(["disk", "diskette"])
    try inbox.store.write { database in
      #expect(try WordIndex(database) != nil)
      try database.execute(
        sql: "UPDATE message_text_data SET block = x'00000000ff00000100' WHERE id = 10")
      #expect(try WordIndex(database) == nil)
    }
  }
}
