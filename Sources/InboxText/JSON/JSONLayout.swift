extension JSONValue {
  /// The value for a reader: `name: value` a line, parts indented, elements after dashes.
  ///
  /// Null and empty values are left out; nil if nothing is left.
  package var layout: String? {
    var lines: [String] = []
    add(to: &lines, indent: "", name: nil)
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  /// Adds the lines of the value.
  ///
  /// - Parameters:
  ///   - lines: The lines before it.
  ///   - indent: The blanks before its lines.
  ///   - name: Its name, of which parts are indented below.
  private func add(to lines: inout [String], indent: String, name: String?) {
    if !isList, case .some(let text) = plainText, !text.contains(where: \.isNewline) {
      return lines.append(indent + (name.map { "\($0): " } ?? "") + text)
    }
    let inner = name == nil ? indent : indent + "  "
    let start = lines.count
    if let name { lines.append("\(indent)\(name):") }
    let first = lines.count
    switch self {
    case .object(let fields):
      for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
        value.add(to: &lines, indent: inner, name: name)
      }
    case .array(let values):
      for value in values {
        let place = lines.count
        value.add(to: &lines, indent: inner + "  ", name: nil)
        guard lines.count > place else { continue }
        lines[place] = inner + "- " + lines[place].dropFirst(inner.count + 2)
      }
    default:
      let parts = plainText?.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      lines += (parts ?? []).map { inner + $0 }
    }
    // A name without anything below it says nothing.
    if lines.count == first { lines.removeSubrange(start...) }
  }
}
