import CInboxSystem

/// The environment of this process.
package enum ProcessVariables {
  /// All current variables by name; invalid UTF-8 is replaced.
  ///
  /// Foundation's equivalent takes a fraction of a millisecond, too long for several calls before
  /// the first frame.
  package static var all: [String: String] {
    var variables: [String: String] = [:]
    guard var next = inbox_variables() else { return variables }
    while let entry = next.pointee {
      next += 1
      let text = String(cString: entry)
      guard let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) else { continue }
      variables[String(text[..<equals])] = String(text[text.utf8.index(after: equals)...])
    }
    return variables
  }
}
