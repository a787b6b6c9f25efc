/// Dictionary keys for names that are compared by code units, as JSON and TOML compare keys.
///
/// Swift compares strings by canonical equivalence, so that é in one scalar and in two would share
/// a dictionary key. The later one gets a key with a noncharacter appended, which Unicode reserves
/// for internal use; ``name(of:)`` removes it.
package enum ExactName {
  /// The key of a name in a dictionary, or a free one to insert it.
  ///
  /// Beyond about thirty equivalent spellings of a name, further ones share a key.
  package static func key<Value>(for name: String, in fields: [String: Value]) -> String {
    var key = isMarked(name) ? marked(name, by: 0) : name
    for mark in 1...mostMarks {
      guard let index = fields.index(forKey: key),
        !Self.name(of: fields[index].key).utf8.elementsEqual(name.utf8)
      else { return key }
      key = marked(name, by: mark)
    }
    return key
  }

  /// The name for a key of a dictionary.
  package static func name(of key: String) -> String {
    guard isMarked(key) else { return key }
    return String(String.UnicodeScalarView(key.unicodeScalars.dropLast()))
  }

  private static let firstMark: UInt32 = 0xFDD0
  private static let mostMarks: UInt32 = 31

  /// Whether the last scalar is one of U+FDD0 to U+FDEF.
  private static func isMarked(_ text: String) -> Bool {
    let bytes = text.utf8
    guard let last = bytes.last, 0x90...0xAF ~= last else { return false }
    return bytes.suffix(3).elementsEqual([0xEF, 0xB7, last])
  }

  private static func marked(_ name: String, by mark: UInt32) -> String {
    var key = name
    Unicode.Scalar(firstMark + mark).map { key.unicodeScalars.append($0) }
    return key
  }
}
