import HTTPTypes
import InboxCore
import InboxMail
import InboxText

/// A request with decoded path and query, headers, and the complete body.
struct HTTPCall: Sendable {
  /// The method in upper case.
  var method: String
  /// The decoded path components; empty for `/`.
  var path: [String]
  /// The decoded names, in lower case, and values of the query, in order.
  var query: [(name: String, value: String)] = []
  /// The headers by lowercase name, with the host as `host`.
  var headers: [String: String] = [:]
  /// The body; empty if it is a file.
  var body: [UInt8] = []
  /// The body as an upload.
  var upload: AttachmentUpload?
  /// Whether the client had used up its rate limit.
  var isLate = false
  /// The client's address; one constant name for all Unix sockets.
  var client = "local"

  /// The first parameter with one of these names: a header, else a query parameter.
  ///
  /// Names are lowercase. Values are trimmed, and empty ones are ignored.
  func parameter(_ names: String...) -> String? {
    parameter(names)
  }

  /// The first parameter with one of these names.
  func parameter(_ names: [String]) -> String? {
    for name in names {
      if let value = headers[name].map(Self.trimmed), !value.isEmpty {
        return EncodedWord.decode(value)
      }
    }
    return queryParameter(names)
  }

  /// The first query parameter with one of these names.
  func queryParameter(_ names: [String]) -> String? {
    for name in names {
      let value = query.first { $0.name == name }.map { Self.trimmed($0.value) }
      if let value, !value.isEmpty { return value }
    }
    return nil
  }

  /// The texts between commas, without blanks around them.
  static func list(_ text: String) -> [String] {
    text.split(separator: ",").map { trimmed(String($0)) }.filter { !$0.isEmpty }
  }

  static func trimmed(_ text: String) -> String {
    let isBlank = { (character: Character) in character == " " || character == "\t" }
    guard let first = text.firstIndex(where: { !isBlank($0) }),
      let last = text.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(text[first...last])
  }
}

extension HTTPCall {
  /// Reads the head of a request.
  ///
  /// - Throws: ``HTTPProblem`` for a path or header that is not UTF-8, or is ambiguous.
  init(_ head: HTTPRequest, client: String) throws(HTTPProblem) {
    method = head.method.rawValue.uppercased()
    self.client = client
    let target = head.path ?? "/"
    let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)[0]
      .split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = []
    for part in parts[0].split(separator: "/") {
      guard let text = Self.decoded(part, plusIsBlank: false) else { throw .notUTF8 }
      path.append(text)
    }
    if parts.count > 1 {
      query = try Self.fields(of: parts[1]).map { ($0.name.lowercased(), $0.value) }
    }
    for field in head.headerFields {
      let name = field.name.canonicalName
      guard !field.value.unicodeScalars.contains("\u{FFFD}") else { throw .notUTF8 }
      headers[name] = headers[name].map { "\($0), \(field.value)" } ?? field.value
    }
    // The library removes the first one.
    guard headers["host"] == nil else { throw .twoHosts }
    headers["host"] = head.authority
    guard headers["transfer-encoding"].map(Self.trimmed)?.lowercased() ?? "chunked" == "chunked"
    else { throw .unknownCoding }
  }

  /// Maximum fields of a form or a query, as in most servers of web forms.
  static let mostFields = 1_000

  /// The decoded fields of a query or an encoded form, in order.
  ///
  /// - Throws: ``HTTPProblem`` for fields that are not UTF-8, or too many of them.
  static func fields(
    of text: some StringProtocol
  ) throws(HTTPProblem) -> [(name: String, value: String)] {
    var fields: [(name: String, value: String)] = []
    var rest = Substring(text)
    while !rest.isEmpty {
      let pair = rest.prefix { $0 != "&" }
      rest = rest[pair.endIndex...].dropFirst()
      guard !pair.isEmpty else { continue }
      guard fields.count < mostFields else { throw .tooManyFields }
      let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = decoded(halves[0], plusIsBlank: true),
        let value = halves.count > 1 ? decoded(halves[1], plusIsBlank: true) : ""
      else { throw .notUTF8 }
      fields.append((name, value))
    }
    return fields
  }

  /// The byte of two hexadecimal digits; nil for anything else.
  static func digits(_ pair: ArraySlice<UInt8>) -> UInt8? {
    let values = pair.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    return values.count == 2 ? UInt8(values[0] << 4 | values[1]) : nil
  }

  /// Decodes percent encoding, in which a lone percent sign is literal; nil if the bytes are not
  /// UTF-8.
  static func decoded(_ text: Substring, plusIsBlank: Bool) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let digits = digits(rest.prefix(2)) {
        bytes.append(digits)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte == UInt8(ascii: "+") && plusIsBlank ? UInt8(ascii: " ") : byte)
      }
    }
    return String(validating: bytes, as: UTF8.self).map(StreamSafe.text)
  }
}
