import InboxText

/// The parts of a `multipart/form-data` form (RFC 7578).
struct MultipartBody: Sendable {
  /// A field of the form, or a file.
  struct Part: Sendable, Hashable {
    /// The name of the field.
    var name: String
    /// The file name; nil for a field.
    var fileName: String?
    /// The content.
    var bytes: ArraySlice<UInt8>
  }

  /// The parts, in order.
  private(set) var parts: [Part] = []

  /// Maximum bytes of the head of a part.
  private static let headLimit = 8 * 1_024

  /// Parses a body whose parts are separated by a boundary.
  ///
  /// - Throws: ``HTTPProblem`` for a truncated or invalid form, or too many parts.
  init(_ body: [UInt8], boundary: String) throws(HTTPProblem) {
    let delimiter = Array("\r\n--\(boundary)".utf8)
    // The first delimiter needs no line end before it.
    let bytes = [13, 10] + body
    var place = Self.find(delimiter, in: bytes[...])
    guard place != nil else { throw Self.bad("its boundary is not in it") }
    while let start = place {
      var rest = bytes[(start + delimiter.count)...]
      if rest.starts(with: Array("--".utf8)) { return }
      while let byte = rest.first, byte == 32 || byte == 9 { rest.removeFirst() }
      guard rest.starts(with: [13, 10]) else { throw Self.bad("a boundary has no line of its own") }
      rest = rest.dropFirst(2)
      guard let end = Self.find(delimiter, in: rest) else { break }
      guard parts.count < HTTPCall.mostFields else { throw .tooManyFields }
      parts.append(try Self.part(rest[..<end]))
      place = end
    }
    throw Self.bad("its last boundary is missing")
  }

  /// The boundary of a content type; nil if it has none or is not a multipart form.
  static func boundary(in type: String) -> String? {
    let words = type.split(separator: ";", maxSplits: 1)
    guard words.count == 2, HTTPCall.trimmed(String(words[0])).lowercased() == "multipart/form-data"
    else { return nil }
    let boundary = parameter("boundary", in: words[1])
    return boundary.flatMap { (1...70).contains($0.utf8.count) ? $0 : nil }
  }

  private static func bad(_ reason: String) -> HTTPProblem {
    HTTPProblem(40000, "invalid request: the multipart form cannot be read: \(reason)")
  }

  private static func find(_ pattern: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
    var rest = bytes
    while let start = rest.firstIndex(of: pattern[0]) {
      rest = rest[start...]
      if rest.starts(with: pattern) { return start }
      rest.removeFirst()
    }
    return nil
  }

  private static func part(_ bytes: ArraySlice<UInt8>) throws(HTTPProblem) -> Part {
    // A part with an empty head starts with the blank line.
    let isBare = bytes.starts(with: [13, 10])
    let limited = bytes.prefix(headLimit)
    guard let end = isBare ? bytes.startIndex : find([13, 10, 13, 10], in: limited) else {
      throw bad("a part has no head")
    }
    guard let head = String(validating: bytes[..<end], as: UTF8.self) else { throw .notUTF8 }
    var part = Part(name: "", bytes: bytes[(end + (isBare ? 2 : 4))...])
    for line in head.split(separator: "\r\n") {
      let halves = line.split(separator: ":", maxSplits: 1)
      guard halves.count == 2 else { throw bad("a part has an invalid header line") }
      let value = HTTPCall.trimmed(String(halves[1]))
      switch halves[0].lowercased() {
      case "content-disposition":
        part.name = parameter("name", in: value[...]) ?? ""
        part.fileName =
          parameter("filename*", in: value[...]).flatMap(extended)
          ?? parameter("filename", in: value[...])
      case "content-transfer-encoding":
        guard ["7bit", "8bit", "binary"].contains(value.lowercased()) else {
          throw bad("the Content-Transfer-Encoding \(value.printable()) is not known")
        }
      default: break
      }
    }
    guard !part.name.isEmpty || part.fileName != nil else { throw bad("a part has no name") }
    return part
  }

  /// The value of a parameter in `form-data; name="title"; filename=a.png`.
  private static func parameter(_ name: String, in text: Substring) -> String? {
    var rest = text
    while !rest.isEmpty {
      rest = rest.drop { $0 == ";" || $0 == " " || $0 == "\t" }
      let found = rest.prefix { $0 != "=" && $0 != ";" }
      rest = rest[found.endIndex...]
      guard rest.first == "=" else { continue }
      rest.removeFirst()
      let value = value(&rest)
      if HTTPCall.trimmed(String(found)).lowercased() == name { return value }
    }
    return nil
  }

  /// Consumes a value that is quoted or ends at a semicolon.
  private static func value(_ rest: inout Substring) -> String {
    guard rest.first == "\"" else {
      let plain = rest.prefix { $0 != ";" }
      rest = rest[plain.endIndex...]
      return HTTPCall.trimmed(String(plain))
    }
    rest.removeFirst()
    var value = ""
    while let character = rest.popFirst(), character != "\"" {
      let isEscape = character == "\\" && (rest.first == "\"" || rest.first == "\\")
      value.append(isEscape ? rest.removeFirst() : character)
    }
    // Browsers encode quotes and line ends like this.
    return value.replacing("%22", with: "\"").replacing("%0D%0A", with: " ")
  }

  /// A name in the encoding of RFC 8187: `UTF-8''na%C3%AFve.png`.
  private static func extended(_ text: String) -> String? {
    let parts = text.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].lowercased() == "utf-8" else { return nil }
    return HTTPCall.decoded(parts[2], plusIsBlank: false)
  }
}
