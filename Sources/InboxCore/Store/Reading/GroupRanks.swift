import GRDB

/// The sources or threads of a query, in the order of their first rows.
///
/// So the group with the newest message comes first, or that with the most urgent one, as the rows
/// themselves do.
struct GroupRanks {
  typealias Entry = (name: String, key: RowKey)

  /// The names, first to last.
  private(set) var names: [String]
  private let keys: [RowKey]
  /// The index of each name, by its bytes: equal texts of other bytes are other groups.
  private let places: [[UInt8]: Int]

  /// Maximum number of groups; more are sorted by name.
  static let maximumCount = 1_000

  /// Orders the groups by their first rows; a name may occur more than once.
  init(_ entries: [Entry]) {
    var first: [[UInt8]: Entry] = [:]
    for entry in entries {
      let bytes = Array(entry.name.utf8)
      if let known = first[bytes], known.key < entry.key { continue }
      first[bytes] = entry
    }
    let sorted = first.values.sorted { $0.key < $1.key }
    names = sorted.map(\.name)
    keys = sorted.map(\.key)
    places = Dictionary(uniqueKeysWithValues: sorted.enumerated().map { (Array($1.name.utf8), $0) })
  }

  /// The group next to another.
  ///
  /// - Parameters:
  ///   - name: The other group; nil for the position before the first one or behind the last.
  ///   - key: The key of a row of that group, used if the group has no matching rows.
  ///   - direction: The direction.
  /// - Returns: Its name; nil at the end.
  func name(behind name: String?, at key: RowKey?, _ direction: SearchDirection) -> String? {
    let isForward = direction == .forward
    let start =
      name.map { name in
        places[Array(name.utf8)].map { isForward ? $0 + 1 : $0 }
          ?? keys.firstIndex { row in key.map { row > $0 } ?? false } ?? keys.count
      } ?? (isForward ? 0 : keys.count)
    let index = isForward ? start : start - 1
    return names.indices.contains(index) ? names[index] : nil
  }

  /// The groups before another.
  func names(before name: String, at key: RowKey) -> ArraySlice<String> {
    let end = places[Array(name.utf8)] ?? keys.firstIndex { $0 > key } ?? keys.count
    return names[..<end]
  }
}
