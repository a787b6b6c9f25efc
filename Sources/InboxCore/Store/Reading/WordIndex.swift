import Foundation
import GRDB

/// A lookup of the full-text index's words by prefix.
///
/// FTS5 offers words in order too (fts5vocab), but to reach the first one it scans all rows of the
/// word before: some milliseconds where that word is in every message. The leaf pages list their
/// words at their end; their format is that of "FTS5 Data Structures" in SQLite's manual.
struct WordIndex {
  private let database: Database
  private let segments: [Segment]

  /// A segment of the index, sorted by word; there are several until FTS5 merges them.
  private struct Segment {
    var id: Int
    /// Pages before this one have been merged and removed.
    var firstPage: Int
  }

  /// Reads the list of segments; nil for an unknown format.
  init?(_ database: Database) throws {
    let block = try Self.block(10, in: database)
    guard let segments = block.flatMap(Self.segments) else { return nil }
    self.database = database
    self.segments = segments
  }

  /// The words with a prefix, in order; nil when they are more than `limit`.
  func words(beginningWith prefix: String, limit: Int) throws -> [String]? {
    // A byte before each term distinguishes words from indexed prefixes.
    let start = [UInt8(ascii: "0")] + prefix.utf8
    var found: Set<String> = []
    for segment in segments {
      for page in try pages(of: segment, from: start) {
        guard let terms = try terms(ofPage: page, of: segment) else { return nil }
        for term in terms where term.starts(with: start) {
          found.insert(String(decoding: term.dropFirst(), as: UTF8.self))
        }
        guard found.count <= limit else { return nil }
      }
    }
    return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The pages that may contain terms with a prefix: the one with its position, and those that
  /// begin with it.
  private func pages(of segment: Segment, from start: [UInt8]) throws -> [Int] {
    let statement = try database.cachedStatement(
      sql: """
        SELECT max(pgno / 2, ?2) FROM (
          SELECT pgno FROM message_text_idx WHERE segid = ?1 AND term <= ?3
          ORDER BY term DESC LIMIT 1)
        UNION
        SELECT pgno / 2 FROM message_text_idx
        WHERE segid = ?1 AND term > ?3 AND term < ?4 AND pgno / 2 >= ?2
        ORDER BY 1
        """)
    return try Int.fetchAll(
      statement,
      arguments: [segment.id, segment.firstPage, Data(start), Data(start + [0xFF])])
  }

  /// The terms of a leaf page; nil when it is damaged.
  private func terms(ofPage page: Int, of segment: Segment) throws -> [[UInt8]]? {
    guard let block = try Self.block(segment.id << 37 &+ page, in: database) else { return nil }
    return Self.terms(of: block)
  }

  private static func block(_ id: Int, in database: Database) throws -> FTS5Bytes? {
    let statement = try database.cachedStatement(
      sql: "SELECT block FROM message_text_data WHERE id = ?")
    return try Data.fetchOne(statement, arguments: [id]).map { FTS5Bytes(bytes: [UInt8]($0)) }
  }
}

extension WordIndex {
  /// Reads the structure record.
  private static func segments(_ block: FTS5Bytes) -> [Segment]? {
    var block = block
    // A cookie comes first. Contentless tables of later versions have another format here.
    block.offset = 4
    guard let levels = block.readInteger(), block.readInteger() != nil, block.readInteger() != nil,
      levels < 64
    else { return nil }
    var segments: [Segment] = []
    for _ in 0..<levels {
      guard block.readInteger() != nil, let count = block.readInteger(), count <= 2_000 else {
        return nil
      }
      for _ in 0..<count {
        guard let id = block.readInteger(), let first = block.readInteger(),
          block.readInteger() != nil
        else { return nil }
        segments.append(Segment(id: id, firstPage: first))
      }
    }
    return block.isAtEnd ? segments : nil
  }

  /// Reads the terms of a leaf page: the footer has their offsets; each but the first on the page
  /// shares a prefix with the one before.
  private static func terms(of page: FTS5Bytes) -> [[UInt8]]? {
    var footer = page
    guard page.bytes.count >= 4 else { return nil }
    footer.offset = Int(page.bytes[2]) << 8 | Int(page.bytes[3])
    var terms: [[UInt8]] = []
    var position = page
    position.offset = 0
    while !footer.isAtEnd {
      guard let step = footer.readInteger(), step <= page.bytes.count else { return nil }
      position.offset += step
      var term = position
      let kept = terms.isEmpty ? 0 : term.readInteger()
      guard let kept, let new = term.readInteger(), kept <= terms.last?.count ?? 0,
        let bytes = term.read(new)
      else { return nil }
      terms.append(Array((terms.last ?? [])[..<kept]) + bytes)
    }
    return terms
  }
}

/// A reader of the bytes of the full-text index.
private struct FTS5Bytes {
  let bytes: [UInt8]
  var offset = 0

  var isAtEnd: Bool { offset >= bytes.count }

  /// Reads a variable-length integer: seven bits a byte, the highest first; nil beyond the end or
  /// above eight bytes, which no number here has.
  mutating func readInteger() -> Int? {
    var value = 0
    for _ in 0..<8 {
      guard offset < bytes.count else { return nil }
      let byte = bytes[offset]
      offset += 1
      value = value << 7 | Int(byte & 0x7F)
      if byte < 0x80 { return value }
    }
    return nil
  }

  /// Reads bytes; nil beyond the end.
  mutating func read(_ count: Int) -> ArraySlice<UInt8>? {
    guard (0...bytes.count - offset).contains(count) else { return nil }
    defer { offset += count }
    return bytes[offset..<offset + count]
  }
}
