import TOMLKit

extension TOMLNode {
  /// Copies a parsed table out of the parser's memory.
  static func copying(_ table: TOMLTable) -> TOMLNode {
    var entries: [String: TOMLNode] = [:]
    for key in table.keys {
      guard let value = table[key] else { continue }
      entries[key] = copying(value)
    }
    return .table(entries)
  }

  private static func copying(_ value: any TOMLValueConvertible) -> TOMLNode {
    switch value.type {
    case .table: value.table.map { copying($0) } ?? .table([:])
    case .array: .array(value.array.map { $0.map { copying($0) } } ?? [])
    case .string: .string(value.string ?? "")
    case .int: .integer(value.int ?? 0)
    case .double: .float(value.double ?? 0)
    case .bool: .boolean(value.bool ?? false)
    case .date: .temporal("date")
    case .time: .temporal("time")
    case .dateTime: .temporal("date with time")
    }
  }
}
