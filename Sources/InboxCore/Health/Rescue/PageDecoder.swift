import Foundation
import GRDB

/// A row of a table or an entry of an index, read from the bytes of a page.
struct StoredRecord {
  /// The row's number; nil for an entry of an index.
  var rowID: Int64?
  /// The values, in the order of the columns.
  var values: [DatabaseValue]
}

/// A decoder of single pages, independent of the tree to which they belonged.
///
/// SQLite opens no file whose first page is damaged, and reaches no page below a damaged one of the
/// tree. Of a file without its first page SQL reads nothing, the decoder everything.
///
/// The page type is inferred from the cells, because its byte may be damaged too: a cell counts as
/// a record only when all its sizes are consistent.
struct PageDecoder {
  let pages: DatabasePages

  /// The layouts of a page's cells.
  enum Layout: CaseIterable {
    case tableLeaf, indexLeaf, indexInterior

    /// Bytes of the page's header.
    fileprivate var headerSize: Int { self == .indexInterior ? 12 : 8 }
    /// Bytes of a cell's pointer to another page.
    fileprivate var pointerSize: Int { self == .indexInterior ? 4 : 0 }
  }

  /// The cells of a page as records of one layout; nil for each invalid one.
  func records(ofPage number: Int, as layout: Layout) -> [StoredRecord?] {
    guard let page = pages.page(number) else { return [] }
    let start = number == 1 ? 100 : 0
    let first = start + layout.headerSize
    let counted = page.integer(at: start + 3, count: 2) ?? 0
    let most = (page.count - first) / 2
    return (0..<min(counted, most)).map { index in
      page.integer(at: first + 2 * index, count: 2).flatMap { record(at: $0, of: page, layout) }
    }
  }

  private func record(at offset: Int, of page: [UInt8], _ layout: Layout) -> StoredRecord? {
    var reader = VarintReader(bytes: page, position: offset + layout.pointerSize)
    guard let size = reader.next().flatMap(Int.init(exactly:)), size > 0,
      size <= pages.count * pages.size
    else { return nil }
    var rowID: Int64?
    if layout == .tableLeaf {
      guard let id = reader.next() else { return nil }
      rowID = id
    }
    guard let payload = payload(of: size, from: reader.position, of: page, layout),
      let values = Self.values(of: payload)
    else { return nil }
    return StoredRecord(rowID: rowID, values: values)
  }

  /// The payload of a record, including its overflow pages.
  private func payload(
    of size: Int, from start: Int, of page: [UInt8], _ layout: Layout
  ) -> ArraySlice<UInt8>? {
    let usable = pages.size
    let most = layout == .tableLeaf ? usable - 35 : (usable - 12) * 64 / 255 - 23
    if size <= most { return start + size <= page.count ? page[start..<start + size] : nil }
    let least = (usable - 12) * 32 / 255 - 23
    let fitting = least + (size - least) % (usable - 4)
    let local = fitting <= most ? fitting : least
    guard start + local + 4 <= page.count, var next = page.integer(at: start + local, count: 4)
    else { return nil }
    var payload = Array(page[start..<start + local])
    while payload.count < size {
      guard next > 1, let more = pages.page(next) else { return nil }
      payload += more[4..<min(more.count, 4 + size - payload.count)]
      next = more.integer(at: 0, count: 4) ?? 0
    }
    // The last page of a chain has no next page; a foreign page in its place rarely has 0 there.
    return next == 0 ? payload[...] : nil
  }

  /// The values of a record; nil when its sizes are inconsistent.
  private static func values(of payload: ArraySlice<UInt8>) -> [DatabaseValue]? {
    let bytes = Array(payload)
    var header = VarintReader(bytes: bytes, position: 0)
    guard let headerSize = header.next().flatMap(Int.init(exactly:)),
      headerSize <= bytes.count
    else { return nil }
    var values: [DatabaseValue] = []
    var position = headerSize
    while header.position < headerSize {
      guard let kind = header.next(), header.position <= headerSize,
        let (value, size) = Self.value(of: kind, at: position, in: bytes)
      else { return nil }
      values.append(value)
      position += size
    }
    return position == bytes.count ? values : nil
  }

  /// A value by its serial type, and its size in bytes.
  private static func value(
    of kind: Int64, at position: Int, in bytes: [UInt8]
  ) -> (DatabaseValue, size: Int)? {
    switch kind {
    case 0: return (.null, 0)
    case 1...6:
      let size = kind < 5 ? Int(kind) : 2 * Int(kind) - 4
      guard let unsigned = bytes.integer(at: position, count: size) else { return nil }
      let shift = 64 - 8 * size
      return (((Int64(unsigned) << shift) >> shift).databaseValue, size)
    case 7:
      guard let bits = bytes.integer(at: position, count: 8) else { return nil }
      return (Double(bitPattern: UInt64(bitPattern: Int64(bits))).databaseValue, 8)
    case 8, 9: return ((kind - 8).databaseValue, 0)
    case 12...Int64(Int32.max):
      let size = Int(kind - 12) / 2
      guard position + size <= bytes.count else { return nil }
      let content = bytes[position..<position + size]
      if kind % 2 == 0 { return (Data(content).databaseValue, size) }
      // No stored text contains a zero: from there on the page is lost.
      let text = String(decoding: content.prefix { $0 != 0 }, as: UTF8.self)
      return (text.databaseValue, size)
    default: return nil
    }
  }
}

/// A reader of SQLite's variable-length integers; nil beyond the end.
private struct VarintReader {
  let bytes: [UInt8]
  private(set) var position: Int

  /// Seven bits a byte, the highest first; a ninth byte has eight.
  mutating func next() -> Int64? {
    var value: UInt64 = 0
    for index in 0..<9 {
      guard position >= 0, position < bytes.count else { return nil }
      let byte = bytes[position]
      position += 1
      if index == 8 { return Int64(bitPattern: value << 8 | UInt64(byte)) }
      value = value << 7 | UInt64(byte & 0x7F)
      if byte < 0x80 { return Int64(bitPattern: value) }
    }
    return nil
  }
}
