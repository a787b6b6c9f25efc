import InboxTOML

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
    guard let value = document.value(at: path) else { return [] }
    guard case .array(let nodes) = value else {
      let none: Value? = mismatch(value, "tables, each under [[\(path)]]", at: path)
      return none.map { [$0] } ?? []
    }
    var values: [Value] = []
    for index in nodes.indices {
      let place = path.appending(index: index)
      guard case .table = nodes[index].value else {
        let _: Value? = mismatch(nodes[index].value, "a table", at: place)
        continue
      }
      let before = errorCount
      guard let value = read(&self, place), errorCount == before else { continue }
      if values.contains(where: { $0[keyPath: name] == value[keyPath: name] }) {
        let expected = "a name that no other [[\(path)]] has"
        report(
          .badValue(value[keyPath: name], expected: expected, nearest: nil),
          at: place.appending(key: "name"))
      } else {
        values.append(value)
      }
    }
    return values
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
      && utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"),
          UInt8(ascii: "."):
          true
        default: false
        }
      }
  }
}
