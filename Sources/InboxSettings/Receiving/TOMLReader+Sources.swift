import InboxTOML
import InboxText

/// The tables of sources, which have unique names.
extension TOMLReader {
  /// The values of an array of tables, without those that have mistakes.
  ///
  /// A table with a mistake could do something unintended: a webhook without its secret is open to
  /// all. A table with a duplicate name is reported and left out too.
  mutating func tables<Value>(
    at path: TOMLPath, named name: KeyPath<Value, String>,
    _ read: (inout TOMLReader, TOMLPath) -> Value?
  ) -> [Value] {
    var names: Set<String> = []
    return tables(at: path) { reader, place in
      let before = reader.errorCount
      guard let value = read(&reader, place), reader.errorCount == before else { return nil }
      if names.insert(value[keyPath: name]).inserted { return value }
      return reader.badValue(
        value[keyPath: name], "a name that no other [[\(path)]] has",
        at: place.appending(key: "name"))
    }
  }

  /// The name in the table of a source, or the default; nil, with a report, if it is invalid.
  mutating func sourceName(at table: TOMLPath, usual: String?) -> String? {
    let place = table.appending(key: "name")
    let name = string(at: place) ?? usual ?? ""
    if name.isSourceName { return name }
    return badValue(name, "a name of letters, digits, '-', '_', '.'", at: place)
  }
}

extension String {
  /// Whether it is a valid component of a source.
  var isSourceName: Bool {
    (1...64).contains(utf8.count)
      && utf8.allSatisfy { $0.isWordByte || $0 == UInt8(ascii: ".") }
  }
}
