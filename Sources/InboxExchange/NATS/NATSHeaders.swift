/// The header of a message: a status, or fields.
///
/// Servers pass on what another client wrote, so lines that are no fields are skipped.
struct NATSHeaders: Sendable, Hashable {
  /// The status of an answer by the server itself, such as 503; nil for none.
  var status: Int?
  /// The words after the status.
  var reason = ""
  /// The fields by name; of equal names the first.
  var fields: [String: String] = [:]

  /// The version line.
  private static let version = "NATS/1.0"

  /// Creates an empty header.
  init() {}

  /// Parses the header of a message; of another version than 1.0 nothing is known.
  init(_ bytes: [UInt8]) {
    let lines = bytes.split(separator: UInt8(ascii: "\n")).map { line in
      String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
    }
    guard let first = lines.first, first.hasPrefix(Self.version) else { return }
    let words = first.dropFirst(Self.version.count)
      .split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
    if let word = words.first, word.count == 3 {
      status = Int(word)
      reason = words.count > 1 ? String(words[1]) : ""
    }
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":"), colon > line.startIndex else { continue }
      let name = String(line[..<colon])
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      if fields[name] == nil { fields[name] = String(value) }
    }
  }

  /// The bytes of a header with fields; nil if one cannot be written in a line.
  static func bytes(_ fields: [String: String]) -> [UInt8]? {
    guard !fields.isEmpty else { return [] }
    var text = version + "\r\n"
    for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
      let isName = name.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: ":") }
      guard isName, !name.isEmpty, value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
        return nil
      }
      text += "\(name): \(value)\r\n"
    }
    return Array((text + "\r\n").utf8)
  }
}
