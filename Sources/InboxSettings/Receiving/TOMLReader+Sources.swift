import InboxTOML
import InboxText

/// The tables of sources, each of which has a name of its own.
extension TOMLReader {
  /// The values of an array of tables, each read by `read`; one with a mistake in it is left out.
  ///
  /// What is left of such a table could do something else than what was meant: without its secret a
  /// webhook is open to all. One that has the name of an earlier one is reported and left out as well.
  mutating func tables<Value>(
    at path: TOMLPath, named name: KeyPath<Value, String>,
    _ read: (inout TOMLReader, TOMLPath) -> Value?
  ) -> [Value] {
    var names: Set<String> = []
    return tables(at: path) { reader, place in
      let before = reader.errorCount
      guard let value = read(&reader, place), reader.errorCount == before else { return nil }
      if names.insert(value[keyPath: name]).inserted { return value }
      let expected = "a name that no other [[\(path)]] has"
      reader.report(
        .badValue(value[keyPath: name], expected: expected, nearest: nil),
        at: place.appending(key: "name"))
      return nil
    }
  }

  /// The name in the table of a source, else the usual one; nil where it is none, which is reported.
  mutating func sourceName(at table: TOMLPath, usual: String?) -> String? {
    let place = table.appending(key: "name")
    let name = string(at: place) ?? usual ?? ""
    if name.isSourceName { return name }
    report(
      .badValue(name, expected: "a name of letters, digits, '-', '_', '.'", nearest: nil),
      at: place)
    return nil
  }
}

extension String {
  /// Whether it can be one part of the path of a source.
  var isSourceName: Bool {
    (1...64).contains(utf8.count)
      && utf8.allSatisfy { $0.isWordByte || $0 == UInt8(ascii: ".") }
  }
}
